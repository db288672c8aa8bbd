import type { ByteSource } from '../bytes.ts';
import { chunksOf, riffEndOf, riffHeaderBytes } from './chunks.ts';

/**
 * Bytes that a WebP takes for the alpha of a lossy picture; 0 where it has none. Throws `decode_failed` for a
 * damaged container. Source: RFC 9649, section 2.7.1.2 (ALPH).
 */
export const alphaBytesOf = (source: ByteSource): number => {
  let bytes = 0;
  for (const { name, data } of chunksOf(source, riffHeaderBytes, riffEndOf(source))) {
    if (name === 'ALPH') bytes += data.size;
  }
  return bytes;
};
