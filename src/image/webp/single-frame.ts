import type { ByteSource, Piece } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import {
  chunksOf,
  copiedChunk,
  flagBits,
  frameChunksOf,
  pictureChunksOf,
  webpPieces,
} from './chunks.ts';
import { canvasOf, canvasPieces } from './extended.ts';

/**
 * A still WebP of the only frame of an animation, which must cover the picture. Its EXIF, which turns no
 * animation, is not read any more.
 * Throws `decode_failed` for damage. Source: RFC 9649, section 2.7.
 */
export const webpSingleFramePieces = (source: ByteSource): readonly Piece[] => {
  const [header, ...chunks] = chunksOf(source);
  const frame = chunks.find(({ name }) => name === 'ANMF');
  if (header === undefined || frame === undefined) throw decodeFailed('WebP has no frame.');
  const picture = pictureChunksOf(frameChunksOf(source, frame));
  const canvas = canvasOf(header);
  const flags = canvas.flags & ~(flagBits.ANIMATION | flagBits.EXIF);
  const rest = chunks.flatMap((chunk) => {
    if (chunk === frame) return picture.flatMap(copiedChunk);
    return chunk.name === 'ANIM' || chunk.name === 'ANMF' ? [] : copiedChunk(chunk);
  });
  return webpPieces([...canvasPieces({ ...canvas, flags }), ...rest]);
};
