import { beginChanges } from './changes.ts';
import { addErrors, openErrors } from './errors.ts';
import { halveRows } from '../light.ts';
import { beginPlaces, endPlaces, openPlaces } from './places.ts';
import { writePlanes } from './planes.ts';
import {
  beginScale,
  lightOf,
  openScale,
  planeCount,
  Scale,
  scaleAt,
  scaleCount,
  writeLight,
} from './scale.ts';

/** What is wanted of each plane of each scale, which the host writes: nothing, structure, also edges. */
export const wanted: usize = memory.data(scaleCount * planeCount);

/** Takes memory for pictures of this size. */
export function openPyramid(width: i32, height: i32): void {
  openPlaces(width);
  for (let index = 0; index < scaleCount; index++) {
    openScale(index, width, height);
    width = (width + 1) >> 1;
    height = (height + 1) >> 1;
  }
  openErrors(scaleAt(0).rowBytes);
}

/** Begins a comparison, in memory that was taken. */
export function beginPyramid(): void {
  beginPlaces();
  beginChanges();
  for (let index = 0; index < scaleCount; index++) beginScale(index);
}

/** Compares the next row of pixels of both pictures. Rows of the coarser scales follow from it. */
export function comparePixels(source: usize, result: usize): void {
  writeLight(scaleAt(0), source, result);
  compareLight(0);
}

/** Compares the next row of one scale, whose light has been written. */
function compareLight(index: i32): void {
  const scale = scaleAt(index);
  const y = scale.rows++;
  const isLast = scale.rows === scale.height;
  writePlanes(scale, y, isWanted(index, 1), isWanted(index, 2));
  if (y >= reach) compareRow(index, y - reach);
  if (isLast) {
    for (let row = max(0, scale.height - reach); row < scale.height; row++) compareRow(index, row);
  }
  const isPair = (y & 1) === 1;
  if ((isPair || isLast) && index + 1 < scaleCount) {
    halveLight(scale, y, scaleAt(index + 1));
    compareLight(index + 1);
  }
}

/** Rows below a row that its windows need. */
const reach = 3;

function wantedOf(index: i32, plane: i32): u8 {
  return load<u8>(wanted + index * planeCount + plane);
}

function isWanted(index: i32, plane: i32): bool {
  return wantedOf(index, plane) > 0;
}

function compareRow(index: i32, y: i32): void {
  for (let plane = 0; plane < planeCount; plane++) {
    const want = wantedOf(index, plane);
    if (want === 0) continue;
    addErrors(index, plane, y, want === 2);
  }
  // A row of the coarsest scale is a row of cells, of which it is the last scale to come.
  if (index === scaleCount - 1) endPlaces(y);
}

/** Rows `y - 1` and `y` become one of the coarser scale. An even last row is repeated. */
function halveLight(scale: Scale, y: i32, coarser: Scale): void {
  const upper = lightOf(scale, y & ~1);
  const lower = lightOf(scale, y);
  const to = lightOf(coarser, coarser.rows);
  for (let row: usize = 0; row < 6; row++) {
    const at = row * scale.rowBytes;
    halveRows(upper + at, lower + at, scale.width, to + row * coarser.rowBytes);
  }
}
