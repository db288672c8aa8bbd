import { differencesOf, lightOf, Scale, valuesOf } from './scale.ts';
import { longCones, mediumCones, shortCones } from './xyb.ts';

/** Brings the narrow red-green plane to the range of the others. */
const redGreenGain: f32 = 7;

/**
 * Subtracted from the values of luma, which changes no error: the smaller the values, the less their
 * squares are off as floats.
 */
const middleLuma: f32 = 0.6;

/** The planes of row `y` of both pictures from its light. Of colour, those that are wanted. */
export function writePlanes(
  scale: Scale,
  y: i32,
  wantsRedGreen: bool,
  wantsBlueYellow: bool,
): void {
  const rowBytes = scale.rowBytes;
  const source = lightOf(scale, y);
  const result = source + 3 * rowBytes;
  const values = valuesOf(scale, 0, y);
  const redGreen = valuesOf(scale, 1, y);
  const blueYellow = valuesOf(scale, 2, y);
  const toDifferences = differencesOf(scale, 0, y) - values;
  const end = (<usize>scale.width) << 2;
  for (let x: usize = 0; x < end; x += 16) {
    const long = coneAt(0, source + x, rowBytes);
    const medium = coneAt(1, source + x, rowBytes);
    const luma = meanOf(long, medium);
    const otherLong = coneAt(0, result + x, rowBytes);
    const otherMedium = coneAt(1, result + x, rowBytes);
    const otherLuma = meanOf(otherLong, otherMedium);
    v128.store(values + x, f32x4.sub(luma, f32x4.splat(middleLuma)));
    v128.store(values + toDifferences + x, f32x4.sub(otherLuma, luma));
    if (wantsRedGreen) {
      const value = opponentOf(long, medium);
      v128.store(redGreen + x, value);
      const other = opponentOf(otherLong, otherMedium);
      v128.store(redGreen + toDifferences + x, f32x4.sub(other, value));
    }
    if (wantsBlueYellow) {
      const value = f32x4.sub(coneAt(2, source + x, rowBytes), luma);
      v128.store(blueYellow + x, value);
      const other = f32x4.sub(coneAt(2, result + x, rowBytes), otherLuma);
      v128.store(blueYellow + toDifferences + x, f32x4.sub(other, value));
    }
  }
}

function coneAt(cone: i32, light: usize, rowBytes: usize): v128 {
  const red = v128.load(light);
  const green = v128.load(light + rowBytes);
  const blue = v128.load(light + 2 * rowBytes);
  if (cone === 0) return longCones(red, green, blue);
  return cone === 1 ? mediumCones(red, green, blue) : shortCones(red, green, blue);
}

function meanOf(long: v128, medium: v128): v128 {
  return f32x4.mul(f32x4.add(long, medium), f32x4.splat(0.5));
}

function opponentOf(long: v128, medium: v128): v128 {
  return f32x4.mul(f32x4.sub(long, medium), f32x4.splat(redGreenGain));
}
