import { take } from '../arena.ts';
import { planeCount, Scale, scaleAt, scaleCount } from './scale.ts';

/**
 * Errors summed up by cells of 32x32 pixels of the whole picture, and the distances of places, of 4x4 cells each: the
 * score of 128x128 pixels is within 3 points of SSIMULACRA2 there. Every plane of every scale adds its part to the distances of a row of
 * places when it has summed up the row's cells. Coarser scales do so later than finer ones.
 */

const cellSide = 32;
/** Cells on each side of a place; a power of two. */
const placeSide = 4;
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
/** For each plane of each scale, the parts of a row of cells, then for each sum as many finished rows as a place has. */
let cells: usize = 0;
let cellBytes: usize = 0;
/** Sums over the cells of a place that lie above each other. */
let stacks: usize = 0;
let distances: usize = 0;
let worst: f32 = 0;

/** Takes memory for pictures of this width. */
export function openPlaces(width: i32): void {
  columns = (width + cellSide - 1) / cellSide;
  rowBytes = (<usize>columns) << 2;
  partBytes = 4 * rowBytes + 16;
  cellBytes = sumCount * (partBytes + <usize>placeSide * rowBytes);
  cells = take(<usize>(scaleCount * planeCount) * cellBytes);
  stacks = take(rowBytes);
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
  // A picture of few rows of cells has places of as many.
  const first = max(row - placeSide + 1, 0);
  const isPlace = isLast || row >= placeSide - 1;
  for (let sum: usize = 0; sum < sumCount; sum++) {
    const rows = parts + sumCount * partBytes + sum * <usize>placeSide * rowBytes;
    const total = finishCells(parts + sum * partBytes, min(side, 4), rowOf(rows, row));
    const at = sums + term * 48 + 8 * sum;
    store<f64>(at, load<f64>(at) + total);
    const weight = load<f32>(weights + term * 24 + 4 * sum);
    if (weight === 0 || !isPlace) continue;
    stackRows(rows, first, row);
    addDistances(scale, side, y + 1 - first * side, weight, (sum & 1) === 1, row);
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

function rowOf(rows: usize, row: i32): usize {
  return rows + <usize>(row & (placeSide - 1)) * rowBytes;
}

/** Writes the sums of each column of cells in the rows from `first` to `last`. */
function stackRows(rows: usize, first: i32, last: i32): void {
  memory.copy(stacks, rowOf(rows, first), rowBytes);
  for (let row = first + 1; row <= last; row++) {
    const from = rowOf(rows, row);
    for (let at: usize = 0; at < rowBytes; at += 4) {
      store<f32>(stacks + at, load<f32>(stacks + at) + load<f32>(from + at));
    }
  }
}

/** Adds the norm of the stacked cells, times the weight, to the distances of a row of places. */
function addDistances(
  scale: Scale,
  side: i32,
  rows: i32,
  weight: f32,
  isFourth: bool,
  row: i32,
): void {
  const to = distances + <usize>(row & (ringRows - 1)) * rowBytes;
  for (let last = min(placeSide, columns) - 1; last < columns; last++) {
    const first = max(last - placeSide + 1, 0);
    let sum: f32 = 0;
    for (let column = first; column <= last; column++) {
      sum += load<f32>(stacks + ((<usize>column) << 2));
    }
    const count = (min((last + 1) * side, scale.width) - first * side) * rows;
    const mean = sum / <f32>count;
    const norm = isFourth ? sqrt<f32>(sqrt<f32>(mean)) : mean;
    const at = to + ((<usize>last) << 2);
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
