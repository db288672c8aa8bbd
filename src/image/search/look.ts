import { maxBanding } from '../score/banding.ts';
import { meets } from './secant.ts';

/** How a lossy result looks beside its reference. */
export type Look = Readonly<{
  score: number;
  /** The lowest score of all its places. */
  worstPlace: number;
  /** Largest error in smooth areas, and of the pixels of an icon's palette, in levels; 0 where it was not measured. */
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
 * looks much worse than the whole. A finer setting adds about three times as much to the worst place as to
 * the whole. For PNG the score is no further above the target than the worst place leaves room for: of
 * palettes it is mostly the worst place that decides.
 */
export const judgedScore = (
  { score, worstPlace }: Look,
  mediaType: string,
  target: number,
): number => {
  const isPng = mediaType === 'image/png';
  const room = (worstPlace - target + (isPng ? usualPngGap : usualGap)) / 3;
  return room < 0 || isPng ? Math.min(score, target + room) : score;
};

/** Points that the worst place of a good result may score below the whole. Further below, palettes show other hues. */
const usualGap = 13;
const usualPngGap = 8;

/** Whether a place of a result is spoiled, however good the rest looks. */
export const hasBadPlace = ({ score, worstPlace }: Look, target: number): boolean => {
  const spare = Math.min(mostSpare, Math.max(0, score - target));
  return worstPlace < Math.min(score, target) - mostGap - spare;
};

/** Below, faces in screenshots have patches. A dithered palette comes near it, and looks well. */
const mostGap = 15;

/**
 * Where the whole has points to spare, the place may lack as many more: such a palette has colours for
 * all but a soft slope, where the loss is hardly seen.
 */
const mostSpare = 5;

/** Whether a result meets the target, has no bad place, and shows no bands. */
export const looksRight = (look: Look, target: number): boolean =>
  meets(look.score, target) && !hasBadPlace(look, target) && look.banding <= maxBanding;

/** The same by which a result with bands misses the target, so that a search goes on. */
export const scoreToSearchBy = (look: Look, mediaType: string, target: number): number => {
  const score = judgedScore(look, mediaType, target);
  const bands = look.banding / maxBanding;
  return bands > 1 ? Math.min(score, target - bandingPenalty * bands) : score;
};

/** Points below the target that a result with bands just visible counts as. */
const bandingPenalty = 4;
