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
    palette?: Palette;
    rowBytes: number;
    rows: Uint8Array;
  }>;

/** Three bytes for each colour, and the opacities of the first ones; what is missing is black and opaque. */
export type Palette = Readonly<{ colours: Uint8Array; opacities: Uint8Array }>;

/**
 * The rows of a PNG of the kinds that `storedPng` reads.
 * @throws ServiceError `decode_failed` as there.
 */
export const filteredRowsOf = (bytes: Uint8Array, maxBytes: number): FilteredRows => {
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
  if (width * height * 4 > maxBytes) throw otherKind();
  const bands = samplesOf(header);
  const rowBytes = Math.ceil((width * bands * bitDepth) / 8);
  return {
    width,
    height,
    bands,
    bitDepth,
    ...(hasPalette && { palette: { colours, opacities } }),
    rowBytes,
    rows: inflated(compressed, (rowBytes + 1) * height),
  };
};

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
