/**
 * What the host calls to measure pictures. It writes a row of each picture as it is stored to `rawRow`, has it spread to
 * pixels, and asks for what it wants of them; then the next row. Nothing is kept between two pictures.
 */
import { arenaHasRoom, clearArena, take } from './arena.ts';
import * as banding from './banding.ts';
import * as spots from './banding-spots.ts';
import { endSpots } from './banding-spots.ts';
import * as colours from './colour-loss.ts';
import * as fineColour from './fine-colour.ts';
import { mostFineColour } from './fine-colour.ts';
import * as light from './light.ts';
import * as pixelRows from './pixel-rows.ts';
import * as places from './score/places.ts';
import { worstDistance } from './score/places.ts';
import * as pyramid from './score/pyramid.ts';

/** To be called after the last row. */
export { endSpots as endBanding, mostFineColour, worstDistance };

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

/** Number of pixels in the rows whose colour is visibly wrong. */
export function lostColours(): i32 {
  return colours.lostColours(pixels, pixels + pixelBytes, width);
}

/** Adds the rows to the histograms and spots of banding. */
export function addBanding(backdrop: i32): void {
  banding.addBandingRow(pixels, pixels + pixelBytes, backdrop, width);
}

/** Adds the errors of the rows to `sums`. Transparent pixels are blended with a grey backdrop. */
export function addErrors(backdrop: i32, isTransparent: bool): void {
  if (!isTransparent) return pyramid.comparePixels(pixels, pixels + pixelBytes);
  pixelRows.blendRow(pixels, backdrop, width, blended);
  pixelRows.blendRow(pixels + pixelBytes, backdrop, width, blended + pixelBytes);
  pyramid.comparePixels(blended, blended + pixelBytes);
}
