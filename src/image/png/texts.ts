import { decodeFailed } from '../decode-failed.ts';
import type { PngChunk } from './chunks.ts';

/** Deflate makes at best one byte of 1032 (zlib's technical details); libpng stops a text at 8 million. */
const maxRatio = 1032;
const maxChunkBytes = 8_000_000;

/** What texts may become in a decoder's memory, together. */
const maxBytes = 128_000_000;

/**
 * Looks at chunks one after the other. Tools inflate every text, and would need gigabytes for some of
 * few bytes: throws `decode_failed` once they could.
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
