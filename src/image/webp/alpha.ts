import { bytesPiece, joinedPieces, latin1Bytes, type ByteSource, type Piece } from '../bytes.ts';
import { bitstreamFactsOf } from './bitstream.ts';
import {
  bytesChunkPieces,
  chunkPieces,
  chunksOf,
  copiedChunk,
  flagBits,
  pictureChunksOf,
  riffEndOf,
  riffHeaderBytes,
} from './chunks.ts';
import { canvasDataOf } from './extended.ts';

/**
 * The alpha of a lossy picture as a WebP stores it (ALPH); undefined where there is none. Throws
 * `decode_failed` for a damaged container. Source: RFC 9649, section 2.7.1.2.
 */
export const alphaOf = (source: ByteSource): Uint8Array | undefined => {
  for (const { name, data } of chunksOf(source, riffHeaderBytes, riffEndOf(source))) {
    if (name === 'ALPH') return data.read(0, data.size);
  }
  return undefined;
};

/**
 * A WebP of the colours of a still lossy one, and of the alpha of another one of the same size. Throws
 * `decode_failed` for a damaged container. Source: RFC 9649, section 2.7.
 */
export const withAlphaPieces = (source: ByteSource, alpha: Uint8Array): readonly Piece[] => {
  const picture = pictureChunksOf(chunksOf(source, riffHeaderBytes, riffEndOf(source)));
  const colours = picture.slice(-1);
  const canvas = { ...bitstreamFactsOf(colours), flags: flagBits.ALPHA };
  return joinedPieces(
    chunkPieces('RIFF', [
      bytesPiece(latin1Bytes('WEBP')),
      ...bytesChunkPieces('VP8X', canvasDataOf(canvas)),
      ...bytesChunkPieces('ALPH', alpha),
      ...colours.flatMap(copiedChunk),
    ]),
  );
};
