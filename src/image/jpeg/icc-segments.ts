import { concatenated, hasSignature, latin1Bytes } from '../bytes.ts';
import type { ImageFacts } from '../facts.ts';
import { greyProfileOf } from '../icc/grey-profile.ts';
import { iccHeaderBytes } from '../icc/profile.ts';
import { iccKindOf, longIccKindOf, maxIccBytes, type IccKind } from '../icc/header.ts';
import { markers, segmentBytes, type Segment } from './segments.ts';

const signature = 'ICC_PROFILE\0';
/** Signature, sequence number (from 1), number of segments. ICC.1:2022, B.4. */
const prefixBytes = signature.length + 2;

/** Whether a segment holds an ICC profile or a part of one. */
const isIccSegment = (segment: Segment): boolean =>
  segment.marker === markers.APP2 &&
  segment.payload.size >= prefixBytes &&
  hasSignature(segment.payload, signature);

/** The profile of a JPEG. */
type JpegProfile = Readonly<{
  kind: IccKind;
  /** Its segments in their own order. */
  segments: readonly Segment[];
  /** The profile that counts in place of one of RGB in a grey picture. */
  grey?: Uint8Array;
}>;

/**
 * The profile in these segments, which are in file order. `none` where there is no profile, where parts are
 * missing, and where decoders ignore it. One of RGB in a grey picture counts, as in browsers.
 */
export const jpegProfileOf = (
  segments: readonly Segment[],
  colour: ImageFacts['colour'],
): JpegProfile => {
  const parts = partsOf(segments.filter(isIccSegment));
  const ordered = parts.map(({ segment }) => segment);
  if (parts.length === 0 || !isComplete(parts)) return { kind: 'none', segments: [] };
  const bytes = ordered.reduce((total, { payload }) => total + payload.size - prefixBytes, 0);
  const read = (maxBytes: number): Uint8Array =>
    concatenated(ordered.map(({ payload }) => payload.read(prefixBytes, maxBytes)));
  if (bytes > maxIccBytes) {
    return { kind: longIccKindOf(read(iccHeaderBytes), colour), segments: ordered };
  }
  const profile = read(maxIccBytes);
  const grey = colour === 'grey' ? greyProfileOf(profile) : undefined;
  const kind = iccKindOf(grey ?? profile, colour);
  return { kind, segments: ordered, ...(grey && { grey }) };
};

/** A profile as segments. */
export const iccSegmentsOf = (profile: Uint8Array): readonly Uint8Array[] => {
  const count = Math.ceil(profile.length / mostPartBytes);
  return Array.from({ length: count }, (_, index) =>
    segmentBytes(
      markers.APP2,
      concatenated([
        latin1Bytes(signature),
        Uint8Array.of(index + 1, count),
        profile.subarray(index * mostPartBytes, (index + 1) * mostPartBytes),
      ]),
    ),
  );
};

const mostPartBytes = 65_533 - prefixBytes;

type Part = Readonly<{ sequence: number; count: number; segment: Segment }>;

/** None where one is there twice before all are there, as in Chromium 156. libjpeg takes none twice. */
const partsOf = (segments: readonly Segment[]): readonly Part[] => {
  const parts = new Map<number, Part>();
  for (const segment of segments) {
    const [sequence = 0, count = 0] = segment.payload.read(signature.length, 2);
    if (parts.has(sequence)) return [];
    parts.set(sequence, { sequence, count, segment });
    // What follows the last one counts for nothing.
    if (parts.size === count) break;
  }
  return [...parts.values()].toSorted((one, other) => one.sequence - other.sequence);
};

/** As in libjpeg: the parts are numbered 1 to n without gaps, and each states the same n. */
const isComplete = (ordered: readonly Part[]): boolean =>
  ordered.every((part, index) => part.sequence === index + 1 && part.count === ordered.length);
