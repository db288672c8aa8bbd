/**
 * A Gaussian window with a standard deviation of 1.5 pixels, as in SSIMULACRA2: seven rows into one, then seven columns,
 * four pixels at a time.
 */

const weight0: f32 = 0.2496;
const weight1: f32 = 0.2077;
const weight2: f32 = 0.1197;
const weight3: f32 = 0.0478;

/** The weighted mean of the middle and of the sums of those at distances 1, 2 and 3. */
export function weighed(middle: v128, sum1: v128, sum2: v128, sum3: v128): v128 {
  const near = f32x4.add(
    f32x4.mul(f32x4.splat(weight0), middle),
    f32x4.mul(f32x4.splat(weight1), sum1),
  );
  const far = f32x4.add(
    f32x4.mul(f32x4.splat(weight2), sum2),
    f32x4.mul(f32x4.splat(weight3), sum3),
  );
  return f32x4.add(near, far);
}

/** Of a times b, and c times d. */
export function sumOfProducts(a: v128, b: v128, c: v128, d: v128): v128 {
  return f32x4.add(f32x4.mul(a, b), f32x4.mul(c, d));
}

/** The weighted means around four columns of a row. */
export function meansAt(row: usize): v128 {
  return weighed(
    v128.load(row),
    f32x4.add(v128.load(row - 4), v128.load(row + 4)),
    f32x4.add(v128.load(row - 8), v128.load(row + 8)),
    f32x4.add(v128.load(row - 12), v128.load(row + 12)),
  );
}

/** Bytes that `repeatEdges` needs before a row, and after one of whole vectors. */
export const margin: usize = 32;

/** Repeats the outermost values of a row of `width` beyond its edges. */
export function repeatEdges(row: usize, width: i32): void {
  v128.store(row - 16, v128.load32_splat(row));
  const end = row + ((<usize>width) << 2);
  const last = v128.load32_splat(end - 4);
  v128.store(end, last);
  v128.store(end, last, 16);
}
