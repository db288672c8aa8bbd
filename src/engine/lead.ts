import { meets } from '../image/quality/search.ts';
import type { Finisher } from './encode.ts';

/** The smallest good result of a race so far: whoever is far behind it need not go on. */
export type Lead = Readonly<{
  /** A candidate has come in. */
  take: (finisher: Finisher) => void;
  /** Whether what is left of a chain cannot make a file of so many bytes the smallest. */
  isOutOfReach: (bytes: number) => boolean;
}>;

/** The lossless end of a chain makes a palette's file smaller by a third, seldom by half. */
const leastLeft = 0.3;

/** A race for results that score `target`. */
export const createLead = (target: number): Lead => {
  let leastBytes = Number.POSITIVE_INFINITY;
  return {
    take: ({ bytes, lossless, score }) => {
      const isGood = lossless || (score !== undefined && meets(score, target));
      if (isGood) leastBytes = Math.min(leastBytes, bytes);
    },
    isOutOfReach: (bytes) => bytes * leastLeft > leastBytes,
  };
};
