import { take } from './arena.ts';
import { blueOf, lumaOf, redOf } from './banding-levels.ts';
import * as spots from './banding-spots.ts';
import {
  side,
  slopeAcross,
  slopeOfPair,
  spreadOfPair,
  sumOfWindow,
  upperHalf,
} from './banding-windows.ts';

/** See `bandingOfCounts`: the mean errors of smooth windows of 5x5 pixels, counted in histograms and by spots. */

/**
 * Errors in steps of 1/32 level, up to 8 levels. One table for each pixel of a vector: four of windows in
 * which the source changes, then four of those in which it does not.
 */
const counted = 256;
const tableBytes = (counted + 1) * 4;
const histogramBytes = 8 * tableBytes;
export const histograms: usize = memory.data(histogramBytes, 16);

/** Bands are visible where the source is smooth: in windows with a standard deviation below 3 levels. */
const softSpread: f64 = 737280000;
/** Drawn gradients have less than 0.6 levels, with rounding; photographs mostly have more. */
const drawnSpread: f64 = 29491200;
/** The square of a slope of 0.15 levels a pixel. Noise in one colour has hardly as much. */
const leastSlope: f64 = 3686400;
/** The sum of errors of a window that is one step: 25 * 256 / 32. */
const stepOfErrors: f32 = 200;
/** The same for differences of colour, which are in 1/128 levels and count a quarter. */
const stepOfColours: f32 = 2 * stepOfErrors;

let rowBytes: usize = 0;
/** The levels, then the errors of brightness, of blue and of red, of the last five rows. */
let ring: usize = 0;
const planes: usize = 4;
/** Sums over five rows: of these four, of levels times their distances from the middle row, and of squares as doubles. */
let sums: usize = 0;
let downSums: usize = 0;
let squareSums: usize = 0;
let rows: i32 = 0;

/** Takes memory for pictures of this width. */
export function openBanding(width: i32): void {
  // Sums are read up to eight values beyond a row.
  rowBytes = (<usize>((width + 15) & ~3)) << 2;
  ring = take(planes * <usize>side * rowBytes);
  sums = take((planes + 3) * rowBytes);
  downSums = sums + planes * rowBytes;
  squareSums = downSums + rowBytes;
  spots.openSpots(width - side + 1);
}

/** Begins a count, in memory that was taken. */
export function beginBanding(): void {
  rows = 0;
  memory.fill(histograms, 0, histogramBytes);
  memory.fill(ring, 0, planes * <usize>side * rowBytes);
  memory.fill(sums, 0, (planes + 3) * rowBytes);
  spots.beginSpots();
}

/** The next row of both pictures, on a grey `backdrop` where they are transparent. */
export function addBandingRow(source: usize, result: usize, backdrop: i32, width: i32): void {
  const levels = ring + <usize>(rows % side) * planes * rowBytes;
  const end = (<usize>width) << 2;
  for (let x: usize = 0; x < end; x += 16) {
    const pixels = v128.load(source + x);
    const shown = v128.load(result + x);
    const level = lumaOf(pixels, backdrop);
    const old = v128.load(levels + x);
    const threeOld = i32x4.add(i32x4.add(old, old), old);
    const down = i32x4.sub(i32x4.add(threeOld, i32x4.add(level, level)), v128.load(sums + x));
    addAt(downSums + x, down);
    replaceSquares(squareSums + 2 * x, level, old);
    replace(levels + x, sums + x, level);
    const luma = i32x4.sub(lumaOf(shown, backdrop), level);
    const blue = i32x4.sub(blueOf(shown), blueOf(pixels));
    const red = i32x4.sub(redOf(shown), redOf(pixels));
    replace(levels + x + rowBytes, sums + x + rowBytes, luma);
    replace(levels + x + 2 * rowBytes, sums + x + 2 * rowBytes, blue);
    replace(levels + x + 3 * rowBytes, sums + x + 3 * rowBytes, red);
  }
  rows++;
  if (rows >= side) countWindows(width);
}

function addAt(at: usize, change: v128): void {
  v128.store(at, i32x4.add(v128.load(at), change));
}

/** A value of the row five rows above gives way to a new one, also in the sums. */
function replace(at: usize, sum: usize, value: v128): void {
  addAt(sum, i32x4.sub(value, v128.load(at)));
  v128.store(at, value);
}

function replaceSquares(at: usize, level: v128, old: v128): void {
  replaceSquare(at, f64x2.convert_low_i32x4_s(level), f64x2.convert_low_i32x4_s(old));
  replaceSquare(
    at + 16,
    f64x2.convert_low_i32x4_s(upperHalf(level)),
    f64x2.convert_low_i32x4_s(upperHalf(old)),
  );
}

function replaceSquare(at: usize, value: v128, old: v128): void {
  const change = f64x2.sub(f64x2.mul(value, value), f64x2.mul(old, old));
  v128.store(at, f64x2.add(v128.load(at), change));
}

/** Counts the windows that end in this row, each at its first column. */
function countWindows(width: i32): void {
  const middles = ring + (<usize>((rows - 3) % side) * planes + 1) * rowBytes;
  for (let x = 0; x + side <= width; x += 4) {
    const at = (<usize>x) << 2;
    const level = sumOfWindow(sums + at);
    const across = slopeAcross(sums + at);
    const down = sumOfWindow(downSums + at);
    const squares = squareSums + 2 * at;
    const lowSlope = slopeOfPair(across, down);
    const highSlope = slopeOfPair(upperHalf(across), upperHalf(down));
    const low = spreadOfPair(level, squares, lowSlope);
    const high = spreadOfPair(upperHalf(level), squares + 16, highSlope);
    const soft = maskOf(below(low, softSpread), below(high, softSpread));
    const inside = i32x4.lt_s(iota(), i32x4.splat(width - side + 1 - x));
    const smooth = v128.and(soft, inside);
    if (!v128.any_true(smooth)) continue;
    const none = f64x2.splat(0);
    const constant = v128.and(
      smooth,
      maskOf(
        v128.and(f64x2.eq(low, none), f64x2.eq(lowSlope, none)),
        v128.and(f64x2.eq(high, none), f64x2.eq(highSlope, none)),
      ),
    );
    const sum = sumOfWindow(sums + at + rowBytes);
    // The deviation from the mean, not from a plane: of steep slopes the spots tell.
    const gentle = maskOf(
      below(f64x2.add(low, lowSlope), softSpread),
      below(f64x2.add(high, highSlope), softSpread),
    );
    countErrors(i32x4.bitmask(v128.and(smooth, gentle)), i32x4.bitmask(constant), sum);
    const calm = v128.and(smooth, maskOf(below(low, drawnSpread), below(high, drawnSpread)));
    spots.addSoft(at, v128.andnot(smooth, constant));
    if (!v128.any_true(calm)) continue;
    const drawn = v128.and(v128.andnot(calm, constant), maskOf(steep(lowSlope), steep(highSlope)));
    const luma = inSteps(sum, stepOfErrors);
    const blue = inSteps(sumOfWindow(sums + at + 2 * rowBytes), stepOfColours);
    const red = inSteps(sumOfWindow(sums + at + 3 * rowBytes), stepOfColours);
    spots.addBands(at, calm, drawn, luma, blue, red);
    if (!v128.any_true(constant)) continue;
    const centres = i32x4.mul(v128.load(middles + at + 8), i32x4.splat(side * side));
    const middle = inSteps(i32x4.sub(centres, sum), stepOfErrors);
    spots.addFlat(at, constant, luma, middle, blue, red);
  }
  spots.endRow();
}

function iota(): v128 {
  return i32x4(0, 1, 2, 3);
}

/** Rounded down, away from 0 towards it. All numbers are below 2^24, so the quotient is never rounded up to a whole number. */
function inSteps(values: v128, step: f32): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.div(f32x4.convert_i32x4_s(values), f32x4.splat(step)));
}

function below(values: v128, most: f64): v128 {
  return f64x2.lt(values, f64x2.splat(most));
}

function steep(slope: v128): v128 {
  return f64x2.ge(slope, f64x2.splat(leastSlope));
}

/** What is true of two pairs of doubles, as four whole numbers. */
function maskOf(low: v128, high: v128): v128 {
  return v128.shuffle<i32>(low, high, 0, 2, 4, 6);
}

function countErrors(smooth: i32, constant: i32, errors: v128): void {
  const steps = inSteps(i32x4.abs(errors), stepOfErrors);
  const bins = i32x4.min_s(steps, i32x4.splat(counted));
  if (smooth & 1) count(0 + 4 * (constant & 1), i32x4.extract_lane(bins, 0));
  if (smooth & 2) count(1 + 4 * ((constant >> 1) & 1), i32x4.extract_lane(bins, 1));
  if (smooth & 4) count(2 + 4 * ((constant >> 2) & 1), i32x4.extract_lane(bins, 2));
  if (smooth & 8) count(3 + 4 * (constant >> 3), i32x4.extract_lane(bins, 3));
}

function count(table: usize, bin: i32): void {
  const at = histograms + <usize>(table * tableBytes) + ((<usize>bin) << 2);
  store<u32>(at, load<u32>(at) + 1);
}
