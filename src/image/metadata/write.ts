import { ServiceError } from '../../errors.ts';
import { copyPiece, joinedPieces, pagedSource, type ByteSource, type Piece } from '../bytes.ts';
import { avifWithMetadata } from './avif-metadata.ts';
import { jpegWithMetadata } from './jpeg-metadata.ts';
import { pngWithMetadata } from './png-metadata.ts';
import type { PreservedMetadata } from './preserved.ts';
import { webpWithMetadata } from './webp-metadata.ts';

type Writer = (result: ByteSource, metadata: PreservedMetadata) => readonly Piece[];

const writers: ReadonlyMap<string, Writer> = new Map([
  ['image/avif', avifWithMetadata],
  ['image/jpeg', jpegWithMetadata],
  ['image/png', pngWithMetadata],
  ['image/webp', webpWithMetadata],
]);

/**
 * `result` with `metadata` added in the smallest blocks that hold them, without other tags; pixels,
 * profile and orientation stay. `result` must have no metadata except an orientation.
 *
 * A JPEG grows by at most 90 bytes besides text and URL for a copyright, 74 for a date, 138 for a
 * location. A PNG gets no location. Only a PNG keeps sub-seconds and offset of a date. A JPEG does not
 * keep that a picture is in the public domain. The file is unchanged where there is nothing to add, for
 * other media types, and for a file that is not of `mediaType`.
 */
export const withMetadata = (
  result: ByteSource,
  mediaType: string,
  metadata: PreservedMetadata,
): readonly Piece[] => {
  const unchanged = [copyPiece(0, result.size)];
  const write = writers.get(mediaType);
  if (write === undefined || isEmpty(metadata)) return unchanged;
  return joinedPieces(writtenPieces(write, result, metadata) ?? unchanged);
};

const isEmpty = ({ copyright = {}, creation, location }: PreservedMetadata): boolean =>
  Object.keys(copyright).length === 0 && creation === undefined && location === undefined;

const writtenPieces = (
  write: Writer,
  result: ByteSource,
  metadata: PreservedMetadata,
): readonly Piece[] | undefined => {
  try {
    return write(pagedSource(result), metadata);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return undefined;
  }
};
