import { inflateSync } from 'node:zlib';
import { bytesOf, concatenated, latin1Bytes } from '../../bytes.ts';
import { decodeFailed } from '../../decode-failed.ts';
import type { Wasm } from '../../wasm/wasm.ts';
import { chunkBytes, chunksOf, pngSignature } from '../chunks.ts';
import { type PngHeader, pngHeaderOf } from '../header.ts';
import { deflated } from './deflate.ts';

/**
 * A PNG with the same chunks and rows, whose rows are compressed as well as Zopfli does. Undefined for an
 * animation, for rows of more than `maxRowBytes`, and for grain without a palette.
 * @throws ServiceError `decode_failed` for a damaged PNG; Error where the rows would not be the same.
 */
export const deflatedPng = (wasm: Wasm, bytes: Uint8Array): Uint8Array | undefined => {
  const source = bytesOf(bytes);
  const [before, after]: [Uint8Array[], Uint8Array[]] = [[], []];
  const compressed: Uint8Array[] = [];
  let header: PngHeader | undefined;
  for (const chunk of chunksOf(source)) {
    header ??= pngHeaderOf(chunk, source);
    if (chunk.name === 'acTL') return undefined;
    if (chunk.name === 'IDAT') compressed.push(chunk.data.read(0, chunk.data.size));
    else (compressed.length === 0 ? before : after).push(bytes.subarray(chunk.offset, chunk.end));
  }
  const data = concatenated(compressed);
  const rows = inflated(data);
  if (header === undefined) throw decodeFailed('PNG has no header.');
  if (rows === undefined || !isWorthIt(header, data.length, rows.length)) return undefined;
  const deflatedRows = deflated(wasm, rows);
  // A fault of this encoder would ruin a picture that was whole.
  if (!inflatesTo(deflatedRows, rows)) throw new Error('PNG rows were not compressed as they are');
  return concatenated([
    latin1Bytes(pngSignature),
    ...[...before, chunkBytes('IDAT', deflatedRows), ...after],
  ]);
};

const inflatesTo = (compressed: Uint8Array, rows: Uint8Array): boolean => {
  try {
    return inflateSync(compressed, { maxOutputLength: rows.length }).equals(rows);
  } catch {
    return false;
  }
};

/** Undefined where it is too large. */
const inflated = (data: Uint8Array): Uint8Array | undefined => {
  try {
    return inflateSync(data, { maxOutputLength: maxRowBytes });
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw decodeFailed(`PNG has damaged image data: ${String(cause)}`);
  }
};

const maxRowBytes = 50_000_000;

/**
 * The grain of a photograph without a palette takes the most time of all, and saves the least. Few rows take
 * hardly any.
 */
const isWorthIt = (
  { width, height, colour }: PngHeader,
  bytes: number,
  rowBytes: number,
): boolean =>
  colour === 'palette' || rowBytes <= fewRowBytes || bytes * 8 <= mostBits * width * height;

/** Bits a pixel. */
const mostBits = 1.1;
const fewRowBytes = 300_000;
