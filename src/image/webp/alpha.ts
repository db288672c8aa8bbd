import type { ByteSource, Piece } from '../bytes.ts';
import { bitstreamFactsOf } from './bitstream.ts';
import {
  bytesChunkPieces,
  chunksOf,
  copiedChunk,
  flagBits,
  pictureChunksOf,
  webpPieces,
} from './chunks.ts';
import { canvasPieces } from './extended.ts';

/**
 * The alpha of a lossy picture as a WebP stores it (ALPH); undefined where there is none. Throws
 * `decode_failed` for a damaged container. Source: RFC 9649, section 2.7.1.2.
 */
export const alphaOf = (source: ByteSource): Uint8Array | undefined => {
  for (const { name, data } of chunksOf(source)) {
    if (name === 'ALPH') return data.read(0, data.size);
  }
  return undefined;
};

/**
 * A WebP of the colours of a still lossy one, and of the alpha of another one of the same size. Throws
 * `decode_failed` for a damaged container. Source: RFC 9649, section 2.7.
 */
export const withAlphaPieces = (source: ByteSource, alpha: Uint8Array): readonly Piece[] => {
  const picture = pictureChunksOf(chunksOf(source));
  const colours = picture.slice(-1);
  const canvas = { ...bitstreamFactsOf(colours), flags: flagBits.ALPHA };
  return webpPieces([
    ...canvasPieces(canvas),
    ...bytesChunkPieces('ALPH', alpha),
    ...colours.flatMap(copiedChunk),
  ]);
};
