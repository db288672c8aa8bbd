/**
 * Tables of all scales that have one shape: the steps of Y, Cb and Cr at scale 1, before rounding, in row order. At
 * other scales they are in proportion.
 */
export type Family = readonly (readonly number[])[];

/** Of a frequency in row order from the lowest, which is the mean of a block. */
export const distanceOf = (index: number): number => Math.hypot(index & 7, index >> 3);

/** Steps at the distances 0, 1, 2, ... 10, and between two of them on the line through both. */
const rings = (steps: readonly number[]): readonly number[] =>
  Array.from({ length: 64 }, (_, index) => {
    const distance = distanceOf(index);
    const inner = Math.floor(distance);
    const [from = 0, to = from] = steps.slice(inner, inner + 2);
    return from + (distance - inner) * (to - from);
  });

/**
 * Searched for the smallest files of mozjpeg at a SSIMULACRA2 score of 80 that are no worse by Butteraugli
 * at equal bytes.
 */
const luma = rings([1.26, 1.57, 3.5, 3.9, 4.8, 5, 5.6, 6.3, 7.3, 8.6, 9.7]);

/** For colour of half the resolution (4:2:0). */
export const halvedColour: Family = [
  luma,
  rings([0.95, 1.57, 4, 4.5, 5.5, 5.6, 6.5, 7.8, 9.2, 10.6, 12]),
  rings([1.49, 2.15, 3.1, 3.3, 3.8, 4, 4.5, 5.1, 5.6, 6.1, 6.6]),
];

/** For colour of full resolution (4:4:4). Its steps are coarser but for the mean of a block: its finest detail is not seen. */
export const fullColour: Family = [
  luma,
  rings([0.95, 2.4, 8.8, 9.9, 12.1, 12.3, 14.3, 17.2, 20.2, 23.3, 26.4]),
  rings([1.49, 3.1, 6.8, 7.26, 8.36, 8.8, 9.9, 11.2, 12.3, 13.4, 14.5]),
];

export const largestStep = 255;

/** The mean of a block is stored times 8, so these steps keep the levels of flat ones. */
const levelSteps = { coarsest: 8, below: 8 * Math.SQRT2 } as const;

/** The step of one table at `index` in row order, at a scale. */
export const stepOf = (family: Family, id: number, index: number, scale: number): number => {
  const step = scale * unitOf(family, id, index);
  const isLevel = keepsLevel(id, index) && step < levelSteps.below;
  const rounded = isLevel ? 2 ** Math.round(Math.log2(step)) : Math.round(step);
  return Math.max(1, Math.min(largestStep, rounded));
};

export type Range = Readonly<{ from: number; to: number }>;

const noScale: Range = { from: Infinity, to: -Infinity };

/** The scales at which the step at `index` is rounded to `step`. */
export const scalesOf = (family: Family, id: number, index: number, step: number): Range => {
  const from = step === 1 ? 0 : coarsestScale(family, id, index, step - 1);
  const to = coarsestScale(family, id, index, step);
  return from < to ? { from, to } : noScale;
};

/** The scale up to which the step at `index` is at most `step`. */
export const coarsestScale = (family: Family, id: number, index: number, step: number): number => {
  if (step >= largestStep) return Infinity;
  if (!keepsLevel(id, index)) return (step + 0.5) / unitOf(family, id, index);
  const { coarsest, below } = levelSteps;
  const finest = step >= coarsest ? below : 2 ** (Math.floor(Math.log2(step)) + 0.5);
  return Math.max(finest, step > coarsest ? step + 0.5 : 0) / unitOf(family, id, index);
};

const unitOf = (family: Family, id: number, index: number): number => family[id]?.[index] ?? 0;

/** The step of the mean of a block in luma is a whole share of its levels, so that a flat one stays exact. */
const keepsLevel = (id: number, index: number): boolean => id === 0 && index === 0;
