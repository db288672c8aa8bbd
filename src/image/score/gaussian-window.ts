import type { Size } from '../geometry.ts';

/** Writes row `y` of the values to be averaged into `row`. */
export type FillRow = (y: number, row: Float64Array) => void;

/** The weighted mean of each column around row `y`, for `meanAt`. Call it for each row in order. */
export type GaussianWindow = (y: number) => Float64Array;

/** Pixels from the middle of the window to its edge. */
const reach = 3;

/**
 * A Gaussian window over the rows that `fill` writes, each of which is asked for once. Beyond the edges
 * of the picture its outermost pixels are repeated. Each call overwrites the result of the one before.
 */
export const createGaussianWindow = ({ width, height }: Size, fill: FillRow): GaussianWindow => {
  const ring = Array.from({ length: 2 * reach + 1 }, () => new Float64Array(width));
  const means = new Float64Array(width + 2 * reach);
  let filled = 0;
  return (y) => {
    for (; filled < height && filled <= y + reach; filled++) fill(filled, rowOf(ring, filled));
    const around = (distance: number): Float64Array =>
      rowOf(ring, Math.min(height - 1, Math.max(0, y + distance)));
    weighColumns(
      around(0),
      [around(-1), around(1)],
      [around(-2), around(2)],
      [around(-3), around(3)],
      means,
    );
    means.fill(means[reach]!, 0, reach);
    means.fill(means[width + reach - 1]!, width + reach);
    return means;
  };
};

const rowOf = (ring: readonly Float64Array[], y: number): Float64Array => ring[y % ring.length]!;

type Pair = readonly [Float64Array, Float64Array];

/** Weights by distance: a Gaussian with a standard deviation of 1.5 pixels, as in SSIMULACRA2. */
const weights = [0.2496, 0.2077, 0.1197, 0.0478] as const;

const weighColumns = (
  middle: Float64Array,
  [above1, below1]: Pair,
  [above2, below2]: Pair,
  [above3, below3]: Pair,
  means: Float64Array,
): void => {
  for (let x = 0; x < middle.length; x++) {
    means[x + reach] =
      weights[0] * middle[x]! +
      weights[1] * (above1[x]! + below1[x]!) +
      weights[2] * (above2[x]! + below2[x]!) +
      weights[3] * (above3[x]! + below3[x]!);
  }
};

/** The weighted mean of the window around column `x`. */
export const meanAt = (columns: Float64Array, x: number): number =>
  weights[0] * columns[x + 3]! +
  weights[1] * (columns[x + 2]! + columns[x + 4]!) +
  weights[2] * (columns[x + 1]! + columns[x + 5]!) +
  weights[3] * (columns[x]! + columns[x + 6]!);
