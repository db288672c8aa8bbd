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

/**
 * Scans walked at most. Encoders write 10 to 20; each costs a decoder a pass over the whole picture for
 * a dozen bytes of file.
 */
const MAX_SCANS = 100;

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
  // A file with something behind its EOI, or cut before it, has its scans searched, and so has one
  // that may have many of them.
  const isTrusted = endsWithEoi(source);
  let scans = 0;
  for (const segment of segmentsOf(source)) {
    if (segment.marker === MARKERS.SOS) scans += 1;
    if (scans === 0) note(header, segment);
    else if (isTrusted && isOnlyScan(segment, header.frame)) break;
    if (scans > MAX_SCANS) throw decodeFailed(`JPEG has more than ${MAX_SCANS} scans.`);
  }
  if (scans === 0) throw decodeFailed('JPEG has no image data.');
  return header;
};

/** Whether this is the start of a scan that holds all there is: decoders take no other one then. */
const isOnlyScan = ({ marker, payload }: Segment, frame: Frame | undefined): boolean =>
  marker === MARKERS.SOS &&
  frame?.progressive !== true &&
  payload.read(0, 1)[0] === frame?.components;

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
