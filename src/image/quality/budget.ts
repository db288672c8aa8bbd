/**
 * Pixels that may be encoded in tries whatever the budget: those of a small picture cost next to
 * nothing, and its last bytes take several.
 */
const freePixels = 1_000_000;

/** Decoding and measuring a result takes about this part of encoding it. */
const measuring = 0.25;

/** A palette that is searched for bands in all its pixels takes longer. */
const measuringWholePalette = 0.5;

/** A target that is missed is worth more than one that is met with some bytes too many. */
const moreWhenMissed = 2;

/** What tries have cost and will cost. Counted, not timed: the same picture is searched the same way on any machine. */
export type TryCosts = Readonly<{
  /** Tries so far, of all variants. */
  tries: number;
  /** Pixels that one try encodes: of the mosaic, or of the whole picture. */
  tryPixels: number;
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
  { tries, tryPixels, pixels, isWholePalette, isMet }: TryCosts,
  budget: number,
): boolean => {
  const share = isWholePalette ? measuringWholePalette : measuring;
  const cost = (tries + 1) * tryPixels * (1 + share);
  return cost <= Math.max(budget * pixels, freePixels) * (isMet ? 1 : moreWhenMissed);
};
