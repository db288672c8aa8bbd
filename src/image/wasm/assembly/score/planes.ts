import { changesOf, differencesOf, lightOf, Scale, valuesOf } from './scale.ts';
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
  let changes = changesOf(scale, y);
  let long = f32x4.splat(0);
  let medium = long;
  let short = long;
  for (let x: usize = 0; x < end; x += 16, changes++) {
    const isChanged = differs(source + x, result + x, rowBytes);
    store<u8>(changes, u8(isChanged));
    // In flat areas four columns have what the four before them have.
    if (x === 0 || differs(source + x, source + x - 16, rowBytes)) {
      long = coneAt(0, source + x, rowBytes);
      medium = coneAt(1, source + x, rowBytes);
      if (wantsBlueYellow) short = coneAt(2, source + x, rowBytes);
    }
    const luma = meanOf(long, medium);
    const otherLong = isChanged ? coneAt(0, result + x, rowBytes) : long;
    const otherMedium = isChanged ? coneAt(1, result + x, rowBytes) : medium;
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
      const value = f32x4.sub(short, luma);
      v128.store(blueYellow + x, value);
      const other = isChanged ? f32x4.sub(coneAt(2, result + x, rowBytes), otherLuma) : value;
      v128.store(blueYellow + toDifferences + x, f32x4.sub(other, value));
    }
  }
}

/** Whether the light of four columns is not that of four others. */
function differs(light: usize, other: usize, rowBytes: usize): bool {
  const red = v128.xor(v128.load(light), v128.load(other));
  const green = v128.xor(v128.load(light + rowBytes), v128.load(other + rowBytes));
  const blue = v128.xor(v128.load(light + 2 * rowBytes), v128.load(other + 2 * rowBytes));
  return v128.any_true(v128.or(v128.or(red, green), blue));
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
