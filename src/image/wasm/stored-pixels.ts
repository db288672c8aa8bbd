import type { Size } from '../rectangle.ts';
import type { Raster } from '../raster.ts';
import type { Wasm } from './wasm.ts';

/** Upright sRGB pixels wherever they are, from which rows are copied: a file, a part of memory, tiles. */
export type StoredPixels = Size &
  Readonly<{
    /** Bytes a pixel, as in a `Raster`; 1 with a palette. */
    bands: Raster['bands'];
    /** Red, green, blue and alpha of 256 colours. The pixels are indices into it. */
    palette?: Uint8Array;
    /** Copies `count` pixels of row `y`, from column `x` on, to `at` of `to`. */
    copy: (x: number, y: number, count: number, to: Uint8Array, at: number) => void;
  }>;

export const storedRaster = ({ width, height, bands, data }: Raster): StoredPixels => ({
  width,
  height,
  bands,
  copy: (x, y, count, to, at) => {
    const from = (y * width + x) * bands;
    to.set(data.subarray(from, from + count * bands), at);
  },
});

/** The pixels in memory, with the colours of their palette. */
export const rasterOf = (pixels: StoredPixels): Raster => {
  const { width, height, bands, palette, copy } = pixels;
  const data = new Uint8Array(width * height * bands);
  for (let y = 0; y < height; y++) copy(0, y, width, data, y * width * bands);
  return palette === undefined
    ? { width, height, bands, data }
    : { width, height, ...coloured(data, palette) };
};

/** RGB where all colours are opaque, otherwise RGB and alpha. */
const coloured = (indices: Uint8Array, palette: Uint8Array): Pick<Raster, 'bands' | 'data'> => {
  const bands = isOpaque(palette) ? 3 : 4;
  const data = new Uint8Array(indices.length * bands);
  for (let pixel = 0; pixel < indices.length; pixel++) {
    const colour = indices[pixel]! * 4;
    for (let band = 0; band < bands; band++) data[pixel * bands + band] = palette[colour + band]!;
  }
  return { bands, data };
};

const isOpaque = (palette: Uint8Array): boolean =>
  palette.every((level, at) => at % 4 !== 3 || level === 255);

/** The pictures that a pixel loop compares, by their places in its memory. */
export type Place = 0 | 1;

/** Calls `onRow` for one row after the other of `pixels`, which is then the source's row of the pixel loops. */
export const readRows = (
  wasm: Wasm,
  pixels: StoredPixels,
  onRow: (y: number) => void,
  step = 1,
): void => {
  wasm.openRows(pixels.width);
  const read = rowReader(wasm, pixels, 0);
  for (let y = 0; y < pixels.height; y += step) {
    read(y);
    onRow(y);
  }
};

/** Reads a row of a picture into the memory of the pixel loops, which must have been opened. */
export const rowReader = (
  wasm: Wasm,
  { width, bands, palette, copy }: StoredPixels,
  place: Place,
): ((y: number) => void) => {
  const bytes = wasm.bytes();
  const row = wasm.rawRow(place);
  if (palette !== undefined) bytes.set(palette, wasm.paletteOf(place));
  return (y) => {
    copy(0, y, width, bytes, row);
    wasm.spreadRow(place, palette === undefined ? bands : 0);
  };
};

/** Whether a pixel is not opaque. */
export const hasTransparency = (wasm: Wasm, pixels: StoredPixels): boolean => {
  const { bands, palette } = pixels;
  if (palette === undefined ? bands % 2 === 1 : isOpaque(palette)) return false;
  let isTransparent = false;
  readRows(wasm, pixels, () => {
    isTransparent ||= wasm.isTransparentRow() !== 0;
  });
  return isTransparent;
};
