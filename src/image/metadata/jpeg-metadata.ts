import {
  bytesPiece,
  concatenated,
  copyPiece,
  latin1Bytes,
  type ByteSource,
  type Piece,
} from '../bytes.ts';
import { orientationOf } from '../exif/orientation.ts';
import { exifPrefix } from '../exif/tiff.ts';
import {
  headerSegmentsOf,
  isExifSegment,
  markers,
  segmentBytes,
  type Segment,
} from '../jpeg/segments.ts';
import { app13 } from './blocks.ts';
import { exifBlockOf } from './exif-write.ts';
import { photoshopBytes, photoshopPrefix } from './photoshop.ts';
import type { PreservedMetadata } from './preserved.ts';

/**
 * A JPEG with these metadata: text, date and location in one EXIF segment, which also takes over the
 * orientation of an existing one; copyright flag and URL in a segment of Photoshop resources.
 */
export const jpegWithMetadata = (
  result: ByteSource,
  metadata: PreservedMetadata,
): readonly Piece[] => {
  const segments = [...headerSegmentsOf(result)];
  const exif = segments.find(isExifSegment);
  const orientation = exif === undefined ? 1 : orientationOf(exif.payload);
  const at = insertionOffset(segments);
  const [gapStart, gapEnd] = exif === undefined ? [at, at] : [exif.offset, exif.end];
  const block = exifBlockOf(metadata, orientation);
  const resources = photoshopBytes(metadata.copyright ?? {});
  return [
    copyPiece(0, at),
    bytesPiece(prefixedSegment(markers.APP1, exifPrefix, block)),
    bytesPiece(prefixedSegment(app13, photoshopPrefix, resources)),
    copyPiece(at, gapStart),
    copyPiece(gapEnd, result.size),
  ];
};

const soiBytes = 2;

/** The end of JFIF, which must come first. ITU T.871, 10.1. */
const insertionOffset = (segments: readonly Segment[]): number => {
  const [first] = segments;
  return first?.marker === markers.APP0 ? first.end : soiBytes;
};

const prefixedSegment = (marker: number, prefix: string, data: Uint8Array): Uint8Array =>
  data.length === 0 ? data : segmentBytes(marker, concatenated([latin1Bytes(prefix), data]));
