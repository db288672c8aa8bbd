import {
  bytesPiece,
  concatenated,
  copyPiece,
  hasSignature,
  joinedPieces,
  latin1Bytes,
  type ByteSource,
  type Piece,
} from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { orientationExif } from '../exif/write.ts';
import { exifPrefix } from '../exif/tiff.ts';
import type { ImageFacts } from '../facts.ts';
import { iccSegmentsOf, jpegProfileOf } from './icc-segments.ts';
import { isMetadataMarker, markers, segmentBytes, segmentsOf, type Segment } from './segments.ts';

/** JFIF 1.01 without density and thumbnail (ITU T.871, 10.1). */
const jfifSegment = segmentBytes(
  markers.APP0,
  concatenated([latin1Bytes('JFIF\0'), Uint8Array.of(1, 1, 0, 0, 1, 0, 1, 0, 0)]),
);

const soi = Uint8Array.of(0xff, markers.SOI);
const eoi = Uint8Array.of(0xff, markers.EOI);

/**
 * A JPEG without metadata, bit for bit the same picture. Removed: comments, application segments, garbage
 * between segments, everything after the EOI of the first image. Kept: colour information (Adobe, JFIF,
 * an ICC profile other than sRGB), and an orientation other than 1, in a minimal EXIF segment.
 * An EOI that is missing by the facts is added. Throws `decode_failed` where another one is.
 */
export const jpegStrippedPieces = (source: ByteSource, facts: ImageFacts): readonly Piece[] => {
  const segments = [...segmentsOf(source)];
  // Decoders settle colours at the first scan; application segments after it have no effect.
  const firstScan = segments.findIndex(({ marker }) => marker === markers.SOS);
  const hasJfif = segments.slice(0, firstScan).some(isJfif);
  const jfif = hasJfif ? jfifSegment : new Uint8Array(0);
  const start = concatenated([soi, jfif, orientationSegment(facts)]);
  const profile = profilePieces(segments.slice(0, firstScan), facts);
  const rest = segments.flatMap((segment, index) => {
    if (!isMetadataMarker(segment.marker)) return [copyPiece(segment.offset, segment.end)];
    return index < firstScan ? adobePieces(segment, facts, hasJfif) : [];
  });
  const hasEnd = segments.at(-1)?.marker === markers.EOI;
  if (!hasEnd && facts.lacksEnd !== true) throw decodeFailed('JPEG is truncated: it has no EOI.');
  const end = hasEnd ? [] : [bytesPiece(eoi)];
  return joinedPieces([bytesPiece(start), ...profile, ...rest, ...end]);
};

/** Decoders conclude YCbCr from a JFIF marker, so it must be kept. */
const isJfif = ({ marker, payload }: Segment): boolean =>
  marker === markers.APP0 && payload.size >= 14 && hasSignature(payload, 'JFIF\0');

const orientationSegment = ({ orientation }: ImageFacts): Uint8Array =>
  orientation === 1
    ? new Uint8Array(0)
    : segmentBytes(
        markers.APP1,
        concatenated([latin1Bytes(exifPrefix), orientationExif(orientation)]),
      );

/** "Adobe", version, two flag words, colour transform: all that decoders read. */
const adobeBytes = 12;

const profilePieces = (
  segments: readonly Segment[],
  { iccProfile, colour }: ImageFacts,
): readonly Piece[] => {
  if (iccProfile !== 'other') return [];
  const { grey, segments: parts } = jpegProfileOf(segments, colour);
  return grey === undefined
    ? parts.map(({ offset, end }) => copyPiece(offset, end))
    : iccSegmentsOf(grey).map(bytesPiece);
};

/** The parts of an application segment or comment that the meaning of the samples depends on. */
const adobePieces = (segment: Segment, facts: ImageFacts, hasJfif: boolean): readonly Piece[] =>
  !isAdobe(segment) || (hasJfif && repeatsJfif(segment, facts))
    ? []
    : [bytesPiece(segmentBytes(markers.APP14, segment.payload.read(0, adobeBytes)))];

const isAdobe = ({ marker, payload }: Segment): boolean =>
  marker === markers.APP14 && payload.size >= adobeBytes && hasSignature(payload, 'Adobe');

/** Offset of the colour transform in an Adobe marker, and its value for YCbCr (ITU T.872, 6.5.3). */
const transformAt = 11;
const ycbcr = 1;

/** An Adobe marker for YCbCr repeats what JFIF implies. jpegtran drops it: a result with it could shrink again. */
const repeatsJfif = ({ payload }: Segment, { colour }: ImageFacts): boolean =>
  colour !== 'cmyk' && payload.read(transformAt, 1)[0] === ycbcr;
