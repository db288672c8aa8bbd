import { arenaHasRoom, clearArena, take } from './arena.ts';
import { levelsOf, setHalfStep } from './half-steps.ts';
import { beginSmoothness, isSmooth, measureSmoothness, openSmoothness } from './smoothness.ts';

/**
 * Rounds the rows of a picture for `lossyRows`, which describes what is done. An error gives 27 of its 35 parts away:
 * 2 3 to the right, 2 8 2 2 2 in the next row, 2 3 1 in the one after. The samples to the left of and above another
 * predict it, so what they give to it makes its difference larger. In place of errors that are spread, each sample
 * collects those around it, in the order in which they would have arrived.
 */

/** Pixels to each side that an error is spread to, and that tell whether a pixel is in a flat or smooth area. */
const reach: i32 = 2;

/** An error that is larger, as at the ends of the scale, would show where it is made good. */
const mostSpread: f64 = 32;

let rowBytes: i32 = 0;
let bands: i32 = 0;
let isFirst: bool = true;
/** Rows as they are, behind the one above them. */
let source: usize = 0;
/** Rows behind their filter bytes. */
let filtered: usize = 0;
/** Levels of the result: this row's, and those of the one above. */
let row: usize = 0;
let above: usize = 0;
/** Zeros to the left of a row. */
const rowBefore: usize = 16;
/** 35ths of the errors of this row and of the two above, each between two margins that stay 0. */
let errors: usize = 0;
let errorsAbove: usize = 0;
let errorsFarAbove: usize = 0;
/** What each sample of this row is given by the rows above. */
let received: usize = 0;

/**
 * Takes memory for strips of `rows` rows; the first strip begins a picture. False where it does not suffice; nothing
 * else may be called then.
 */
export function openRounding(bytes: i32, pixelBands: i32, rows: i32): bool {
  clearArena();
  rowBytes = bytes;
  bands = pixelBands;
  isFirst = true;
  source = take(<usize>bytes * (rows + 1));
  filtered = take((<usize>bytes + 1) * rows);
  row = take(rowBefore + bytes) + rowBefore;
  above = take(rowBefore + bytes) + rowBefore;
  errors = take(errorBytes());
  errorsAbove = take(errorBytes());
  errorsFarAbove = take(errorBytes());
  received = take(errorBytes());
  openSmoothness(bytes / pixelBands, pixelBands);
  if (!arenaHasRoom()) return false;
  begin();
  return true;
}

/** Begins a picture, in memory that was taken. */
function begin(): void {
  memory.fill(source, 0, rowBytes);
  memory.fill(row - rowBefore, 0, rowBefore);
  memory.fill(above - rowBefore, 0, rowBefore + rowBytes);
  memory.fill(errors, 0, errorBytes());
  memory.fill(errorsAbove, 0, errorBytes());
  memory.fill(errorsFarAbove, 0, errorBytes());
  beginSmoothness();
}

/** With room for two numbers that are read at once. */
function errorBytes(): usize {
  return (<usize>(rowBytes + 2 * reach * bands + 2)) << 3;
}

/** Where the rows of a strip are written. */
export function rowsToRound(): usize {
  return source + rowBytes;
}

/** Where they are read when they are rounded. */
export function roundedRows(): usize {
  return filtered;
}

/** Rounds `rows` rows to multiples of `step` levels, 1 or more. The next call goes on below them. */
export function roundRows(rows: i32, step: f64): void {
  setHalfStep(step / 2);
  let from = source + rowBytes;
  let to = filtered;
  for (let left = rows; left > 0; left--, from += rowBytes, to += rowBytes + 1) {
    receiveErrors();
    measureSmoothness(from);
    store<u8>(to, averageFilter);
    roundRow(from, to + 1, step);
    isFirst = false;
    const lastRow = row;
    row = above;
    above = lastRow;
    const farErrors = errorsFarAbove;
    errorsFarAbove = errorsAbove;
    errorsAbove = errors;
    errors = farErrors;
  }
  memory.copy(source, from - rowBytes, rowBytes);
}

/** The filter type whose prediction is the mean of the samples to the left and above. PNG, section 9. */
const averageFilter: u8 = 3;

/** What the errors of the two rows above give. */
function receiveErrors(): void {
  const near = (<usize>bands) << 3;
  const far = near * reach;
  const end = (<usize>rowBytes) << 3;
  const two = f64x2.splat(2);
  const three = f64x2.splat(3);
  const eight = f64x2.splat(8);
  for (let at: usize = 0; at < end; at += 16) {
    const farAbove = errorsFarAbove + far + at;
    const closeBy = errorsAbove + far + at;
    let sum = v128.load(farAbove - near);
    sum = f64x2.add(sum, f64x2.mul(v128.load(farAbove), three));
    sum = f64x2.add(sum, f64x2.mul(v128.load(farAbove + near), two));
    sum = f64x2.add(sum, f64x2.mul(v128.load(closeBy - far), two));
    sum = f64x2.add(sum, f64x2.mul(v128.load(closeBy - near), two));
    sum = f64x2.add(sum, f64x2.mul(v128.load(closeBy), two));
    sum = f64x2.add(sum, f64x2.mul(v128.load(closeBy + near), eight));
    sum = f64x2.add(sum, f64x2.mul(v128.load(closeBy + far), two));
    v128.store(received + at, sum);
  }
}

function roundRow(from: usize, to: usize, step: f64): void {
  const colours = bands & 1 ? bands : bands - 1;
  const near = (<usize>bands) << 3;
  const far = near * reach;
  const margin = reach * bands;
  const halfStep = step / 2;
  let pixel = 0;
  let streak = 0;
  for (let x = 0; x < min(margin, rowBytes); x += bands) streak = streakAt(from + x, streak);
  for (let x = 0; x < rowBytes; x += bands) {
    streak = x + margin < rowBytes ? streakAt(from + x + margin, streak) : 0;
    const isFlat = !isFirst && streak > 2 * reach;
    const isVisible = colours === bands || load<u8>(from + x + colours) !== 0;
    const isRounded = isVisible && !isFlat;
    const halves = isSmooth(pixel++) ? 1 : 2;
    const divisor = halfStep * <f64>halves;
    for (let band = 0; band < bands; band++) {
      const at = x + band;
      const wanted = <i32>load<u8>(from + at);
      const predicted = (<i32>load<u8>(row + at - bands) + <i32>load<u8>(above + at)) >> 1;
      const own = errors + far + ((<usize>at) << 3);
      let level = wanted;
      let part: f64 = 0;
      if (band < colours && isRounded) {
        const sum = load<f64>(received + ((<usize>at) << 3)) + load<f64>(own - far) * 3;
        const corrected = <f64>wanted + (sum + load<f64>(own - near) * 2);
        const steps = (corrected - <f64>predicted) / divisor;
        const whole = <i32>floor(abs(steps) + roundUpOf(band, colours)) * halves;
        const signed = steps < 0 ? -whole : whole;
        level = min(max(predicted + levelsOf(signed), 0), 255);
        const error = corrected - <f64>level;
        part = (error > mostSpread ? mostSpread : error < -mostSpread ? -mostSpread : error) / 35;
      } else if (band < colours && !isVisible) {
        level = predicted;
      }
      store<f64>(own, part);
      store<u8>(row + at, <u8>level);
      store<u8>(to + at, <u8>(level - predicted));
    }
  }
}

/**
 * What is added to a number of steps before its fraction is cut off, of red, green and blue, or of grey. The eye sees
 * errors of green most and those of blue least, and more zeros take fewer bytes.
 */
function roundUpOf(band: i32, colours: i32): f64 {
  if (colours === 1 || band === 1) return 0.5;
  return band === 0 ? 0.4 : 0.2;
}

/**
 * The number of pixels up to this one that have one colour, as have those above them, where it is `streak`
 * up to the one before.
 */
function streakAt(pixel: usize, streak: i32): i32 {
  if (!isSame(pixel, pixel - rowBytes)) return 0;
  return streak > 0 && isSame(pixel, pixel - bands) ? streak + 1 : 1;
}

function isSame(pixel: usize, other: usize): bool {
  if (bands === 4) return load<u32>(pixel) === load<u32>(other);
  if (bands === 1) return load<u8>(pixel) === load<u8>(other);
  if (load<u16>(pixel) !== load<u16>(other)) return false;
  return bands === 2 || load<u8>(pixel, 2) === load<u8>(other, 2);
}
