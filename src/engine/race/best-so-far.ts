import { isRight } from '../../image/quality/acceptance.ts';
import type { MadeResult } from './candidate-result.ts';

/** The smallest good result of earlier rounds. */
export type BestSoFar = Readonly<{
  /** Whether a chain whose first encoder wrote so many bytes cannot end as the smallest result. */
  cannotWin: (bytes: number) => boolean;
}>;

/** The lossless end of a chain makes a palette's file smaller by a third, seldom by half. */
const smallestRemainingShare = 0.5;

/** The best of `results`, of which lossy ones count where they meet `target`. */
export const bestSoFar = (results: readonly MadeResult[], target: number): BestSoFar => {
  const good = results.filter((result) => result.lossless || isRight(result, target));
  const smallest = Math.min(...good.map(({ bytes }) => bytes));
  return { cannotWin: (bytes) => bytes * smallestRemainingShare > smallest };
};
