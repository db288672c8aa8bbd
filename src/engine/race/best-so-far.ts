import { meets } from '../../image/quality/search-step.ts';
import type { Finisher } from './run-chain.ts';

/** The smallest good result that is known before a candidate starts: if it is far behind, it need not go on. */
export type BestSoFar = Readonly<{
  /** Whether what is left of a chain cannot make a file of so many bytes the smallest. */
  cannotWin: (bytes: number) => boolean;
}>;

/** The lossless end of a chain makes a palette's file smaller by a third, seldom by half. */
const leastLeft = 0.3;

/** The lead that these results give over others that are to score `target`. */
export const bestSoFar = (finishers: readonly Finisher[], target: number): BestSoFar => {
  const good = finishers.filter(
    ({ lossless, score }) => lossless || (score !== undefined && meets(score, target)),
  );
  const leastBytes = Math.min(...good.map(({ bytes }) => bytes));
  return { cannotWin: (bytes) => bytes * leastLeft > leastBytes };
};
