import { meets, tolerance, type WrittenTrial } from './secant.ts';

/**
 * The bytes that every result of an encoder which meets the target has at least, by one trial. Where the trial
 * misses it, finer settings take more. Where it exceeds it slightly, coarser ones take somewhat less; 0 where
 * it exceeds it so far that little is known.
 */
export const leastBytesAtTarget = ({ score, bytes }: WrittenTrial, target: number): number => {
  if (!meets(score, target)) return bytes;
  const spare = score - (target - tolerance);
  return spare > mostSpare ? 0 : bytes * Math.exp(-(mostGrowth * spare + mostJump));
};

/** Points above the lowest score that meets the target. */
const mostSpare = 3;

/**
 * Natural logarithms of the bytes that a point of score takes at most, and of those of settings with equal
 * scores.
 */
const mostGrowth = 0.09;
const mostJump = 0.07;
