import { take } from './arena.ts';

/**
 * Which pixels of a row lie in smooth areas, where grain would show: by the differences of neighbours in this row and
 * in the one above, and between them.
 */

/** Pixels to each side that are looked at. */
const reach: i32 = 2;

/** Of the 15 pairs of neighbours around, a mean difference of 4 levels. */
const smoothBelow: i32 = 15 * 4 * 4;

let width: i32 = 0;
let bands: i32 = 0;
/** Lumas of the row above, in quarters of a level. */
let lumasAbove: usize = 0;
/** Differences of each pixel to its neighbours, between two margins that stay 0. */
let changes: usize = 0;
/** Sums of them over the pixels around each one. */
let sums: usize = 0;

export function openSmoothness(columns: i32, pixelBands: i32): void {
  width = columns;
  bands = pixelBands;
  lumasAbove = take((<usize>columns) << 2);
  changes = take(changeBytes());
  sums = take((<usize>columns) << 2);
}

export function beginSmoothness(): void {
  memory.fill(lumasAbove, 0, (<usize>width) << 2);
  memory.fill(changes, 0, changeBytes());
}

function changeBytes(): usize {
  return (<usize>(width + 2 * reach)) << 2;
}

/** Looks at the row at `from`, the one below that of the last call. */
export function measureSmoothness(from: usize): void {
  let left = 0;
  let leftAbove = 0;
  for (let x = 0; x < width; x++, from += bands) {
    const own = lumasAbove + ((<usize>x) << 2);
    const luma = lumaAt(from);
    const upper = load<i32>(own);
    let change = abs(luma - upper);
    if (x > 0) change += abs(luma - left) + abs(upper - leftAbove);
    store<i32>(changes + ((<usize>(x + reach)) << 2), change);
    store<i32>(own, luma);
    left = luma;
    leftAbove = upper;
  }
  let sum = 0;
  for (let x = -2 * reach; x < width; x++) {
    sum += load<i32>(changes + ((<usize>(x + 2 * reach)) << 2));
    if (x < 0) continue;
    store<i32>(sums + ((<usize>x) << 2), sum);
    sum -= load<i32>(changes + ((<usize>x) << 2));
  }
}

export function isSmooth(x: i32): bool {
  return load<i32>(sums + ((<usize>x) << 2)) < smoothBelow;
}

function lumaAt(pixel: usize): i32 {
  const red = <i32>load<u8>(pixel);
  if (bands < 3) return 4 * red;
  return red + 2 * <i32>load<u8>(pixel, 1) + <i32>load<u8>(pixel, 2);
}
