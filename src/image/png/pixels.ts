import { deflateSync } from 'node:zlib';
import { concatenated, latin1Bytes, uintBytes } from '../bytes.ts';
import type { Raster } from '../raster.ts';
import type { Size } from '../rectangle.ts';
import { chunkBytes, pngSignature } from './chunks.ts';

/** The picture as a PNG without compression, for tools that cannot read a pixmap with alpha. */
export const encodePng = (picture: Raster): Uint8Array => {
  const { width, height, bands, data } = picture;
  const rowBytes = width * bands;
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    rows.set(data.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  return pngOfRows(picture, rows, 0);
};

/** The level for what another encoder reads, once for each trial. What it makes of it depends on the filters alone. */
export const quickLevel = 1;

/** A PNG of 8 bits a sample, of rows behind their filters. `level` is zlib's: 0 (none) to 9. */
export const pngOfRows = (
  picture: Omit<Raster, 'data'>,
  rows: Uint8Array,
  level: number,
): Uint8Array => pngBytes(picture, [0, 0, 4, 2, 6][picture.bands] ?? 0, [], rows, level);

/** A PNG of 8 bits a pixel, of rows of indices into its palette (`FilteredRows`), each behind its filter byte. */
export const palettePng = (size: Size, palette: Uint8Array, rows: Uint8Array): Uint8Array => {
  const colours = palette.filter((_, at) => at % 4 !== 3);
  const alphas = palette.filter((_, at) => at % 4 === 3);
  const opacities = alphas.subarray(0, alphas.findLastIndex((alpha) => alpha < 255) + 1);
  const chunks = [
    chunkBytes('PLTE', colours),
    ...(opacities.length > 0 ? [chunkBytes('tRNS', opacities)] : []),
  ];
  return pngBytes(size, paletteType, chunks, rows, rows.length > largeBytes ? 4 : 8);
};

/** PNG, 11.2.1. */
const paletteType = 3;

/** Up to here bytes compare with those of pngquant, whose level is 9. Beyond it that takes too much CPU. */
const largeBytes = 1_000_000;

const pngBytes = (
  { width, height }: Size,
  colourType: number,
  chunks: readonly Uint8Array[],
  rows: Uint8Array,
  level: number,
): Uint8Array => {
  const sides = [uintBytes(4, width), uintBytes(4, height)];
  const header = concatenated([...sides, Uint8Array.of(8, colourType, 0, 0, 0)]);
  return concatenated([
    latin1Bytes(pngSignature),
    chunkBytes('IHDR', header),
    ...chunks,
    chunkBytes('IDAT', deflateSync(rows, { level })),
    chunkBytes('IEND', new Uint8Array(0)),
  ]);
};
