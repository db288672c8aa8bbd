import weights from './weights.json' with { type: 'json' };

/** Planes of XYB, the colour space of JPEG XL: brightness (Y), red against green (X), blue against brightness (B). */
export const planeNames = ['luma', 'redGreen', 'blueYellow'] as const;
export type PlaneName = (typeof planeNames)[number];

/**
 * The errors of one plane at one scale (0: full size, 1: half, 2: a quarter, ...). Coarse scales measure blocks,
 * bands and shifts of colour.
 */
export type Term = Readonly<{ scale: number; plane: PlaneName }>;

/** Transparent pictures are compared on black and on white, between which all pages are. */
export const backdrops = [0, 255] as const;

/** The terms that count, with a weight for each norm. Fitted by `npm run bench -- fit`. */
export const weightedTerms = weights as readonly (Term &
  Readonly<{ weights: readonly number[] }>)[];

/** How much a result looks like its source, on the scale of SSIMULACRA2. */
export type Likeness = Readonly<{
  /**
   * 100 identical, 90 no difference visible side by side, 80 high quality, 70 medium-high; below 0 for
   * another picture.
   */
  score: number;
  /** The lowest score of all places of 128x128 pixels. A small place scores lower than a whole picture. */
  worstPlace: number;
}>;

/** Norms of a term: of structure lost, edges added and edges lost, each the mean and the 4-norm. */
export const normCount = 6;

/** The mean and the 4-norm of sums of errors and of their fourth powers over `count` pixels. */
export const normsOf = (totals: Float64Array, count: number): Float64Array =>
  totals.map((total, norm) => {
    const mean = total / count;
    return norm % 2 === 0 ? mean : mean ** 0.25;
  });
