import type { Size } from '../geometry.ts';
import { createGaussianWindow, type FillRow, meanAt } from './gaussian-window.ts';

/** One plane of a reference with the means and variances of its windows, for many comparisons. */
export type MeasuredPlane = Size &
  Readonly<{ values: Float32Array; means: Float32Array; variances: Float32Array }>;

/** A plane with the mean and variance of the window around each pixel. */
export const measurePlane = (size: Size, values: Float32Array): MeasuredPlane => {
  const { width, height } = size;
  const means = new Float32Array(values.length);
  const variances = new Float32Array(values.length);
  const sumsOf = createGaussianWindow(size, rowsOf(values, width));
  const squaresOf = createGaussianWindow(size, productsOf(values, values, width));
  for (let y = 0, at = 0; y < height; y++) {
    const sums = sumsOf(y);
    const squares = squaresOf(y);
    for (let x = 0; x < width; x++, at++) {
      const mean = meanAt(sums, x);
      means[at] = mean;
      variances[at] = meanAt(squares, x) - mean * mean;
    }
  }
  return { width, height, values, means, variances };
};

const rowsOf =
  (values: Float32Array, width: number): FillRow =>
  (y, row) => {
    for (let x = 0, at = y * width; x < width; x++, at++) row[x] = values[at]!;
  };

const productsOf =
  (one: Float32Array, other: Float32Array, width: number): FillRow =>
  (y, row) => {
    for (let x = 0, at = y * width; x < width; x++, at++) row[x] = one[at]! * other[at]!;
  };

/** Number of norms that `ssimErrors` writes. */
export const normCount = 6;

/** SSIM's second constant (C2) for a range of 1: keeps the quotient stable where variances are near 0. */
const stability = 0.0009;

/**
 * Writes the errors of a plane to `norms` from `offset` on: structure lost (one minus SSIM), edges added,
 * edges lost, each as mean and as 4-norm, which is dominated by the worst places. All are 0 for the same
 * plane. SSIM is computed from the difference of the planes, so that nothing cancels where they are alike.
 */
export const ssimErrors = (
  reference: MeasuredPlane,
  values: Float32Array,
  norms: Float64Array,
  offset: number,
): void => {
  const { width, height } = reference;
  const differences = values.map((value, at) => value - reference.values[at]!);
  const shiftsOf = createGaussianWindow(reference, rowsOf(differences, width));
  const squaresOf = createGaussianWindow(reference, productsOf(differences, differences, width));
  const productsWith = productsOf(differences, reference.values, width);
  const productSumsOf = createGaussianWindow(reference, productsWith);
  let structure = 0;
  let structure4 = 0;
  let added = 0;
  let added4 = 0;
  let lost = 0;
  let lost4 = 0;
  for (let y = 0, at = 0; y < height; y++) {
    const shifts = shiftsOf(y);
    const squares = squaresOf(y);
    const products = productSumsOf(y);
    for (let x = 0; x < width; x++, at++) {
      const mean = reference.means[at]!;
      const shift = meanAt(shifts, x);
      const spread = meanAt(squares, x) - shift * shift;
      const joint = meanAt(products, x) - mean * shift;
      const alike = 2 * (reference.variances[at]! + joint) + stability;
      const error = (spread + shift * shift * alike) / (alike + spread);
      if (error > 0) {
        structure += error;
        structure4 += error * error * error * error;
      }
      const edge = reference.values[at]! - mean;
      const before = Math.abs(edge);
      const change = (Math.abs(edge + differences[at]! - shift) - before) / (1 + before);
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
  const totals = [structure, structure4, added, added4, lost, lost4];
  writeNorms(totals, width * height, norms, offset);
};

/** The mean and the 4-norm of sums of errors and of their fourth powers over `count` pixels. */
export const writeNorms = (
  totals: ArrayLike<number>,
  count: number,
  norms: Float64Array,
  offset: number,
): void => {
  for (let norm = 0; norm < normCount; norm++) {
    const mean = totals[norm]! / count;
    norms[offset + norm] = norm % 2 === 0 ? mean : mean ** 0.25;
  }
};
