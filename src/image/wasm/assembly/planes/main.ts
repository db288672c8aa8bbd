/** The planes of YUV 4:2:0 of a picture, row by row (`image/planes`). The host keeps the planes. */
import { arenaHasRoom, clearArena, take } from '../arena.ts';
import { spreadRow } from '../pixel-rows.ts';
import * as chroma from './chroma.ts';
import * as luma from './luma.ts';

let width: i32 = 0;
/** A row of the picture as it is stored, and as pixels. */
let raw: usize = 0;
let pixels: usize = 0;

/** Takes memory for rows of this width. False where it does not suffice; nothing else may be called then. */
export function openPlanes(columns: i32): bool {
  clearArena();
  width = columns;
  const pixelBytes = (<usize>((columns + 11) & ~3)) << 2;
  raw = take(pixelBytes);
  pixels = take(pixelBytes);
  chroma.openChroma(columns);
  luma.openLuma(columns);
  return arenaHasRoom();
}

/** Where a row of the picture is written. */
export function rowOfPicture(): usize {
  return raw;
}

/** Where a row of luma is written and read, as floats. */
export function rowOfLuma(): usize {
  return luma.luma;
}

/** Where a row of colour around the row of the picture is written, as floats: near and far of U (0, 1), of V (2, 3). */
export function rowOfColour(index: i32): usize {
  return chroma.rowAround(index);
}

/** Where a row of U (0) or V (1) of what is shown is read. */
export function rowOfShown(index: i32): usize {
  return chroma.rowShown(index);
}

/** Makes the luma of the picture's row, an even (0) or odd one (1), of 1 to 4 bands. */
export function startLuma(bands: i32, parity: i32): void {
  spreadRow(raw, bands, width, pixels);
  luma.startRow(pixels, parity);
}

/** Fits the luma of the picture's row to the colour around it; its own colour is asked for where it `isShown`. */
export function fitLuma(bands: i32, parity: i32, newtonSteps: i32, isShown: bool): void {
  spreadRow(raw, bands, width, pixels);
  chroma.enlargeAround();
  luma.fitRow(pixels, parity, newtonSteps, isShown);
}

/** Makes the colour of the last two rows, or of an even one that is the last. */
export function showColour(isAlone: bool): void {
  chroma.halveLight(isAlone);
}
