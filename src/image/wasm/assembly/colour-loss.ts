/** Number of pixels whose colour, apart from brightness, is visibly wrong. See `Comparison`. */
export function lostColours(source: usize, result: usize, width: i32): i32 {
  let lost = 0;
  const end = source + (((<usize>width) << 2) & ~15);
  for (; source < end; source += 16, result += 16) {
    lost += lostOf(v128.load(source), v128.load(result));
  }
  for (let left = width & 3; left > 0; left--, source += 4, result += 4) {
    lost += lostOf(v128.load32_zero(source), v128.load32_zero(result));
  }
  return lost;
}

/** The number among four pixels. */
function lostOf(source: v128, result: v128): i32 {
  const low = i16x8.sub(i16x8.extend_low_i8x16_u(source), i16x8.extend_low_i8x16_u(result));
  const high = i16x8.sub(i16x8.extend_high_i8x16_u(source), i16x8.extend_high_i8x16_u(result));
  const wrong = i8x16.bitmask(i8x16.narrow_i16x8_s(wrongOf(low), wrongOf(high)));
  // Red is the first of the four bits of a pixel, blue the third.
  return popcnt((wrong | (wrong >> 2)) & 0x1111);
}

/** Which red and blue, less green, are off by more than 40 levels; blue counts half. */
function wrongOf(differences: v128): v128 {
  const green = v128.shuffle<i16>(differences, differences, 1, 1, 1, 1, 5, 5, 5, 5);
  const seen = i16x8(40, 0x7fff, 80, 0x7fff, 40, 0x7fff, 80, 0x7fff);
  return i16x8.gt_s(i16x8.abs(i16x8.sub(differences, green)), seen);
}
