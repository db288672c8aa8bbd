import { take } from './arena.ts';

/** See `bandingOf`: the mean errors of smooth windows of 5x5 pixels, counted in histograms. */

const side = 5;

/**
 * Errors in steps of 1/32 level, up to 8 levels. One table for each pixel of a vector: four of windows in
 * which the source changes, then four of those in which it does not.
 */
const counted = 256;
const tableBytes = (counted + 1) * 4;
const histogramBytes = 8 * tableBytes;
export const histograms: usize = memory.data(histogramBytes, 16);

/** Smooth windows have 25 times the squares, less the squared sum, below this: (3 * 256)^2 * 25^2. */
const smoothBelow: f64 = 368640000;
/** The sum of errors of a window that is one step of the histogram: 25 * 256 / 32. */
const stepOfErrors: f32 = 200;

let rowBytes: usize = 0;
/** The levels, then the errors, of the last five rows. */
let ring: usize = 0;
/** Sums over five rows: of levels, of errors, and of the squares of levels as doubles. */
let levelSums: usize = 0;
let errorSums: usize = 0;
let squareSums: usize = 0;
let rows: i32 = 0;

/** Takes memory for pictures of this width. */
export function openBanding(width: i32): void {
  // Sums are read up to eight values beyond a row.
  rowBytes = (<usize>((width + 15) & ~3)) << 2;
  ring = take(2 * <usize>side * rowBytes);
  levelSums = take(4 * rowBytes);
  errorSums = levelSums + rowBytes;
  squareSums = errorSums + rowBytes;
}

/** Begins a count, in memory that was taken. */
export function beginBanding(): void {
  rows = 0;
  memory.fill(histograms, 0, histogramBytes);
  memory.fill(ring, 0, 2 * <usize>side * rowBytes);
  memory.fill(levelSums, 0, 4 * rowBytes);
}

/** The next row of both pictures, on a grey `backdrop` where they are transparent. */
export function addBandingRow(source: usize, result: usize, backdrop: i32, width: i32): void {
  const levels = ring + <usize>(rows % side) * 2 * rowBytes;
  const errors = levels + rowBytes;
  const end = (<usize>width) << 2;
  for (let x: usize = 0; x < end; x += 16) {
    const level = lumaOf(v128.load(source + x), backdrop);
    const error = i32x4.sub(lumaOf(v128.load(result + x), backdrop), level);
    const oldLevel = v128.load(levels + x);
    addAt(levelSums + x, i32x4.sub(level, oldLevel));
    addAt(errorSums + x, i32x4.sub(error, v128.load(errors + x)));
    const squares = squareSums + 2 * x;
    const low = f64x2.convert_low_i32x4_s(level);
    const oldLow = f64x2.convert_low_i32x4_s(oldLevel);
    replaceSquare(squares, low, oldLow);
    replaceSquare(
      squares + 16,
      f64x2.convert_low_i32x4_s(upperHalf(level)),
      f64x2.convert_low_i32x4_s(upperHalf(oldLevel)),
    );
    v128.store(levels + x, level);
    v128.store(errors + x, error);
  }
  rows++;
  if (rows >= side) countWindows(width);
}

/** Luminance in 1/256 levels, weights of BT.601. All numbers are below 2^24, so the quotient is exact. */
function lumaOf(pixels: v128, backdrop: i32): v128 {
  const weights = i16x8(77, 150, 29, 0, 77, 150, 29, 0);
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), weights);
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), weights);
  const luma = i32x4.add(
    v128.shuffle<i32>(low, high, 0, 2, 4, 6),
    v128.shuffle<i32>(low, high, 1, 3, 5, 7),
  );
  const opacity = i32x4.shr_u(pixels, 24);
  if (i32x4.all_true(i32x4.eq(opacity, i32x4.splat(255)))) return luma;
  const rest = i32x4.sub(i32x4.splat(255), opacity);
  const ground = i32x4.mul(rest, i32x4.splat(backdrop << 8));
  const sum = i32x4.add(i32x4.mul(luma, opacity), i32x4.add(ground, i32x4.splat(127)));
  return i32x4.trunc_sat_f32x4_s(f32x4.div(f32x4.convert_i32x4_s(sum), f32x4.splat(255)));
}

function addAt(sums: usize, change: v128): void {
  v128.store(sums, i32x4.add(v128.load(sums), change));
}

function replaceSquare(sums: usize, value: v128, old: v128): void {
  const change = f64x2.sub(f64x2.mul(value, value), f64x2.mul(old, old));
  v128.store(sums, f64x2.add(v128.load(sums), change));
}

function upperHalf(values: v128): v128 {
  return v128.shuffle<i32>(values, values, 2, 3, 2, 3);
}

/** Counts the windows that end in this row, each at its first column. */
function countWindows(width: i32): void {
  const step = f32x4.splat(stepOfErrors);
  for (let x = 0; x + side <= width; x += 4) {
    const at = (<usize>x) << 2;
    const level = sumOfWindow(levelSums + at);
    const squares = squareSums + 2 * at;
    const low = spreadOfPair(f64x2.convert_low_i32x4_s(level), squares);
    const high = spreadOfPair(f64x2.convert_low_i32x4_s(upperHalf(level)), squares + 16);
    let smooth = bitsOf(f64x2.lt(low, smoothest()), f64x2.lt(high, smoothest()));
    const left = width - side + 1 - x;
    if (left < 4) smooth &= (1 << left) - 1;
    if (smooth === 0) continue;
    const constant = bitsOf(f64x2.eq(low, f64x2.splat(0)), f64x2.eq(high, f64x2.splat(0)));
    const error = f32x4.convert_i32x4_s(i32x4.abs(sumOfWindow(errorSums + at)));
    const steps = i32x4.trunc_sat_f32x4_s(f32x4.div(error, step));
    const bins = i32x4.min_s(steps, i32x4.splat(counted));
    if (smooth & 1) count(0 + 4 * (constant & 1), i32x4.extract_lane(bins, 0));
    if (smooth & 2) count(1 + 4 * ((constant >> 1) & 1), i32x4.extract_lane(bins, 1));
    if (smooth & 4) count(2 + 4 * ((constant >> 2) & 1), i32x4.extract_lane(bins, 2));
    if (smooth & 8) count(3 + 4 * (constant >> 3), i32x4.extract_lane(bins, 3));
  }
}

function sumOfWindow(sums: usize): v128 {
  let sum = v128.load(sums);
  for (let column = 1; column < side; column++) {
    sum = i32x4.add(sum, v128.load(sums + 4 * <usize>column));
  }
  return sum;
}

/** How much the source changes in two windows. All numbers are whole and below 2^53. */
function spreadOfPair(level: v128, squares: usize): v128 {
  let square = v128.load(squares);
  for (let column = 1; column < side; column++) {
    square = f64x2.add(square, v128.load(squares + 8 * <usize>column));
  }
  return f64x2.sub(f64x2.mul(f64x2.splat(side * side), square), f64x2.mul(level, level));
}

function smoothest(): v128 {
  return f64x2.splat(smoothBelow);
}

/** A bit for each of four windows. */
function bitsOf(low: v128, high: v128): i32 {
  return i64x2.bitmask(low) | (i64x2.bitmask(high) << 2);
}

function count(table: usize, bin: i32): void {
  const at = histograms + <usize>(table * tableBytes) + ((<usize>bin) << 2);
  store<u32>(at, load<u32>(at) + 1);
}
