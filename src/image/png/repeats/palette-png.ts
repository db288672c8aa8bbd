import { deflateSync } from 'node:zlib';
import { concatenated, latin1Bytes, viewOf } from '../../bytes.ts';
import type { Size } from '../../rectangle.ts';
import { chunkBytes, pngSignature } from '../chunks.ts';
import type { Palette } from '../filtered-rows.ts';

/** A PNG of 8 bits a pixel, of rows of indices into its palette, each behind its filter byte. */
export const palettePng = (
  { width, height }: Size,
  { colours, opacities }: Palette,
  rows: Uint8Array,
): Uint8Array => {
  const header = new Uint8Array(13);
  viewOf(header).setUint32(0, width);
  viewOf(header).setUint32(4, height);
  header.set([8, paletteType], 8);
  return concatenated([
    latin1Bytes(pngSignature),
    chunkBytes('IHDR', header),
    chunkBytes('PLTE', colours),
    ...(opacities.length > 0 ? [chunkBytes('tRNS', opacities)] : []),
    chunkBytes('IDAT', deflateSync(rows, { level })),
    chunkBytes('IEND', new Uint8Array(0)),
  ]);
};

/** The same level as that of pngquant, so that bytes compare. */
const level = 9;

/** PNG, 11.2.1. */
const paletteType = 3;
