/**
 * Pixels that may be encoded in tries whatever the budget: those of a small picture cost next to
 * nothing, and its last bytes take several.
 */
const freePixels = 1_000_000;

/** Decoding and measuring a result takes about this part of encoding it. */
const measuringShare = 0.25;

/** A palette that is searched for bands in all its pixels takes longer. */
const wholePaletteMeasuringShare = 0.5;

/** A target that is missed is worth more than one that is met with some bytes too many. */
const missedTargetFactor = 2;

/** What tries have cost and will cost. Counted, not timed: the same picture is searched the same way on any machine. */
export type TrialCosts = Readonly<{
  /** Tries so far, of all variants. */
  trials: number;
  /** Pixels that one try encodes: of the mosaic, or of the whole picture. */
  trialPixels: number;
  /** Of the whole picture. */
  pixels: number;
  /** Results are palettes, and measured by all their pixels. */
  isWholePalette: boolean;
  /** A try has met the target. */
  isMet: boolean;
}>;

/**
 * Whether another try fits into `budget` encodings of the whole picture; twice that as long as no try
 * has met the target.
 */
export const isAffordable = (
  { trials, trialPixels, pixels, isWholePalette, isMet }: TrialCosts,
  budget: number,
): boolean => {
  const share = isWholePalette ? wholePaletteMeasuringShare : measuringShare;
  const cost = (trials + 1) * trialPixels * (1 + share);
  return cost <= Math.max(budget * pixels, freePixels) * (isMet ? 1 : missedTargetFactor);
};
