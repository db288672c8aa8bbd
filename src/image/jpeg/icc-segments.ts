import { concatenated, hasSignature, type ByteSource } from '../bytes.ts';
import type { ImageFacts } from '../facts.ts';
import { ICC_HEADER_BYTES } from '../icc/profile.ts';
import { iccKindOf, longIccKindOf, MAX_ICC_BYTES, type IccKind } from '../icc/header.ts';
import { MARKERS, type Segment } from './segments.ts';

const SIGNATURE = 'ICC_PROFILE\0';
/** Signature, sequence number (from 1), number of segments. ICC.1:2022, B.4. */
const PREFIX_BYTES = SIGNATURE.length + 2;

/** Whether a segment holds (a part of) an ICC profile. */
export const isIccSegment = (segment: Segment): boolean =>
  segment.marker === MARKERS.APP2 &&
  segment.payload.size >= PREFIX_BYTES &&
  hasSignature(segment.payload, SIGNATURE);

type Part = Readonly<{ sequence: number; count: number; payload: ByteSource }>;

const partOf = (payload: ByteSource): Part => {
  const [sequence = 0, count = 0] = payload.read(SIGNATURE.length, 2);
  return { sequence, count, payload };
};

/** As libjpeg has it: numbered 1 to n without gap or double, all agreeing on n. */
const isComplete = (ordered: readonly Part[]): boolean =>
  ordered.every((part, index) => part.sequence === index + 1 && part.count === ordered.length);

/**
 * What the profile in these segments' payloads (in file order) is. `none` when there is none, when
 * parts are missing, or when decoders ignore it.
 */
export const iccKindOfSegments = (
  payloads: readonly ByteSource[],
  colour: ImageFacts['colour'],
): IccKind => {
  const parts = payloads.map(partOf).toSorted((one, other) => one.sequence - other.sequence);
  if (parts.length === 0 || !isComplete(parts)) return 'none';
  const bytes = parts.reduce((total, part) => total + part.payload.size - PREFIX_BYTES, 0);
  const read = (maxBytes: number): Uint8Array =>
    concatenated(parts.map(({ payload }) => payload.read(PREFIX_BYTES, maxBytes)));
  return bytes > MAX_ICC_BYTES
    ? longIccKindOf(read(ICC_HEADER_BYTES), colour)
    : iccKindOf(read(MAX_ICC_BYTES), colour);
};
