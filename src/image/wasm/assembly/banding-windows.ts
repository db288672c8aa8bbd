/**
 * Windows of 5x5 pixels: narrow rings disappear in the mean of larger ones. The sums of each column are known. All sums
 * of a window are whole numbers below 2^53, so they are exact, in whichever order they are added up.
 */

export const side = 5;

/** The sums of the five columns of four windows. */
export function sumOfWindow(at: usize): v128 {
  let sum = v128.load(at);
  for (let column = 1; column < side; column++) {
    sum = i32x4.add(sum, v128.load(at + 4 * <usize>column));
  }
  return sum;
}

/** The columns' sums, times their distances from the middle one. */
export function slopeAcross(at: usize): v128 {
  const outer = i32x4.sub(v128.load(at + 16), v128.load(at));
  const inner = i32x4.sub(v128.load(at + 12), v128.load(at + 4));
  return i32x4.add(i32x4.add(outer, outer), inner);
}

/** The squares of the slopes of the planes that are fitted to two windows: 12,800 for one level a pixel. */
export function slopeOfPair(across: v128, down: v128): v128 {
  const x = f64x2.convert_low_i32x4_s(across);
  const y = f64x2.convert_low_i32x4_s(down);
  return f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y));
}

/**
 * How far the source is from such a plane in two windows: 1250 times the variance in 1/256 levels. Where the source is a
 * steep slope this is near 0, and noise and edges are not.
 */
export function spreadOfPair(levels: v128, squares: usize, slope: v128): v128 {
  let square = v128.load(squares);
  for (let column = 1; column < side; column++) {
    square = f64x2.add(square, v128.load(squares + 8 * <usize>column));
  }
  const level = f64x2.convert_low_i32x4_s(levels);
  const mean = f64x2.mul(f64x2.splat(2), f64x2.mul(level, level));
  return f64x2.sub(f64x2.sub(f64x2.mul(f64x2.splat(2 * side * side), square), mean), slope);
}

/** The last two of four numbers. */
export function upperHalf(values: v128): v128 {
  return v128.shuffle<i32>(values, values, 2, 3, 2, 3);
}
