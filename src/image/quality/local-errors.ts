import type { Size } from '../geometry.ts';

/** One plane of the reference with what its windows of 5x5 hold, measured once for many comparisons. */
export type Measured = Size &
  Readonly<{ values: Float32Array; means: Float32Array; variances: Float32Array }>;

/** A window reaches this far; beyond the picture its outermost pixels are repeated. */
const reach = 2;
const share = 1 / (2 * reach + 1) ** 2;

/** Keeps the comparison of structures quiet where there is none. Source: SSIM's second constant for a range of 1. */
const quiet = 0.0009;

/** The windows' means and variances of one plane. */
export const measure = ({ width, height }: Size, values: Float32Array): Measured => {
  const means = new Float32Array(values.length);
  const variances = new Float32Array(values.length);
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  const add = (row: number, sign: number): void => {
    for (let x = 0, at = row * width; x < width; x++, at++) {
      const value = values[at] ?? 0;
      sums[x] = (sums[x] ?? 0) + sign * value;
      squares[x] = (squares[x] ?? 0) + sign * value * value;
    }
  };
  startRows(height, add);
  for (let y = 0, at = 0; y < height; y++) {
    if (y > 0) moveRows(y, height, add);
    let sum = windowOf(sums);
    let square = windowOf(squares);
    for (let x = 0; x < width; x++, at++) {
      if (x > 0) {
        const left = leaving(x);
        const right = entering(x, width);
        sum += (sums[right] ?? 0) - (sums[left] ?? 0);
        square += (squares[right] ?? 0) - (squares[left] ?? 0);
      }
      const mean = Math.fround(sum * share);
      means[at] = mean;
      variances[at] = square * share - mean * mean;
    }
  }
  return { width, height, values, means, variances };
};

/** How many norms `localErrors` tells of each pair of planes. */
export const normCount = 6;

/**
 * How a plane differs from its reference, written to `norms` from `offset` on: structure lost (one minus
 * SSIM), edges added, edges lost, each as mean and as 4-norm (which hears the worst places). All are 0
 * for the same plane.
 */
export const localErrors = (
  reference: Measured,
  values: Float32Array,
  norms: Float64Array,
  offset: number,
): void => {
  const { width, height } = reference;
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  const products = new Float64Array(width);
  const add = (row: number, sign: number): void => {
    for (let x = 0, at = row * width; x < width; x++, at++) {
      const value = values[at] ?? 0;
      const signed = sign * value;
      sums[x] = (sums[x] ?? 0) + signed;
      squares[x] = (squares[x] ?? 0) + signed * value;
      products[x] = (products[x] ?? 0) + signed * (reference.values[at] ?? 0);
    }
  };
  let structure = 0;
  let structure4 = 0;
  let added = 0;
  let added4 = 0;
  let lost = 0;
  let lost4 = 0;
  startRows(height, add);
  for (let y = 0, at = 0; y < height; y++) {
    if (y > 0) moveRows(y, height, add);
    let sum = windowOf(sums);
    let square = windowOf(squares);
    let product = windowOf(products);
    for (let x = 0; x < width; x++, at++) {
      if (x > 0) {
        const left = leaving(x);
        const right = entering(x, width);
        sum += (sums[right] ?? 0) - (sums[left] ?? 0);
        square += (squares[right] ?? 0) - (squares[left] ?? 0);
        product += (products[right] ?? 0) - (products[left] ?? 0);
      }
      // Rounded as the reference's are, so that the same pixels give no error at all.
      const mean = Math.fround(sum * share);
      const before = reference.means[at] ?? 0;
      const shift = mean - before;
      const variance = Math.fround(square * share - mean * mean);
      const alike = 2 * Math.fround(product * share - mean * before) + quiet;
      const error =
        1 - ((1 - shift * shift) * alike) / (variance + (reference.variances[at] ?? 0) + quiet);
      if (error > 0) {
        structure += error;
        structure4 += error * error * error * error;
      }
      const edge = Math.abs((values[at] ?? 0) - mean);
      const change = (1 + edge) / (1 + Math.abs((reference.values[at] ?? 0) - before)) - 1;
      const fourth = change * change * change * change;
      if (change > 0) {
        added += change;
        added4 += fourth;
      } else {
        lost -= change;
        lost4 += fourth;
      }
    }
  }
  const means = [structure, structure4, added, added4, lost, lost4];
  for (const [norm, total] of means.entries()) {
    const mean = total / (width * height);
    norms[offset + norm] = norm % 2 === 0 ? mean : mean ** 0.25;
  }
};

/** The rows of the first window. */
const startRows = (height: number, add: (row: number, sign: number) => void): void => {
  for (let y = -reach; y <= reach; y++) add(Math.min(height - 1, Math.max(0, y)), 1);
};

/** From the window of the row before `y` to that of `y`. */
const moveRows = (y: number, height: number, add: (row: number, sign: number) => void): void => {
  add(leaving(y), -1);
  add(entering(y, height), 1);
};

const leaving = (place: number): number => Math.max(0, place - 1 - reach);
const entering = (place: number, length: number): number => Math.min(length - 1, place + reach);

/** Sum over the first window of a row. */
const windowOf = (columns: Float64Array): number => {
  let sum = 0;
  for (let x = -reach; x <= reach; x++) {
    sum += columns[Math.min(columns.length - 1, Math.max(0, x))] ?? 0;
  }
  return sum;
};
