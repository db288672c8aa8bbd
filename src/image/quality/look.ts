import { maxBanding } from '../score/banding.ts';
import { meets } from './search-step.ts';

/** How a lossy result looks beside its reference. */
export type Look = Readonly<{
  score: number;
  /** The lowest score of all its places. */
  worstPlace: number;
  /** Largest error in smooth areas, in levels; 0 where it was not measured. */
  banding: number;
}>;

/** Those values of a result or measurement; undefined where it was not measured. */
export const lookOf = ({
  score,
  worstPlace,
  banding,
}: Readonly<{ [Key in keyof Look]?: Look[Key] | undefined }>): Look | undefined =>
  score === undefined
    ? undefined
    : { score, worstPlace: worstPlace ?? score, banding: banding ?? 0 };

/**
 * The score that a search compares with its target: that of the whole, or below the target where a place
 * looks much worse than the whole. A third of what the place lacks counts, since a finer setting adds about
 * three times as much to the worst place as to the whole.
 */
export const judgedScore = (
  { score, worstPlace }: Look,
  mediaType: string,
  target: number,
): number => {
  const lacking = target - (usualGaps[mediaType] ?? usualGap) - worstPlace;
  return lacking > 0 ? Math.min(score, target - lacking / 3) : score;
};

/**
 * Points that the worst place of a good result may score below the whole. Among results that score 79 to
 * 82, photographs as JPEG and WebP have places up to 17 points worse, in which nothing is seen. As PNG
 * they stay within 10. Palettes that go beyond 12 may have lost the colours of a small photograph.
 */
const usualGap = 18;
const usualGaps: Readonly<Record<string, number>> = { 'image/png': 12.5 };

/** Whether a place of a result is spoiled, however good the rest looks. */
export const hasBadPlace = ({ score, worstPlace }: Look, target: number): boolean =>
  worstPlace < Math.min(score, target) - mostGap;

/** A palette that is dithered where a small photograph has many colours comes near it, and looks well. */
const mostGap = 20;

/** Whether a result meets the target, has no bad place, and shows no bands. */
export const looksRight = (look: Look, target: number): boolean =>
  meets(look.score, target) && !hasBadPlace(look, target) && look.banding <= maxBanding;
