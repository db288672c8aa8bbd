import { crc32 } from 'node:zlib';
import {
  bytesPiece,
  concatenated,
  copyPiece,
  hasSignature,
  latin1Bytes,
  latin1Of,
  sectionOf,
  uintBytes,
  viewOf,
  type ByteSource,
  type Piece,
} from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';

/** The first eight bytes of every PNG, as Latin-1 text. */
export const pngSignature = '\x89PNG\r\n\x1a\n';

/** One chunk: `[offset, end)` includes length, name and checksum. */
export type PngChunk = Readonly<{
  name: string;
  offset: number;
  end: number;
  data: ByteSource;
}>;

/**
 * Most chunks of a file: these, and one more for each of so many bytes. Encoders write 8 KiB or more a chunk. Only a
 * hostile file has more, and a hundred thousand in a megabyte take a quarter of a second.
 */
const [fewChunks, bytesPerChunk] = [10_000, 1000] as const;

/**
 * The chunks of a PNG in order, to IEND; what follows IEND is not read. Behind the image data of a still picture what
 * is no chunk, or is cut, counts as IEND: all that is shown is there, or its decoder tells that it is not. Throws
 * `decode_failed` at any other damaged or cut chunk.
 */
export function* chunksOf(source: ByteSource): Generator<PngChunk> {
  if (!hasSignature(source, pngSignature)) throw decodeFailed('PNG has a damaged signature.');
  const maxChunks = fewChunks + Math.floor(source.size / bytesPerChunk);
  let position = pngSignature.length;
  let [isAnimated, mayEnd] = [false, false];
  for (let count = 0; count < maxChunks; count += 1) {
    const chunk = chunkAt(source, position, mayEnd);
    yield chunk;
    if (chunk.name === 'IEND') return;
    isAnimated ||= chunk.name === 'acTL';
    mayEnd ||= chunk.name === 'IDAT' && !isAnimated;
    position = chunk.end;
  }
  throw decodeFailed(`PNG has more than ${maxChunks} chunks.`);
}

/** Length and name before the data, checksum after it. */
const headerBytes = 8;
const crcBytes = 4;

const chunkAt = (source: ByteSource, offset: number, mayEnd: boolean): PngChunk => {
  const cut = (message: string, isData = false): PngChunk => {
    if (!mayEnd || isData) throw decodeFailed(message);
    return { name: 'IEND', offset, end: source.size, data: sectionOf(source, offset, 0) };
  };
  const header = source.read(offset, headerBytes);
  if (header.length < headerBytes) return cut('PNG is truncated: it has no IEND chunk.');
  const length = viewOf(header).getUint32(0);
  const name = latin1Of(header.subarray(4));
  if (!/^[A-Za-z]{4}$/.test(name)) return cut('PNG has a chunk with a damaged name.');
  const end = offset + headerBytes + length + crcBytes;
  if (end > source.size)
    return cut(`PNG is truncated: its ${name} chunk is not complete.`, name === 'IDAT');
  return { name, offset, end, data: sectionOf(source, offset + headerBytes, length) };
};

/** Reads all of a chunk's data. Throws `decode_failed` where its checksum is wrong. PNG, 5.5. */
export const requireValidCrc = (chunk: PngChunk, source: ByteSource): void => {
  if (!hasValidCrc(chunk, source)) throw decodeFailed(`PNG has a damaged ${chunk.name} chunk.`);
};

/** Whether the checksum of a chunk is that of its name and data, all of which are read. PNG, 5.5. */
export const hasValidCrc = ({ offset, end }: PngChunk, source: ByteSource): boolean => {
  const checksum = end - crcBytes;
  let crc = 0;
  for (let at = offset + 4; at < checksum; at += piece.length) {
    crc = crc32(source.read(at, Math.min(piece.length, checksum - at), piece), crc);
  }
  return viewOf(source.read(checksum, crcBytes)).getUint32(0) === crc;
};

/**
 * Some encoders write all data as one chunk, which is not to be in memory as a whole. New memory for each piece would
 * make V8 collect the garbage of the whole heap once an upload, which takes 30 ms of CPU.
 */
const piece = new Uint8Array(65_536);

/** A chunk as bytes: length, name (four letters), data, checksum. */
export const chunkBytes = (name: string, data: Uint8Array): Uint8Array => {
  const letters = latin1Bytes(name);
  const checksum = crc32(data, crc32(letters));
  return concatenated([uintBytes(4, data.length), letters, data, uintBytes(4, checksum)]);
};

/** The same PNG with a further chunk behind its header. */
export const withChunk = (source: ByteSource, chunk: Uint8Array): readonly Piece[] => {
  const [header] = chunksOf(source);
  const end = header?.end ?? 0;
  return [copyPiece(0, end), bytesPiece(chunk), copyPiece(end, source.size)];
};
