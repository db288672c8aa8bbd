import { bytesPiece, joinedPieces, latin1Bytes, type ByteSource, type Piece } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import {
  bytesChunkPieces,
  chunkPieces,
  chunksOf,
  copiedChunk,
  flagBits,
  frameChunksOf,
  pictureChunksOf,
  riffHeaderBytes,
  riffEndOf,
} from './chunks.ts';
import { canvasBytes } from './extended.ts';

/**
 * A still WebP of the only frame of an animation, which must cover the picture. Its EXIF, which turns no
 * animation, is not read any more.
 * Throws `decode_failed` for damage. Source: RFC 9649, section 2.7.
 */
export const webpSingleFramePieces = (source: ByteSource): readonly Piece[] => {
  const [header, ...chunks] = chunksOf(source, riffHeaderBytes, riffEndOf(source));
  const frame = chunks.find(({ name }) => name === 'ANMF');
  if (header === undefined || frame === undefined) throw decodeFailed('WebP has no frame.');
  const picture = pictureChunksOf(frameChunksOf(source, frame));
  const extended = Uint8Array.from(header.data.read(0, canvasBytes));
  extended.set([(extended[0] ?? 0) & ~(flagBits.ANIMATION | flagBits.EXIF)], 0);
  const rest = chunks.flatMap((chunk) => {
    if (chunk === frame) return picture.flatMap(copiedChunk);
    return chunk.name === 'ANIM' || chunk.name === 'ANMF' ? [] : copiedChunk(chunk);
  });
  const contents = [
    bytesPiece(latin1Bytes('WEBP')),
    ...bytesChunkPieces('VP8X', extended),
    ...rest,
  ];
  return joinedPieces(chunkPieces('RIFF', contents));
};
