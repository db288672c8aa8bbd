import type { Wasm } from './wasm.ts';
import type { StoredPixels } from './stored-pixels.ts';

/**
 * The rows of a PNG, each behind its filter byte, of a picture without a palette, which look like it and take less
 * space: differences to the predicted levels are rounded to multiples of `step` levels, and of half a step
 * in smooth areas, where grain would show. Most of each error is spread over the pixels to come (error
 * diffusion), so that means stay right and neither bands nor a cast of colour appear.
 *
 * Flat areas and alpha stay exact. Where alpha is 0, colours are as predicted. All rows have the filter
 * Average: after rounding, its predictions take all levels, those of the other filters only multiples of
 * `step`. The idea is that of lossypng and pngloss.
 *
 * `memory` is where they are written. It may be that of the picture's own rows behind filters (`storedPng`), since
 * each is written after it was read.
 */
export const lossyRows = (
  wasm: Wasm,
  picture: StoredPixels,
  step: number,
  memory: Uint8Array = new Uint8Array((picture.width * picture.bands + 1) * picture.height),
): Uint8Array => {
  const { width, height, bands, copy } = picture;
  const rowBytes = width * bands;
  const stripRows = Math.min(height, Math.max(1, Math.floor(stripBytes / rowBytes)));
  wasm.openRounding(rowBytes, bands, stripRows);
  const strip = wasm.bytes();
  const [from, to] = [wasm.rowsToRound(), wasm.roundedRows()];
  const stride = rowBytes + 1;
  for (let y = 0; y < height; y += stripRows) {
    const count = Math.min(stripRows, height - y);
    for (let row = 0; row < count; row++) copy(0, y + row, width, strip, from + row * rowBytes);
    wasm.roundRows(count, step);
    memory.set(strip.subarray(to, to + count * stride), y * stride);
  }
  return memory;
};

/** Bytes that the pixel loops get at once. */
const stripBytes = 262_144;
