/**
 * Pixels that trials may encode whatever the budget: a small picture costs little, and finding its best
 * setting takes several trials.
 */
const freePixels = 1_000_000;

/** Time of decoding and measuring a result, as a share of encoding it. */
const measuringShare = 0.25;

/** The same for a palette whose pixels are all measured for bands. */
const wholePaletteMeasuringShare = 0.5;

/** While no trial meets the target, the budget is this many times as large. */
const missedTargetFactor = 2;

/** What trials cost. Counted in pixels, not timed, so that every machine makes the same trials. */
export type TrialCosts = Readonly<{
  /** Trials so far, of all variants. */
  trials: number;
  /** Pixels that one trial encodes: of the sample tiles, or of the whole picture. */
  trialPixels: number;
  /** Of the whole picture. */
  pixels: number;
  /** Results are palettes, and measured by all their pixels. */
  isWholePalette: boolean;
  /** A trial met the target. */
  isMet: boolean;
}>;

/** Whether another trial costs no more than `budget` encodings of the whole picture. */
export const isAffordable = (
  { trials, trialPixels, pixels, isWholePalette, isMet }: TrialCosts,
  budget: number,
): boolean => {
  const share = isWholePalette ? wholePaletteMeasuringShare : measuringShare;
  const cost = (trials + 1) * trialPixels * (1 + share);
  return cost <= Math.max(budget * pixels, freePixels) * (isMet ? 1 : missedTargetFactor);
};
