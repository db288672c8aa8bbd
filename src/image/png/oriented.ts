import { bytesPiece, copyPiece, type ByteSource, type Piece } from '../bytes.ts';
import { orientationExif } from '../exif/orientation.ts';
import type { Orientation } from '../facts.ts';
import { chunkBytes, chunksOf } from './chunks.ts';

/** A PNG that has no EXIF of its own, with an orientation. */
export const pngOrientedPieces = (
  source: ByteSource,
  orientation: Orientation,
): readonly Piece[] => {
  const [header] = chunksOf(source);
  const end = header?.end ?? 0;
  const exif = chunkBytes('eXIf', orientationExif(orientation));
  return [copyPiece(0, end), bytesPiece(exif), copyPiece(end, source.size)];
};
