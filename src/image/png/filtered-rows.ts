import { inflateSync } from 'node:zlib';
import { bytesOf, concatenated } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import type { Size } from '../rectangle.ts';
import type { Raster } from '../raster.ts';
import { chunksOf } from './chunks.ts';
import { pngHeaderOf, samplesOf, type PngHeader } from './header.ts';

/** A PNG whose image data is inflated and still filtered: for each row its filter, then `rowBytes` bytes. */
export type FilteredRows = Size &
  Readonly<{
    /** Samples of a pixel; 1 with a palette. */
    bands: Raster['bands'];
    /** Bits of a sample: 8, but with a palette also 1, 2 or 4. */
    bitDepth: number;
    /** Red, green, blue and alpha of each colour. */
    palette?: Uint8Array;
    rowBytes: number;
    rows: Uint8Array;
  }>;

/** Most bytes of pixels that are read, at 4 a pixel. With a copy they are most of the memory of the process. */
export const maxPixelBytes = 200_000_000;

export const isTooLarge = ({ width, height }: Size): boolean => width * height * 4 > maxPixelBytes;

/**
 * The rows of a PNG of the kinds that `storedPng` reads.
 * @throws ServiceError `decode_failed` as there.
 */
export const filteredRowsOf = (bytes: Uint8Array): FilteredRows => {
  const source = bytesOf(bytes);
  let header: PngHeader | undefined;
  let colours: Uint8Array = new Uint8Array(0);
  let opacities: Uint8Array = new Uint8Array(0);
  const compressed: Uint8Array[] = [];
  for (const chunk of chunksOf(source)) {
    if (header === undefined) header = plainHeader(pngHeaderOf(chunk, source));
    else if (chunk.name === 'PLTE') colours = chunk.data.read(0, chunk.data.size);
    else if (chunk.name === 'tRNS') opacities = chunk.data.read(0, chunk.data.size);
    else if (chunk.name === 'IDAT') compressed.push(chunk.data.read(0, chunk.data.size));
  }
  if (header === undefined) throw decodeFailed('PNG has no header.');
  const { width, height, bitDepth } = header;
  const hasPalette = header.colour === 'palette';
  if (!hasPalette && opacities.length > 0) throw otherKind();
  if (isTooLarge(header)) throw otherKind();
  const bands = samplesOf(header);
  const rowBytes = Math.ceil((width * bands * bitDepth) / 8);
  return {
    width,
    height,
    bands,
    bitDepth,
    ...(hasPalette && { palette: paletteOf(colours, opacities) }),
    rowBytes,
    rows: inflated(compressed, (rowBytes + 1) * height),
  };
};

/** Of three bytes for each colour, and the opacities of the first ones. */
const paletteOf = (colours: Uint8Array, opacities: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: Math.floor(colours.length / 3) * 4 }, (_, at) => {
    const [index, band] = [at >> 2, at & 3];
    return band === 3 ? (opacities[index] ?? 255) : (colours[index * 3 + band] ?? 0);
  });

const plainHeader = (header: PngHeader): PngHeader => {
  if (header.isInterlaced) throw otherKind();
  if (header.colour === 'palette' ? header.bitDepth > 8 : header.bitDepth !== 8) throw otherKind();
  return header;
};

const otherKind = () => decodeFailed('PNG is of a kind that only sources are.');

export const unknownFilter = () => decodeFailed('PNG has an unknown filter.');

const inflated = (compressed: readonly Uint8Array[], expected: number): Uint8Array => {
  const [first] = compressed;
  const data = first !== undefined && compressed.length === 1 ? first : concatenated(compressed);
  let rows: Uint8Array;
  try {
    // One piece of output with room to spare: several would be in memory twice while they are joined.
    const chunkSize = Math.max(minChunkSize, expected + 1);
    rows = inflateSync(data, { maxOutputLength: expected, chunkSize });
  } catch (cause) {
    throw decodeFailed(`PNG has damaged image data: ${String(cause)}`);
  }
  if (rows.length !== expected) throw decodeFailed('PNG has too little image data.');
  return rows;
};

/** The least that Node's zlib takes. */
const minChunkSize = 64;

/** Whether a row has another filter than None. Palettes mostly have none. */
export const hasFilters = ({ height, rowBytes, rows }: FilteredRows): boolean => {
  for (let y = 0; y < height; y++) if (rows[y * (rowBytes + 1)] !== 0) return true;
  return false;
};

/** The rows once their filters are undone, with a byte for each sample or index. Each stays behind its filter byte. */
export const unpackedRows = (filtered: FilteredRows): Uint8Array => {
  const { width, height, bitDepth, rowBytes, rows } = filtered;
  if (bitDepth === 8) return rows;
  const unpacked = new Uint8Array((width + 1) * height);
  const mask = (1 << bitDepth) - 1;
  for (let y = 0; y < height; y++) {
    const from = y * (rowBytes + 1) + 1;
    const to = y * (width + 1) + 1;
    for (let x = 0; x < width; x++) {
      const bit = x * bitDepth;
      unpacked[to + x] = ((rows[from + (bit >> 3)] ?? 0) >> (8 - bitDepth - (bit & 7))) & mask;
    }
  }
  return unpacked;
};
