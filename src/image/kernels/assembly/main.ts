/**
 * What the host calls. It writes a row of each picture as it is stored to `rawRow`, has it spread to
 * pixels, and asks for what it wants of them; then the next row. Nothing is kept between two pictures.
 */
import { arenaHasRoom, clearArena, take } from './arena.ts';
import * as banding from './banding.ts';
import * as spots from './banding-spots.ts';
import * as colours from './colour-loss.ts';
import * as fineColour from './fine-colour.ts';
import * as light from './light.ts';
import * as pixelRows from './pixel-rows.ts';
import * as places from './score/places.ts';
import * as pyramid from './score/pyramid.ts';
import * as rounding from './rounding.ts';
import { unfilterRow } from './unfilter.ts';

/** Tables that the host writes. */
export const levels: usize = light.levels;
export const wanted: usize = pyramid.wanted;
export const weights: usize = places.weights;
/** What it reads after the last row. */
export const sums: usize = places.sums;
export const histograms: usize = banding.histograms;
export const worstSpots: usize = spots.worst;

/** A palette of the source and one of the result: 256 times red, green, blue and alpha. */
const palettes: usize = memory.data(2048, 16);

let width: i32 = 0;
let pixelBytes: usize = 0;
/** Rows of the source and of the result: as they are stored, as pixels, and these on a backdrop. */
let rawRows: usize = 0;
let pixels: usize = 0;
let blended: usize = 0;

/** Takes memory for rows of this width. False where it does not suffice; nothing else may be called then. */
export function openRows(columns: i32): bool {
  clearArena();
  width = columns;
  pixelBytes = (<usize>((columns + 11) & ~3)) << 2;
  rawRows = take(2 * pixelBytes);
  pixels = take(2 * pixelBytes);
  blended = take(2 * pixelBytes);
  return arenaHasRoom();
}

/** The same for a comparison of two pictures, with all counts at 0. */
export function openComparison(columns: i32, rows: i32): bool {
  openRows(columns);
  pyramid.openPyramid(columns, rows);
  banding.openBanding(columns);
  if (!arenaHasRoom()) return false;
  banding.beginBanding();
  pyramid.beginPyramid();
  return true;
}

/** The same for a picture whose fine colour is counted, row by row. */
export function openFineColour(columns: i32): bool {
  openRows(columns);
  fineColour.openFineColour(columns);
  if (!arenaHasRoom()) return false;
  fineColour.beginFineColour();
  return true;
}

/** Where a row is written as it is stored, up to four bytes a pixel. Pictures: 0 source, 1 result. */
export function rawRow(picture: i32): usize {
  return rawRows + <usize>picture * pixelBytes;
}

export function paletteOf(picture: i32): usize {
  return palettes + <usize>picture * 1024;
}

/** The raw row of a picture becomes pixels. It has 1 to 4 bands; 0 stands for a palette. */
export function spreadRow(picture: i32, bands: i32): void {
  const to = pixels + <usize>picture * pixelBytes;
  if (bands === 0) pixelRows.spreadIndices(rawRow(picture), paletteOf(picture), width, to);
  else pixelRows.spreadRow(rawRow(picture), bands, width, to);
}

/** Whether a pixel of the source's row is not opaque. */
export function isTransparentRow(): bool {
  return pixelRows.isTransparentRow(pixels, width);
}

/** Number of pixels in the source's row that equal their left neighbour. */
export function flatPixels(): i32 {
  return pixelRows.flatPixels(pixels, width);
}

/** Differences between neighbours in part of the source's row, times 255. */
export function activityOf(left: i32, columns: i32): i32 {
  return pixelRows.activityOf(pixels, left, columns);
}

/** Adds the source's row to the count of fine colour. */
export function addFineColour(): void {
  fineColour.addFineColour(pixels);
}

/** The pixels of the cell that has the most, after the last row. */
export function mostFineColour(): i32 {
  return fineColour.mostFineColour();
}

/** Number of pixels in the rows whose colour is visibly wrong. */
export function lostColours(): i32 {
  return colours.lostColours(pixels, pixels + pixelBytes, width);
}

/** Adds the rows to the histograms and spots of banding. */
export function addBanding(backdrop: i32): void {
  banding.addBandingRow(pixels, pixels + pixelBytes, backdrop, width);
}

/** Finds the worst spots, after the last row. */
export function endBanding(): void {
  spots.endSpots();
}

/** Adds the errors of the rows to `sums`. Transparent pixels are blended with a grey backdrop. */
export function addErrors(backdrop: i32, isTransparent: bool): void {
  if (!isTransparent) return pyramid.comparePixels(pixels, pixels + pixelBytes);
  pixelRows.blendRow(pixels, backdrop, width, blended);
  pixelRows.blendRow(pixels + pixelBytes, backdrop, width, blended + pixelBytes);
  pyramid.comparePixels(blended, blended + pixelBytes);
}

/** The weighted sum of errors of the worst place, after the last row. */
export function worstDistance(): f32 {
  return places.worstDistance();
}

let filtered: usize = 0;
let filteredBytes: i32 = 0;

/** Memory for `rows` filtered rows of a PNG, each behind its filter byte, after a row that is zero. */
export function openFiltered(rowBytes: i32, rows: i32): bool {
  clearArena();
  filteredBytes = rowBytes;
  filtered = take(<usize>(rowBytes + 1) * (rows + 1) + 16);
  if (!arenaHasRoom()) return false;
  memory.fill(filtered, 0, rowBytes + 1);
  return true;
}

/** Where the first filtered row is written. */
export function filteredRows(): usize {
  return filtered + filteredBytes + 1;
}

/**
 * Undoes the filters of `rows` rows, of pixels of `step` bytes. The next call goes on below them.
 * False for an unknown filter.
 */
export function unfilterRows(rows: i32, step: i32): bool {
  const stride = <usize>filteredBytes + 1;
  let above = filtered + 1;
  for (let left = rows; left > 0; left--, above += stride) {
    const row = above + stride;
    const filter = <i32>load<u8>(row - 1);
    if (filter > 4) return false;
    unfilterRow(filter, row, above, filteredBytes, step);
  }
  memory.copy(filtered + 1, above, filteredBytes);
  return true;
}

/** Memory for strips of `rows` rows that are rounded (`lossyRows`); the first strip begins a picture. */
export function openRounding(rowBytes: i32, bands: i32, rows: i32): bool {
  clearArena();
  rounding.openRounding(rowBytes, bands, rows);
  if (!arenaHasRoom()) return false;
  rounding.beginRounding();
  return true;
}

/** Where the first row of a strip is written. */
export function rowsToRound(): usize {
  return rounding.rowsToRound();
}

/** Where its first row is read when it is rounded, behind its filter byte. */
export function roundedRows(): usize {
  return rounding.roundedRows();
}

/** Rounds `rows` rows to multiples of `step` levels, 1 or more. The next call goes on below them. */
export function roundRows(rows: i32, step: f64): void {
  rounding.roundRows(rows, step);
}
