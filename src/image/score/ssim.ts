import type { Size } from '../geometry.ts';
import { type CellErrors, createCellErrors, normCount } from './cell-errors.ts';
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

/** SSIM's second constant (C2) for a range of 1: keeps the quotient stable where variances are near 0. */
const stability = 0.0009;

/**
 * The errors of a plane of one scale: structure lost (one minus SSIM), edges added, edges lost. All are 0
 * for the same plane. SSIM is computed from the difference of the planes, so that nothing cancels where
 * they are alike.
 */
export const ssimErrors = (
  reference: MeasuredPlane,
  values: Float32Array,
  scale: number,
): CellErrors => {
  const { width, height } = reference;
  const differences = values.map((value, at) => value - reference.values[at]!);
  const shiftsOf = createGaussianWindow(reference, rowsOf(differences, width));
  const squaresOf = createGaussianWindow(reference, productsOf(differences, differences, width));
  const productsWith = productsOf(differences, reference.values, width);
  const productSumsOf = createGaussianWindow(reference, productsWith);
  const errors = createCellErrors({ width, height }, scale);
  const { side, columns, sums } = errors;
  for (let y = 0, at = 0; y < height; y++) {
    const shifts = shiftsOf(y);
    const squares = squaresOf(y);
    const products = productSumsOf(y);
    const firstCell = Math.floor(y / side) * columns;
    for (let x = 0; x < width; x++, at++) {
      const sum = (firstCell + Math.floor(x / side)) * normCount;
      const mean = reference.means[at]!;
      const shift = meanAt(shifts, x);
      const spread = meanAt(squares, x) - shift * shift;
      const joint = meanAt(products, x) - mean * shift;
      const alike = 2 * (reference.variances[at]! + joint) + stability;
      const error = (spread + shift * shift * alike) / (alike + spread);
      if (error > 0) {
        sums[sum]! += error;
        sums[sum + 1]! += error * error * error * error;
      }
      const edge = reference.values[at]! - mean;
      const before = Math.abs(edge);
      const change = (Math.abs(edge + differences[at]! - shift) - before) / (1 + before);
      const fourth = change * change * change * change;
      if (change > 0) {
        sums[sum + 2]! += change;
        sums[sum + 3]! += fourth;
      } else {
        sums[sum + 4]! -= change;
        sums[sum + 5]! += fourth;
      }
    }
  }
  return errors;
};
