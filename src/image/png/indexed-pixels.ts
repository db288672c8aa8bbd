import type { StoredPixels } from '../wasm/stored-pixels.ts';
import type { Size } from '../rectangle.ts';
import { palettePng } from './pixels.ts';
import { wholePalette } from './stored-png.ts';

/** Pixels with a palette, which can be read at once, and their PNG, which is made when it is asked for. */
export type IndexedPixels = StoredPixels &
  Readonly<{
    /** Of the colours that there are, as it was given. */
    colours: Uint8Array;
    png: () => Uint8Array;
  }>;

/** The pixels of rows of indices into a palette (`FilteredRows`), each behind its filter byte. */
export const indexedPixels = (
  { width, height }: Size,
  palette: Uint8Array,
  rows: Uint8Array,
): IndexedPixels => ({
  width,
  height,
  bands: 1,
  colours: palette,
  palette: wholePalette(palette),
  copy: (x, y, count, to, at) => {
    const from = y * (width + 1) + 1 + x;
    to.set(rows.subarray(from, from + count), at);
  },
  png: () => palettePng({ width, height }, palette, rows),
});
