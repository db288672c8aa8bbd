/**
 * The planes of XYB of four pixels, the colour space of JPEG XL: differences and means of the cube roots of the three
 * cone responses. Source of the cone weights: ISO/IEC 18181-1.
 */

/** Added to each cone response: keeps the slope of the cube root finite at black. */
const darkNoise: f32 = 0.0038;

export function longCones(red: v128, green: v128, blue: v128): v128 {
  return response(red, green, blue, 0.3, 0.622, 0.078);
}

export function mediumCones(red: v128, green: v128, blue: v128): v128 {
  return response(red, green, blue, 0.23, 0.692, 0.078);
}

export function shortCones(red: v128, green: v128, blue: v128): v128 {
  return response(red, green, blue, 0.243, 0.205, 0.552);
}

function response(red: v128, green: v128, blue: v128, r: f32, g: f32, b: f32): v128 {
  const warm = f32x4.add(f32x4.mul(red, f32x4.splat(r)), f32x4.mul(green, f32x4.splat(g)));
  const cold = f32x4.add(f32x4.mul(blue, f32x4.splat(b)), f32x4.splat(darkNoise));
  return cubeRoot(f32x4.add(warm, cold));
}

/** A third of the exponent's bias, so that a third of a float's bits are near its cube root. */
const rootBias: f32 = 709921077;

/** Cube roots of positive numbers: a guess from the bits, then two steps of Halley's method. */
function cubeRoot(value: v128): v128 {
  const third = f32x4.mul(f32x4.convert_i32x4_s(value), f32x4.splat(1.0 / 3.0));
  const guess = i32x4.trunc_sat_f32x4_s(f32x4.add(third, f32x4.splat(rootBias)));
  return nearer(nearer(guess, value), value);
}

function nearer(root: v128, value: v128): v128 {
  const cube = f32x4.mul(f32x4.mul(root, root), root);
  const numerator = f32x4.add(cube, f32x4.add(value, value));
  return f32x4.mul(root, f32x4.div(numerator, f32x4.add(f32x4.add(cube, cube), value)));
}
