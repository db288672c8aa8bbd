/**
 * The rows of a palette: indices of colours, and `rowStart` in the place of each filter byte. How much an error in each
 * pixel counts is found of the pixels around it.
 */
import { arenaHasRoom, clearArena, take } from '../arena.ts';

let stride: i32 = 0;
let height: i32 = 0;

/** What the host writes: two bytes for each place of the rows, and four levels for each colour. */
let wanted: usize = 0;
let levels: usize = 0;
/** Of each place, as a float. */
let shares: usize = 0;

/** Takes memory for the rows. False where it does not suffice. */
export function openIndices(rowBytes: i32, rows: i32): bool {
  clearArena();
  stride = rowBytes;
  height = rows;
  wanted = take(2 * places());
  levels = take(8 * 4 * 256);
  shares = take(4 * places());
  return arenaHasRoom();
}

export function places(): usize {
  return <usize>stride * height;
}

export function wantedIndices(): usize {
  return wanted;
}

export function levelsOfColours(): usize {
  return levels;
}

export function errorShares(): usize {
  return shares;
}

/** Mean difference to the pixels around, in levels, that halves how much an error counts. */
const halvingDifference: f64 = 4;

/** An error in an edge would make it jagged. */
const leastShare: f64 = 0.2;

/** Finds the shares of all pixels; that of a filter byte is 1. */
export function findShares(): void {
  for (let y = 0; y < height; y++) {
    const row = y * stride;
    store<f32>(shares + ((<usize>row) << 2), 1);
    for (let x = 1; x < stride; x++) {
      const share = 1 / (1 + meanDifference(x, y) / halvingDifference);
      store<f32>(shares + ((<usize>(row + x)) << 2), <f32>max(leastShare, share));
    }
  }
}

/** Of green and alpha. */
function meanDifference(x: i32, y: i32): f64 {
  const own = levelsAt(y * stride + x);
  const green = load<f64>(own, 8);
  const alpha = load<f64>(own, 24);
  const lastRow = min(height - 1, y + 1);
  const firstColumn = max(1, x - 1);
  const lastColumn = min(stride - 1, x + 1);
  let sum: f64 = 0;
  let count = 0;
  for (let row = max(0, y - 1); row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const other = levelsAt(row * stride + column);
      sum += abs(load<f64>(other, 8) - green);
      sum += abs(load<f64>(other, 24) - alpha);
      count++;
    }
  }
  return sum / <f64>count;
}

function levelsAt(place: i32): usize {
  return levels + ((<usize>load<u16>(wanted + ((<usize>place) << 1))) << 5);
}
