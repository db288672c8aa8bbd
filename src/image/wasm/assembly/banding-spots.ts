import { take } from './arena.ts';

/**
 * See `spotBanding`: windows counted by cells of 32x32, in which their first pixels lie, and the worst of all spots of
 * 2x2 cells.
 */

const cellSide = 32;

/** Errors above 8 levels of brightness, or 32 of colour, count as these; twice that where the source has one colour. */
const mostError = 256;
const mostFlatError = 512;

/** A spot with fewer windows of drawn gradients says too little. */
const leastWindows: f64 = 512;
/** Gradients in less than a quarter of a spot are seen less. */
const largeWindows: f64 = 1024;
/** Where fewer of all soft windows are those of drawn gradients, the spot is one of a photograph. */
const leastDrawn: f64 = 0.6;
/** Nearly all windows of a spot, 0.99: it lies in a soft slope without an edge, as of a wallpaper. */
const leastCalm: f64 = 4055;
/** Those around one step from side to side of a spot. With fewer it has one colour, whose errors are counted apart. */
const leastChanging: f64 = 256;

/**
 * What is counted of drawn windows, then of calm ones: number, brightness, blue, red, squares. Then soft and flat.
 * Each has four parts while a row of cells is counted.
 */
const countCount: usize = 12;
const drawnCounts: usize = 0;
const calmCounts: usize = 5;
const softCount: usize = 10;
const flatCount: usize = 11;
const partBytes: usize = countCount * 16;
const cellBytes: usize = countCount * 4;

/** Of the worst spots: the variance of errors, and the squares of errors where the source has one colour. */
export const worst: usize = memory.data(16, 16);

let columns: i32 = 0;
let parts: usize = 0;
/** The counts of the row of cells before, and of this one. */
let before: usize = 0;
let now: usize = 0;
let rows: i32 = 0;
let finished: i32 = 0;

/** Takes memory for rows of so many windows, which may be none. */
export function openSpots(windows: i32): void {
  columns = (max(windows, 0) + cellSide - 1) / cellSide;
  parts = take(<usize>columns * partBytes);
  before = take(<usize>columns * cellBytes);
  now = take(<usize>columns * cellBytes);
}

/** Begins a count, in memory that was taken. */
export function beginSpots(): void {
  rows = 0;
  finished = 0;
  memory.fill(worst, 0, 16);
  memory.fill(parts, 0, <usize>columns * partBytes);
}

/** The parts of the cell of the windows whose first pixels are 4 times `at`. */
function partsAt(at: usize): usize {
  return parts + (at >> 7) * partBytes;
}

/** Four windows of which some have one colour: a mask, their errors, and what sticks out in their middle. */
export function addFlat(
  at: usize,
  flat: v128,
  luma: v128,
  middle: v128,
  blue: v128,
  red: v128,
): void {
  const brightness = i32x4.add(flatSquare(luma), flatSquare(middle));
  const all = i32x4.add(brightness, i32x4.add(flatSquare(blue), flatSquare(red)));
  addTo(partsAt(at) + flatCount * 16, v128.and(flat, all));
}

function flatSquare(errors: v128): v128 {
  const error = limited(errors, mostFlatError);
  return i32x4.mul(error, error);
}

/** Four windows of which some are soft, and not of one colour: a mask. */
export function addSoft(at: usize, soft: v128): void {
  addTo(partsAt(at) + softCount * 16, i32x4.neg(soft));
}

/** Four windows of which some are calm, and some of these drawn: two masks, and the errors of all four. */
export function addBands(
  at: usize,
  calm: v128,
  drawn: v128,
  lumas: v128,
  blues: v128,
  reds: v128,
): void {
  const luma = limited(lumas, mostError);
  const blue = limited(blues, mostError);
  const red = limited(reds, mostError);
  const both = i32x4.add(i32x4.mul(luma, luma), i32x4.mul(blue, blue));
  const squares = i32x4.add(both, i32x4.mul(red, red));
  addErrors(partsAt(at) + calmCounts * 16, calm, luma, blue, red, squares);
  if (!v128.any_true(drawn)) return;
  addErrors(partsAt(at) + drawnCounts * 16, drawn, luma, blue, red, squares);
}

function addErrors(to: usize, mask: v128, luma: v128, blue: v128, red: v128, squares: v128): void {
  addTo(to, i32x4.neg(mask));
  addTo(to + 16, v128.and(mask, luma));
  addTo(to + 32, v128.and(mask, blue));
  addTo(to + 48, v128.and(mask, red));
  addTo(to + 64, v128.and(mask, squares));
}

function limited(values: v128, most: i32): v128 {
  return i32x4.max_s(i32x4.min_s(values, i32x4.splat(most)), i32x4.splat(-most));
}

function addTo(at: usize, values: v128): void {
  v128.store(at, i32x4.add(v128.load(at), values));
}

/** To be called when all windows of a row are counted. */
export function endRow(): void {
  rows++;
  if (rows % cellSide === 0) finishCells();
}

/** To be called after the last row. */
export function endSpots(): void {
  if (rows % cellSide !== 0) finishCells();
  // One row of cells has spots of as many.
  if (finished === 1) findWorst(now, now);
}

function finishCells(): void {
  const older = before;
  before = now;
  now = older;
  let from = parts;
  for (let to = now; to < now + <usize>columns * cellBytes; to += 4, from += 16) {
    const sum = v128.load(from);
    const halves = i32x4.add(sum, v128.shuffle<i32>(sum, sum, 2, 3, 0, 1));
    store<i32>(to, i32x4.extract_lane(halves, 0) + i32x4.extract_lane(halves, 1));
  }
  memory.fill(parts, 0, <usize>columns * partBytes);
  finished++;
  if (finished > 1) findWorst(before, now);
}

/** Compares the spots in two rows of cells with the worst so far; in one row, where both are the same. */
function findWorst(upper: usize, lower: usize): void {
  const step = columns > 1 ? cellBytes : 0;
  for (let left = 0; left < max(columns - 1, 1); left++) {
    const at = <usize>left * cellBytes;
    raise(worst + 8, countOf(upper, lower, at, step, flatCount));
    const calm = countOf(upper, lower, at, step, calmCounts);
    const soft = countOf(upper, lower, at, step, softCount);
    if (calm >= leastCalm && soft >= leastChanging) {
      raise(worst, varianceOf(upper, lower, at, step, calmCounts));
    }
    const drawn = countOf(upper, lower, at, step, drawnCounts);
    if (drawn < leastWindows || drawn < leastDrawn * soft) continue;
    raise(worst, varianceOf(upper, lower, at, step, drawnCounts));
  }
}

/** Of the errors in the windows of a spot. */
function varianceOf(upper: usize, lower: usize, at: usize, step: usize, counts: usize): f64 {
  const windows = countOf(upper, lower, at, step, counts);
  const luma = countOf(upper, lower, at, step, counts + 1);
  const blue = countOf(upper, lower, at, step, counts + 2);
  const red = countOf(upper, lower, at, step, counts + 3);
  const squares = countOf(upper, lower, at, step, counts + 4);
  const spread = windows * squares - luma * luma - blue * blue - red * red;
  return spread / (windows * max<f64>(windows, largeWindows));
}

function raise(at: usize, value: f64): void {
  store<f64>(at, max<f64>(load<f64>(at), value));
}

/** A count in the cells of a spot: all numbers are whole and below 2^53. */
function countOf(upper: usize, lower: usize, at: usize, step: usize, count: usize): f64 {
  const field = at + count * 4;
  let sum = rowCount(upper + field, step);
  if (lower !== upper) sum += rowCount(lower + field, step);
  return sum;
}

function rowCount(at: usize, step: usize): f64 {
  const first = <f64>load<i32>(at);
  return step === 0 ? first : first + <f64>load<i32>(at + step);
}
