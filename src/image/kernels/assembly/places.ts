import { take } from './arena.ts';
import { planeCount, Scale, scaleAt, scaleCount } from './scale.ts';

/**
 * See `cell-errors.ts` of `image/score`: errors summed up by cells of 32x32 pixels, and the distances of
 * places, of 2x2 cells each. Every plane of every scale adds its part to the distances of a row of
 * places when it has summed up the row's cells. Coarser scales do so later than finer ones.
 */

const cellSide = 32;
/** Sums of errors: of structure, edges added and edges lost, each with that of their fourth powers. */
const sumCount: usize = 6;

/** The weight of each sum in the score, for each plane of each scale, which the host writes as floats. */
export const weights: usize = memory.data(scaleCount * planeCount * 24, 16);
/** The sums over the whole picture, for each plane of each scale, as doubles. */
export const sums: usize = memory.data(scaleCount * planeCount * 48, 16);
const sumBytes = scaleCount * planeCount * 48;

/** Rows of places whose distances are incomplete: the coarsest scale is four cells behind the finest. */
const ringRows = 8;

let columns: i32 = 0;
/** From row to row of one float a cell. */
let rowBytes: usize = 0;
/** From sum to sum of the cells that are being summed up, in up to four parts each. */
let partBytes: usize = 0;
/** For each plane of each scale, the parts of a row of cells, then two rows of finished ones. */
let cells: usize = 0;
let cellBytes: usize = 0;
let distances: usize = 0;
let worst: f32 = 0;

/** Takes memory for pictures of this width. */
export function openPlaces(width: i32): void {
  columns = (width + cellSide - 1) / cellSide;
  rowBytes = (<usize>columns) << 2;
  partBytes = 4 * rowBytes + 16;
  cellBytes = sumCount * (partBytes + 2 * rowBytes);
  cells = take(<usize>(scaleCount * planeCount) * cellBytes);
  distances = take(<usize>ringRows * rowBytes);
}

/** Begins a comparison, in memory that was taken. */
export function beginPlaces(): void {
  memory.fill(sums, 0, sumBytes);
  memory.fill(cells, 0, <usize>(scaleCount * planeCount) * cellBytes);
  memory.fill(distances, 0, <usize>ringRows * rowBytes);
  worst = 0;
}

/** Where the errors of a plane are added up: four floats for as many pixels as a cell has, four at least. */
export function partsOf(index: i32, plane: i32): usize {
  return cells + <usize>(index * planeCount + plane) * cellBytes;
}

/** From the parts of one sum to those of the next. */
export function partStep(): usize {
  return partBytes;
}

/** Sides of the cells of a scale. */
export function sideAt(index: i32): i32 {
  return cellSide >> index;
}

/** To be called when the errors of row `y` have been added. */
export function endRow(index: i32, plane: i32, y: i32): void {
  const scale = scaleAt(index);
  const side = sideAt(index);
  const isLast = y === scale.height - 1;
  if (!isLast && (y + 1) % side !== 0) return;
  const row = y / side;
  const term = <usize>(index * planeCount + plane);
  const parts = partsOf(index, plane);
  for (let sum: usize = 0; sum < sumCount; sum++) {
    const rows = parts + sumCount * partBytes + 2 * sum * rowBytes;
    const current = rows + <usize>(row & 1) * rowBytes;
    const before = rows + <usize>(~row & 1) * rowBytes;
    const total = finishCells(parts + sum * partBytes, min(side, 4), current);
    const at = sums + term * 48 + 8 * sum;
    store<f64>(at, load<f64>(at) + total);
    const weight = load<f32>(weights + term * 24 + 4 * sum);
    if (weight === 0 || (row === 0 && !isLast)) continue;
    // A picture of one row of cells has places of one row.
    const top = max(row - 1, 0) * side;
    const upper: usize = row === 0 ? 0 : before;
    addDistances(scale, side, upper, current, y + 1 - top, weight, (sum & 1) === 1, row);
  }
  memory.fill(parts, 0, sumCount * partBytes);
}

/** Writes the cells' sums, and gives the sum of all. */
function finishCells(parts: usize, perCell: i32, to: usize): f64 {
  let total: f64 = 0;
  for (let cell = 0; cell < columns; cell++, to += 4) {
    let sum: f32 = 0;
    for (let part = 0; part < perCell; part++, parts += 4) sum += load<f32>(parts);
    store<f32>(to, sum);
    total += sum;
  }
  return total;
}

/** Adds the norm of the cells above and below, times the weight, to the distances of a row of places. */
function addDistances(
  scale: Scale,
  side: i32,
  upper: usize,
  lower: usize,
  rows: i32,
  weight: f32,
  isFourth: bool,
  row: i32,
): void {
  const to = distances + <usize>(row & (ringRows - 1)) * rowBytes;
  for (let cell = min(1, columns - 1); cell < columns; cell++) {
    const first = max(cell - 1, 0);
    let sum: f32 = 0;
    for (let column = first; column <= cell; column++) {
      const at = (<usize>column) << 2;
      sum += load<f32>(lower + at);
      if (upper !== 0) sum += load<f32>(upper + at);
    }
    const count = (min((cell + 1) * side, scale.width) - first * side) * rows;
    const mean = sum / <f32>count;
    const norm = isFourth ? sqrt<f32>(sqrt<f32>(mean)) : mean;
    const at = to + ((<usize>cell) << 2);
    store<f32>(at, load<f32>(at) + weight * norm);
  }
}

/** To be called when all scales have summed up a row of cells: the worst place of this row may be the worst of all. */
export function endPlaces(row: i32): void {
  const from = distances + <usize>(row & (ringRows - 1)) * rowBytes;
  for (let cell: usize = 0; cell < rowBytes; cell += 4) {
    worst = max<f32>(worst, load<f32>(from + cell));
  }
  memory.fill(from, 0, rowBytes);
}

/** The weighted sum of errors of the worst place. */
export function worstDistance(): f32 {
  return worst;
}
