import { take } from '../arena.ts';
import { lightRow, likeLightRow } from '../light.ts';

/** Scales of a picture: full size, half of it, and so on. */
export const scaleCount = 6;
/** Brightness, red against green, blue against brightness. */
export const planeCount = 3;

/** Rows of a plane that are kept: a window of seven, and one more for a power of two. */
const ringRows: usize = 8;

/** Two pictures of one size at one scale, of which a few rows are in memory. */
@unmanaged
export class Scale {
  width: i32;
  height: i32;
  /** Number of rows that have come. */
  rows: i32;
  /** From row to row of floats. A row has room for eight values more. */
  rowBytes: usize;
  /** Rows of linear light, of an even and an odd row: three of the source, three of the result. */
  light: usize;
  /** For each plane, rows of the source's values, and rows of the differences of the result from it. */
  rings: usize;
  /** Rows of a byte for each four columns: whether the pictures differ there. */
  changes: usize;
  /** From row to row of these. */
  changeBytes: usize;
}

const scales: usize = memory.data(scaleCount * offsetof<Scale>(), 16);

export function scaleAt(index: i32): Scale {
  return changetype<Scale>(scales + <usize>index * offsetof<Scale>());
}

/** Takes memory for pictures of this size. */
export function openScale(index: i32, width: i32, height: i32): void {
  const scale = scaleAt(index);
  scale.width = width;
  scale.height = height;
  scale.rows = 0;
  scale.rowBytes = (<usize>((width + 11) & ~3)) << 2;
  scale.light = take(12 * scale.rowBytes);
  scale.rings = take(2 * ringRows * <usize>planeCount * scale.rowBytes);
  scale.changeBytes = ((scale.rowBytes >> 4) + 15) & ~15;
  scale.changes = take(ringRows * scale.changeBytes);
}

/** Begins a comparison, in memory that was taken. */
export function beginScale(index: i32): void {
  const scale = scaleAt(index);
  memory.fill(scale.changes, 0, ringRows * scale.changeBytes);
}

/** Rows of light of row `y`: those of the source, then those of the result. */
export function lightOf(scale: Scale, y: i32): usize {
  return scale.light + <usize>(y & 1) * 6 * scale.rowBytes;
}

/** The next row at full size, of two pictures. */
export function writeLight(scale: Scale, source: usize, result: usize): void {
  const rowBytes = scale.rowBytes;
  const light = lightOf(scale, scale.rows);
  lightRow(source, scale.width, light, rowBytes);
  likeLightRow(result, source, light, scale.width, light + 3 * rowBytes, rowBytes);
}

/** The values of the source in a plane. Those of row `y` are there until row `y + 8` comes. */
export function valuesOf(scale: Scale, plane: i32, y: i32): usize {
  const row = <usize>plane * 2 * ringRows + (<usize>y & (ringRows - 1));
  return scale.rings + row * scale.rowBytes;
}

/** The differences of the result from `valuesOf` the same row. */
export function differencesOf(scale: Scale, plane: i32, y: i32): usize {
  return valuesOf(scale, plane, y) + ringRows * scale.rowBytes;
}

/** Where the pictures differ in row `y`: 1 for four columns with a difference, else 0. */
export function changesOf(scale: Scale, y: i32): usize {
  return scale.changes + (<usize>y & (ringRows - 1)) * scale.changeBytes;
}
