import { concatenated, hasSignature, type ByteSource } from '../bytes.ts';
import type { ImageFacts } from '../facts.ts';
import { iccHeaderBytes } from '../icc/profile.ts';
import { iccKindOf, longIccKindOf, maxIccBytes, type IccKind } from '../icc/header.ts';
import { markers, type Segment } from './segments.ts';

const signature = 'ICC_PROFILE\0';
/** Signature, sequence number (from 1), number of segments. ICC.1:2022, B.4. */
const prefixBytes = signature.length + 2;

/** Whether a segment holds an ICC profile or a part of one. */
export const isIccSegment = (segment: Segment): boolean =>
  segment.marker === markers.APP2 &&
  segment.payload.size >= prefixBytes &&
  hasSignature(segment.payload, signature);

/**
 * The kind of the profile in these segments' payloads, which are in file order. `none` where there is no
 * profile, where parts are missing, and where decoders ignore it.
 */
export const iccKindOfSegments = (
  payloads: readonly ByteSource[],
  colour: ImageFacts['colour'],
): IccKind => {
  const parts = payloads.map(partOf).toSorted((one, other) => one.sequence - other.sequence);
  if (parts.length === 0 || !isComplete(parts)) return 'none';
  const bytes = parts.reduce((total, part) => total + part.payload.size - prefixBytes, 0);
  const read = (maxBytes: number): Uint8Array =>
    concatenated(parts.map(({ payload }) => payload.read(prefixBytes, maxBytes)));
  return bytes > maxIccBytes
    ? longIccKindOf(read(iccHeaderBytes), colour)
    : iccKindOf(read(maxIccBytes), colour);
};

type Part = Readonly<{ sequence: number; count: number; payload: ByteSource }>;

const partOf = (payload: ByteSource): Part => {
  const [sequence = 0, count = 0] = payload.read(signature.length, 2);
  return { sequence, count, payload };
};

/** As in libjpeg: the parts are numbered 1 to n without gaps, and each states the same n. */
const isComplete = (ordered: readonly Part[]): boolean =>
  ordered.every((part, index) => part.sequence === index + 1 && part.count === ordered.length);
