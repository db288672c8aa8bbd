import { decodeFailed } from '../decode-failed.ts';
import type { PngChunk } from './chunks.ts';

/** Deflate packs at most 1032 bytes into one (zlib, technical details); libpng limits a text to 8 million bytes. */
const maxRatio = 1032;
const maxChunkBytes = 8_000_000;

/** Most bytes of all texts together in a decoder's memory. */
const maxBytes = 128_000_000;

/**
 * A check to call with each chunk in turn. Tools inflate every text, so small texts can cost gigabytes of
 * memory. Throws `decode_failed` once all texts together could exceed the limit.
 */
export const createTextGuard = (): ((chunk: PngChunk) => void) => {
  let bytes = 0;
  return (chunk) => {
    if (!isCompressed(chunk)) return;
    bytes += Math.min(chunk.data.size * maxRatio, maxChunkBytes);
    if (bytes > maxBytes) throw decodeFailed('PNG has too many compressed texts.');
  };
};

/** A keyword has at most 79 bytes; its end and the flag follow. PNG, 11.3.3.4. */
const flagEnd = 81;

const isCompressed = ({ name, data }: PngChunk): boolean => {
  if (name !== 'iTXt') return name === 'zTXt';
  const head = data.read(0, Math.min(flagEnd, data.size));
  return head[head.indexOf(0) + 1] === 1;
};
