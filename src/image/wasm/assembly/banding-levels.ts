/** The levels in which banding is measured, of four pixels. */

/** Luminance in 1/256 levels, weights of BT.601. */
export function lumaOf(pixels: v128, backdrop: i32): v128 {
  const luma = weighted(pixels, i16x8(77, 150, 29, 0, 77, 150, 29, 0));
  return blended(luma, pixels, i32x4.splat(backdrop << 8));
}

/** Blue less green, plus 255, in 1/128 levels. */
export function blueOf(pixels: v128): v128 {
  return colourOf(pixels, i16x8(0, -128, 128, 0, 0, -128, 128, 0));
}

/** Red less green, plus 255, in 1/128 levels. */
export function redOf(pixels: v128): v128 {
  return colourOf(pixels, i16x8(128, -128, 0, 0, 128, -128, 0, 0));
}

function colourOf(pixels: v128, weights: v128): v128 {
  const grey = i32x4.splat(32640);
  return blended(i32x4.add(weighted(pixels, weights), grey), pixels, grey);
}

function weighted(pixels: v128, weights: v128): v128 {
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), weights);
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), weights);
  return i32x4.add(
    v128.shuffle<i32>(low, high, 0, 2, 4, 6),
    v128.shuffle<i32>(low, high, 1, 3, 5, 7),
  );
}

/** On what lies under transparent pixels. All numbers are below 2^24, so the quotient is exact. */
function blended(level: v128, pixels: v128, under: v128): v128 {
  const opacity = i32x4.shr_u(pixels, 24);
  if (i32x4.all_true(i32x4.eq(opacity, i32x4.splat(255)))) return level;
  const rest = i32x4.sub(i32x4.splat(255), opacity);
  const ground = i32x4.mul(rest, under);
  const sum = i32x4.add(i32x4.mul(level, opacity), i32x4.add(ground, i32x4.splat(127)));
  return i32x4.trunc_sat_f32x4_s(f32x4.div(f32x4.convert_i32x4_s(sum), f32x4.splat(255)));
}
