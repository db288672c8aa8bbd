import type { ImageFacts } from '../facts.ts';

/** Entries of a quantisation table, of 8 in a row, whose frequencies `u + v` are at most this count. */
const lowFrequencies = 4;

/** Tables finer than a mean step of 2 were not fitted; they count as this one. */
const finestFitted = Math.log(2);

/**
 * SSIMULACRA2 score that a JPEG with these tables is expected to have against the picture it was made
 * of; undefined without tables. From the geometric mean of the lowest frequencies' luma steps.
 */
export const expectedScore = (tables: readonly (readonly number[])[]): number | undefined => {
  const [luma] = tables;
  if (luma === undefined || luma.length !== 64) return undefined;
  const low = luma.filter((_, index) => (index & 7) + (index >> 3) <= lowFrequencies);
  const mean = low.reduce((sum, step) => sum + Math.log(step), 0) / low.length;
  const logarithm = Math.max(mean, finestFitted);
  return 83.4 + 6.36 * logarithm - 4.42 * logarithm ** 2;
};

/** Quantisers of `cwebp` above quality 95 were not fitted; they count as that one. */
const finestQuantiser = 6;

/** The same for a WebP with this quantiser, whose step is 4 above its index where it is fine. */
const expectedWebpScore = (quantiser: number): number => {
  const logarithm = Math.log(Math.max(quantiser, finestQuantiser) + 4);
  return 66.9 + 19.8 * logarithm - 5 * logarithm ** 2;
};

/** The score that a source is expected to have, by its tables or its quantiser; undefined without these. */
export const expectedScoreOf = ({
  quantisation,
  quantiser,
}: Pick<ImageFacts, 'quantisation' | 'quantiser'>): number | undefined =>
  quantiser === undefined ? expectedScore(quantisation) : expectedWebpScore(quantiser);

/**
 * Whether a WebP or PNG has lost so much that another loss needs a good reason: it is expected to look worse than the
 * target already, or has a palette, which was mostly made of more colours.
 */
export const isPoor = (
  { colour, quantiser }: Pick<ImageFacts, 'colour' | 'quantiser'>,
  target: number,
): boolean =>
  colour === 'palette' || (quantiser !== undefined && expectedWebpScore(quantiser) < target);

/** Most points by which a poor source lowers the target, since a result adds its own loss to that of the source. */
const mostLowered = 3;

/** The score to aim at for a source with these tables: its expected score, from `target - 3` to `target`. */
export const targetFor = (tables: readonly (readonly number[])[], target: number): number =>
  Math.max(target - mostLowered, Math.min(target, expectedScore(tables) ?? target));
