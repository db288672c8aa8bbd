import type { ByteSource, Piece } from '../bytes.ts';
import { orientationExif } from '../exif/write.ts';
import type { Orientation } from '../facts.ts';
import { chunkBytes, withChunk } from './chunks.ts';

/** A PNG that has no EXIF of its own, with an orientation. */
export const pngOrientedPieces = (source: ByteSource, orientation: Orientation): readonly Piece[] =>
  withChunk(source, chunkBytes('eXIf', orientationExif(orientation)));
