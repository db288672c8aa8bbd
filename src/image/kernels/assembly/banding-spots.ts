import { take } from './arena.ts';

/**
 * See `banding-spots.ts` of `image/score`: windows counted by cells of 32x32, in which their first pixels
 * lie, and the worst of all spots of 2x2 cells.
 */

const cellSide = 32;

/** Errors above 8 levels count as these, and above 16 where the source has one colour. */
const mostError = 256;
const mostFlatError = 512;

/** A spot with fewer windows of drawn gradients, or a smaller share of all soft ones, does not count. */
const leastWindows: f64 = 512;
/** Those of less than a quarter of a spot count less. */
const largeWindows: f64 = 1024;
const leastDrawn: f64 = 0.6;

/** What is counted: drawn, soft, brightness, blue, red, squares, flat. Each has four parts while a row of cells is counted. */
const countCount: usize = 7;
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
  addTo(partsAt(at) + 96, v128.and(flat, all));
}

function flatSquare(errors: v128): v128 {
  const error = limited(errors, mostFlatError);
  return i32x4.mul(error, error);
}

/** Four windows of which some are soft, and not of one colour: a mask. */
export function addSoft(at: usize, soft: v128): void {
  addTo(partsAt(at) + 16, i32x4.neg(soft));
}

/** Those of them that are drawn gradients: a mask, and the errors of all four. */
export function addBands(at: usize, drawn: v128, lumas: v128, blues: v128, reds: v128): void {
  const to = partsAt(at);
  const luma = v128.and(drawn, limited(lumas, mostError));
  const blue = v128.and(drawn, limited(blues, mostError));
  const red = v128.and(drawn, limited(reds, mostError));
  addTo(to, i32x4.neg(drawn));
  addTo(to + 32, luma);
  addTo(to + 48, blue);
  addTo(to + 64, red);
  const squares = i32x4.add(i32x4.mul(luma, luma), i32x4.mul(blue, blue));
  addTo(to + 80, i32x4.add(squares, i32x4.mul(red, red)));
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
    const drawn = countOf(upper, lower, at, step, 0);
    const soft = countOf(upper, lower, at, step, 4);
    raise(worst + 8, countOf(upper, lower, at, step, 24));
    if (drawn < leastWindows || drawn < leastDrawn * soft) continue;
    const luma = countOf(upper, lower, at, step, 8);
    const blue = countOf(upper, lower, at, step, 12);
    const red = countOf(upper, lower, at, step, 16);
    const squares = countOf(upper, lower, at, step, 20);
    const spread = drawn * squares - luma * luma - blue * blue - red * red;
    raise(worst, spread / (drawn * max<f64>(drawn, largeWindows)));
  }
}

function raise(at: usize, value: f64): void {
  store<f64>(at, max<f64>(load<f64>(at), value));
}

/** A count in the cells of a spot: all numbers are whole and below 2^53. */
function countOf(upper: usize, lower: usize, at: usize, step: usize, field: usize): f64 {
  let sum = rowCount(upper + at + field, step);
  if (lower !== upper) sum += rowCount(lower + at + field, step);
  return sum;
}

function rowCount(at: usize, step: usize): f64 {
  const first = <f64>load<i32>(at);
  return step === 0 ? first : first + <f64>load<i32>(at + step);
}
