/** Linear light: rows of red, green and blue as floats from 0 to 1. */

/** The linear value of each of the 256 levels of sRGB, which the host writes. */
export const levels: usize = memory.data(1024, 16);

/** Three rows, `rowBytes` apart, of a row of pixels. */
export function lightRow(pixels: usize, width: i32, to: usize, rowBytes: usize): void {
  const end = pixels + ((<usize>width) << 2);
  for (; pixels < end; pixels += 4, to += 4) {
    store<f32>(to, lightOf(load<u8>(pixels)));
    store<f32>(to + rowBytes, lightOf(load<u8>(pixels, 1)));
    store<f32>(to + 2 * rowBytes, lightOf(load<u8>(pixels, 2)));
  }
}

/** The same of a row of which `light` has that of another picture's, which is taken where their pixels are equal. */
export function likeLightRow(
  pixels: usize,
  others: usize,
  light: usize,
  width: i32,
  to: usize,
  rowBytes: usize,
): void {
  const end = pixels + ((<usize>width) << 2);
  for (; pixels < end; pixels += 16, others += 16, light += 16, to += 16) {
    if (v128.any_true(v128.xor(v128.load(pixels), v128.load(others)))) {
      lightRow(pixels, min(4, <i32>((end - pixels) >> 2)), to, rowBytes);
      continue;
    }
    v128.store(to, v128.load(light));
    v128.store(to + rowBytes, v128.load(light + rowBytes));
    v128.store(to + 2 * rowBytes, v128.load(light + 2 * rowBytes));
  }
}

function lightOf(level: u8): f32 {
  return load<f32>(levels + ((<usize>level) << 2));
}

/** Means of 2x2 pixels of two rows of `width` floats. An odd last column is repeated, in the rows too. */
export function halveRows(upper: usize, lower: usize, width: i32, to: usize): void {
  repeatLast(upper, width);
  repeatLast(lower, width);
  const end = to + ((<usize>((width + 1) >> 1)) << 2);
  for (; to < end; to += 16, upper += 32, lower += 32) {
    const left = f32x4.add(v128.load(upper), v128.load(lower));
    const right = f32x4.add(v128.load(upper, 16), v128.load(lower, 16));
    const even = v128.shuffle<f32>(left, right, 0, 2, 4, 6);
    const odd = v128.shuffle<f32>(left, right, 1, 3, 5, 7);
    v128.store(to, f32x4.mul(f32x4.add(even, odd), f32x4.splat(0.25)));
  }
}

function repeatLast(row: usize, width: i32): void {
  const end = row + ((<usize>width) << 2);
  store<f32>(end, load<f32>(end - 4));
}
