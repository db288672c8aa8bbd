import { deflateSync } from 'node:zlib';
import { concatenated, latin1Bytes, viewOf } from '../bytes.ts';
import type { Raster } from '../raster.ts';
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

/** A PNG of 8 bits a sample, of rows behind their filters. `level` is zlib's: 0 (none) to 9. */
export const pngOfRows = (
  { width, height, bands }: Omit<Raster, 'data'>,
  rows: Uint8Array,
  level: number,
): Uint8Array => {
  const header = new Uint8Array(13);
  viewOf(header).setUint32(0, width);
  viewOf(header).setUint32(4, height);
  header.set([8, [0, 0, 4, 2, 6][bands] ?? 0], 8);
  return concatenated([
    latin1Bytes(pngSignature),
    chunkBytes('IHDR', header),
    chunkBytes('IDAT', deflateSync(rows, { level })),
    chunkBytes('IEND', new Uint8Array(0)),
  ]);
};
