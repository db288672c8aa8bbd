import { isRight } from '../../image/search/acceptance.ts';
import type { MadeResult } from './candidate-result.ts';

/** The smallest good result of earlier rounds. */
export type BestSoFar = Readonly<{
  /**
   * Whether a chain whose first encoder wrote so many bytes cannot end as the smallest result;
   * `repeatsColours`: of a palette whose colours may repeat.
   */
  cannotWin: (bytes: number, repeatsColours?: boolean) => boolean;
}>;

/** The lossless end of a chain makes a palette's file smaller by a third, seldom by half. */
const smallestRemainingShare = 0.5;

/** With repeated or fewer colours, a small drawing has 0.4 of the bytes of its palette. */
const smallestRepeatedShare = 0.33;

/** The best of `results`, of which lossy ones count where they meet `target`. */
export const bestSoFar = (results: readonly MadeResult[], target: number): BestSoFar => {
  const good = results.filter((result) => result.lossless || isRight(result, target));
  const smallest = Math.min(...good.map(({ bytes }) => bytes));
  return {
    cannotWin: (bytes, repeatsColours = false) =>
      bytes * (repeatsColours ? smallestRepeatedShare : smallestRemainingShare) > smallest,
  };
};
