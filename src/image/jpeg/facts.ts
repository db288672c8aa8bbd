import { hasSignature, type ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { EXIF_PREFIX, orientationOf, uprightSize } from '../exif/orientation.ts';
import type { ImageFacts, Orientation } from '../facts.ts';
import { quantisationTablesOf } from './dqt.ts';
import { frameOf, type Frame } from './frame.ts';
import { iccKindOfSegments, isIccSegment } from './icc-segments.ts';
import { isFrameMarker, MARKERS, segmentsOf, type Segment } from './segments.ts';

/** What the segments before the first scan say. */
type Header = {
  frame: Frame | undefined;
  /** Of the first EXIF segment; later ones are ignored as viewers do. */
  orientation: Orientation | undefined;
  /** Entries in natural order by table id; the last definition of an id counts. */
  tables: Map<number, readonly number[]>;
  iccPayloads: ByteSource[];
};

const noteFrame = (header: Header, segment: Segment): void => {
  if (header.frame !== undefined) throw decodeFailed('JPEG has more than one frame header.');
  header.frame = frameOf(segment);
};

const note = (header: Header, segment: Segment): void => {
  const { marker, payload } = segment;
  if (isFrameMarker(marker)) noteFrame(header, segment);
  else if (marker === MARKERS.DQT) {
    for (const { id, entries } of quantisationTablesOf(payload)) header.tables.set(id, entries);
  } else if (marker === MARKERS.APP1 && hasSignature(payload, EXIF_PREFIX)) {
    header.orientation ??= orientationOf(payload);
  } else if (isIccSegment(segment)) header.iccPayloads.push(payload);
};

const endsWithEoi = (source: ByteSource): boolean =>
  hasSignature(source, '\xff\xd9', source.size - 2);

/** The header of an image that is known to reach its EOI. */
const headerOf = (source: ByteSource): Header => {
  const header: Header = {
    frame: undefined,
    orientation: undefined,
    tables: new Map(),
    iccPayloads: [],
  };
  // Only a file with something behind its EOI, or cut before it, has its scans searched.
  const isTrusted = endsWithEoi(source);
  let hasScan = false;
  for (const segment of segmentsOf(source)) {
    hasScan ||= segment.marker === MARKERS.SOS;
    if (!hasScan) note(header, segment);
    if (hasScan && isTrusted) break;
  }
  if (!hasScan) throw decodeFailed('JPEG has no image data.');
  return header;
};

/**
 * Facts of a JPEG. Throws `decode_failed` for damaged headers, for a file that ends before EOI, and
 * for kinds of JPEG that are not supported (lossless, hierarchical, more than 8 bits, no height).
 */
export const jpegFactsOf = (source: ByteSource): ImageFacts => {
  const { frame, orientation = 1, tables, iccPayloads } = headerOf(source);
  if (frame === undefined) throw decodeFailed('JPEG has no frame header.');
  const ordered = [...tables].toSorted(([one], [other]) => one - other);
  return {
    mediaType: 'image/jpeg',
    ...uprightSize(frame, orientation),
    orientation,
    bitDepth: frame.bitDepth,
    colour: frame.colour,
    hasAlpha: false,
    frames: 1,
    lossless: false,
    iccProfile: iccKindOfSegments(iccPayloads),
    gamma: 'standard',
    progressive: frame.progressive,
    quantisation: ordered.map(([, entries]) => entries),
  };
};
