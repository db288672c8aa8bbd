/**
 * sRGB of four values at a time (IEC 61966-2-1). Its powers are polynomials of degree 4 in roots, fitted at
 * Chebyshev nodes; levels and light are within 0.02 of a level of the exact ones.
 */

/** Levels up to this one are proportional to light. */
const lastLinearLevel: f32 = 0.04045 * 255;
const lightOfLevel: f32 = <f32>(1 / (12.92 * 255));

/** From a level to the base of the power 2.4. */
const perLevel: f32 = <f32>(1 / (1.055 * 255));
const offset: f32 = <f32>(0.055 / 1.055);

/** The base of the power, of levels from 0 to 255. */
export function baseOf(levels: v128): v128 {
  return f32x4.add(f32x4.mul(levels, f32x4.splat(perLevel)), f32x4.splat(offset));
}

/** The power 0.4 of a base. */
export function powerOf(base: v128): v128 {
  const root = f32x4.sqrt(base);
  const low = add(times(root, 1.26051791), 0.04405611);
  const high = add(times(root, 0.32013379), -0.5381753);
  return quartic(root, low, high, -0.08655751);
}

/** Linear light from 0 to 1 of levels. */
export function lightOf(levels: v128, base: v128, power: v128): v128 {
  const curved = f32x4.mul(f32x4.mul(base, base), power);
  return v128.bitselect(times(levels, lightOfLevel), curved, isLinear(levels));
}

/** How much light one more level adds. */
export function riseOf(levels: v128, base: v128, power: v128): v128 {
  const curved = times(f32x4.mul(base, power), 2.4 * perLevel);
  return v128.bitselect(f32x4.splat(lightOfLevel), curved, isLinear(levels));
}

function isLinear(levels: v128): v128 {
  return f32x4.le(levels, f32x4.splat(lastLinearLevel));
}

/** Levels of light from 0 to 1. */
export function levelsOf(light: v128): v128 {
  const root = f32x4.sqrt(f32x4.sqrt(light));
  const low = add(times(root, 0.18770714), -0.0093293);
  const high = add(times(root, -0.31222506), 1.05911977);
  const power = quartic(root, low, high, 0.07475393);
  const curved = add(times(power, 1.055 * 255), -0.055 * 255);
  const linear = times(light, 12.92 * 255);
  return v128.bitselect(linear, curved, f32x4.le(light, f32x4.splat(0.0031308)));
}

/** `low`, and `high` times the square of `x`, and its fourth power: what does not wait for each other. */
function quartic(x: v128, low: v128, high: v128, fourth: f32): v128 {
  const square = f32x4.mul(x, x);
  return f32x4.add(low, f32x4.mul(square, f32x4.add(high, times(square, fourth))));
}

export function times(values: v128, factor: f32): v128 {
  return f32x4.mul(values, f32x4.splat(factor));
}

export function add(values: v128, value: f32): v128 {
  return f32x4.add(values, f32x4.splat(value));
}
