import { deflateSync } from 'node:zlib';
import { concatenated, latin1Bytes, viewOf } from '../../bytes.ts';
import { chunkBytes, pngSignature } from '../chunks.ts';
import { type FilteredRows, filteredRowsOf, type Palette } from '../filtered-rows.ts';
import { repeatedIndices } from './indices.ts';

/**
 * A PNG with a palette that looks like this one and takes less space: where pixels resemble those of an
 * earlier place, they take the colours of that place, which deflate stores as a repetition. `coarseness` is
 * the error that one bit less is worth, in squared levels. Undefined for kinds that it does not read: without
 * a palette, with less than 8 bits a pixel, with filters, interlaced, or of more than `maxBytes` at 4 bytes a
 * pixel. The idea is that of the option --lossy of gifsicle.
 * @throws ServiceError `decode_failed` for a damaged PNG, and for kinds that only sources are.
 */
export const withRepeatedColours = (
  bytes: Uint8Array,
  coarseness: number,
  maxBytes: number,
): Uint8Array | undefined => {
  const picture = filteredRowsOf(bytes, maxBytes);
  const { bitDepth, palette } = picture;
  if (palette === undefined || bitDepth < 8 || hasFilters(picture)) return undefined;
  return pngOfIndices(picture, palette, repeatedIndices(picture, palette, coarseness));
};

const hasFilters = ({ height, rowBytes, rows }: FilteredRows): boolean => {
  for (let y = 0; y < height; y++) if (rows[y * (rowBytes + 1)] !== 0) return true;
  return false;
};

/** The same level as that of pngquant, so that bytes compare. */
const level = 9;

const pngOfIndices = (
  { width, height }: FilteredRows,
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

/** PNG, 11.2.1. */
const paletteType = 3;
