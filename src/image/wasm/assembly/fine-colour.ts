import { take } from './arena.ts';

/**
 * See `fineColourOf`: the pixels whose colour is gone when it is kept for every second column and row
 * alone, counted by cells of 32x32 pixels. Rows come one after the other.
 */

/**
 * Differences in red and blue less green, of four pixels, from which the colour of a thin stroke is seen to be off: 60
 * levels of red each; blue counts half.
 */
const lostRed: i16 = 60 * 4;
const lostBlue: i16 = 2 * lostRed;

let width: i32 = 0;
let rows: i32 = 0;
/** Four rows of two shorts a pixel, red and blue less green. They are filled up to whole vectors. */
let colours: usize = 0;
let rowBytes: usize = 0;
/** Four rows of the same for each 2x2 pixels, their sums, with one before the first and one behind the last. */
let halves: usize = 0;
let halfBytes: usize = 0;
const margin: usize = 16;
let counts: usize = 0;
let countBytes: usize = 0;
let most: i32 = 0;

/** Takes memory for pictures of this width, and begins. */
export function openFineColour(columns: i32): void {
  width = columns;
  rows = 0;
  most = 0;
  rowBytes = (<usize>((columns + 15) & ~7)) << 2;
  halfBytes = (rowBytes >> 1) + 2 * margin;
  colours = take(4 * rowBytes);
  halves = take(4 * halfBytes) + margin;
  countBytes = (<usize>((columns + 39) >> 5)) << 2;
  counts = take(countBytes);
}

/** To be called when there is room for all that was taken. */
export function beginFineColour(): void {
  memory.fill(counts, 0, countBytes);
}

/** Adds a row of pixels. */
export function addFineColour(pixels: usize): void {
  writeColours(pixels, colourRow(rows));
  rows++;
  if ((rows & 1) === 0) addPair(colourRow(rows - 2), colourRow(rows - 1));
}

/** The largest number of a cell, after the last row. */
export function mostFineColour(): i32 {
  if ((rows & 1) !== 0) addPair(colourRow(rows - 1), colourRow(rows - 1));
  else countLost(rows - 1, halfRow(rows - 1), halfRow(rows - 1));
  endCells();
  return most;
}

function colourRow(y: i32): usize {
  return colours + <usize>(y & 3) * rowBytes;
}

/** That of the pair of rows to which row `y` belongs. */
function halfRow(y: i32): usize {
  return halves + <usize>((y >> 1) & 3) * halfBytes;
}

function writeColours(pixels: usize, to: usize): void {
  const end = to + ((<usize>width) << 2);
  for (let at = to; at < end; at += 16, pixels += 16) {
    const four = v128.load(pixels);
    const low = lessGreen(i16x8.extend_low_i8x16_u(four));
    const high = lessGreen(i16x8.extend_high_i8x16_u(four));
    v128.store(at, v128.shuffle<i16>(low, high, 0, 2, 4, 6, 8, 10, 12, 14));
  }
  const last = load<u32>(end - 4);
  for (let at = end; at < to + rowBytes; at += 4) store<u32>(at, last);
}

function lessGreen(levels: v128): v128 {
  return i16x8.sub(levels, v128.shuffle<i16>(levels, levels, 1, 1, 1, 1, 5, 5, 5, 5));
}

/** Two rows are halved. Then the row above their upper one and that one lie between two rows of halves. */
function addPair(upper: usize, lower: usize): void {
  const first = (rows - 1) & ~1;
  const half = halfRow(first);
  for (let at: usize = 0; at < rowBytes >> 1; at += 16) {
    const left = i16x8.add(v128.load(upper + 2 * at), v128.load(lower + 2 * at));
    const right = i16x8.add(v128.load(upper + 2 * at + 16), v128.load(lower + 2 * at + 16));
    const even = v128.shuffle<i32>(left, right, 0, 2, 4, 6);
    const odd = v128.shuffle<i32>(left, right, 1, 3, 5, 7);
    v128.store(half + at, i16x8.add(even, odd));
  }
  const end = half + ((<usize>((width + 1) >> 1)) << 2);
  store<u32>(half - 4, load<u32>(half));
  store<u32>(end, load<u32>(end - 4));
  if (first === 0) return countLost(0, half, half);
  countLost(first - 1, halfRow(first - 1), half);
  countLost(first, half, halfRow(first - 1));
}

/** Counts in row `y` between two rows of halves. */
function countLost(y: i32, near: usize, far: usize): void {
  if (y > 0 && (y & 31) === 0) endCells();
  const row = colourRow(y);
  for (let x = 0; x < width; x += 8) {
    const left = v128.load(row + ((<usize>x) << 2));
    const right = v128.load(row + ((<usize>x) << 2) + 16);
    const at = (<usize>x) << 1;
    // Pixels of even columns have halves on their left, others on their right.
    const even = i16x8.shl(v128.shuffle<i32>(left, right, 0, 2, 4, 6), 2);
    const odd = i16x8.shl(v128.shuffle<i32>(left, right, 1, 3, 5, 7), 2);
    const evenLost = lostOf(even, near + at, near + at - 4, far + at, far + at - 4);
    const oddLost = lostOf(odd, near + at, near + at + 4, far + at, far + at + 4);
    const inside = min(width - x, 8);
    const lost =
      popcnt(evenLost & ((1 << ((inside + 1) >> 1)) - 1)) +
      popcnt(oddLost & ((1 << (inside >> 1)) - 1));
    const cell = counts + ((<usize>(x >> 5)) << 2);
    store<i32>(cell, load<i32>(cell) + lost);
  }
}

/** A bit for each of four pixels: whether it is far from all four halves around it. */
function lostOf(pixels: v128, one: usize, beside: usize, below: usize, across: usize): i32 {
  const nearest = i16x8.min_s(
    i16x8.min_s(distance(pixels, one), distance(pixels, beside)),
    i16x8.min_s(distance(pixels, below), distance(pixels, across)),
  );
  const seen = i16x8(lostRed, lostBlue, lostRed, lostBlue, lostRed, lostBlue, lostRed, lostBlue);
  return i32x4.bitmask(i32x4.ne(i16x8.gt_s(nearest, seen), i32x4.splat(0)));
}

function distance(pixels: v128, half: usize): v128 {
  return i16x8.abs(i16x8.sub(pixels, v128.load(half)));
}

function endCells(): void {
  for (let cell: usize = 0; cell < countBytes; cell += 4) {
    most = max<i32>(most, load<i32>(counts + cell));
  }
  memory.fill(counts, 0, countBytes);
}
