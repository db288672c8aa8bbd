import type { ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { orientationOf, uprightSize } from '../exif/orientation.ts';
import { type ImageFacts, type JpegBlocks, type Orientation, plainFacts } from '../facts.ts';
import { frameOf, type Frame } from './frame.ts';
import { jpegProfileOf } from './icc-segments.ts';
import { areAllScans, scanOf, type Scan } from './scan-header.ts';
import { isExifSegment, isFrameMarker, markers, segmentsOf, type Segment } from './segments.ts';
import { checkTables, quantisationTablesOf } from './tables.ts';

/**
 * Facts of a JPEG. Throws `decode_failed` for damaged headers and tables, for markers at which decoders
 * stop, for a file that ends before EOI outside of a scan or with scans missing, and for kinds of JPEG that are not
 * supported: lossless, hierarchical, of more than 8 bits, without a height.
 */
export const jpegFactsOf = (source: ByteSource): ImageFacts => {
  const { frame, orientation = 1, tables, applications, hasRestarts, hasEnd } = headerOf(source);
  if (frame === undefined) throw decodeFailed('JPEG has no frame header.');
  const ordered = [...tables].toSorted(([one], [other]) => one - other);
  return {
    ...plainFacts,
    mediaType: 'image/jpeg',
    ...uprightSize(frame, orientation),
    orientation,
    bitDepth: frame.bitDepth,
    colour: frame.colour,
    hasAlpha: false,
    lossless: false,
    iccProfile: jpegProfileOf(applications, frame.colour).kind,
    isProgressive: frame.progressive,
    quantisation: ordered.map(([, entries]) => entries),
    blocks: blocksOf(frame, tables),
    ...(hasRestarts && { hasRestarts }),
    ...(!hasEnd && { lacksEnd: true }),
  };
};

/** Undefined also where the header lacks a table. */
const blocksOf = ({ layout }: Frame, tables: Header['tables']): JpegBlocks | undefined => {
  const [luma, blue, red] = layout;
  if (luma === undefined || blue === undefined || red === undefined) return undefined;
  const steps = [luma, blue, red].map(({ table }) => tables.get(table) ?? []);
  if (layout.length > 3 || steps.some(({ length }) => length === 0)) return undefined;
  const samplings = [luma, blue, red].map(({ across, down }) => `${across}x${down}`).join();
  return { steps, colour: colourResolutions.get(samplings) ?? 'other' };
};

const colourResolutions: ReadonlyMap<string, JpegBlocks['colour']> = new Map([
  ['1x1,1x1,1x1', 'full'],
  ['2x2,1x1,1x1', 'halved'],
]);

/** The contents of the segments before the first scan. */
type Header = {
  frame: Frame | undefined;
  /** Of the first EXIF segment; viewers ignore later ones. */
  orientation: Orientation | undefined;
  /** Entries in natural order by table id; the last definition of an id counts. */
  tables: Map<number, readonly number[]>;
  /** Application segments of the kind that holds profiles. */
  applications: Segment[];
  hasRestarts: boolean;
  hasEnd: boolean;
};

/**
 * Most scans of a file. Encoders write 10 to 20. A scan of a dozen bytes costs a decoder a pass over the
 * whole picture.
 */
const maxScans = 100;

/**
 * The header, once the whole file is known to have no marker at which decoders stop, and no scan to be missing
 * where EOI is. Whether the data of a scan are whole is known only once it is decoded. A second scan after one that is
 * complete is refused: some decoders skip it and return a picture that is cut off.
 */
const headerOf = (source: ByteSource): Header => {
  const header: Header = {
    frame: undefined,
    orientation: undefined,
    tables: new Map(),
    applications: [],
    hasRestarts: false,
    hasEnd: false,
  };
  const scans: Scan[] = [];
  let isComplete = false;
  let isArithmetic = false;
  for (const segment of segmentsOf(source)) {
    const isScan = segment.marker === markers.SOS;
    if (isScan) scans.push(scanOf(segment));
    if (scans.length > maxScans) throw decodeFailed(`JPEG has more than ${maxScans} scans.`);
    if (isScan && isComplete) throw decodeFailed('JPEG has a scan behind its only one.');
    if (isScan) isComplete = isOnlyScan(segment, header.frame);
    checkTables(segment);
    header.hasRestarts ||= segment.marker === markers.DRI;
    header.hasEnd = segment.marker === markers.EOI;
    isArithmetic ||= isFrameMarker(segment.marker) && segment.marker > firstArithmetic;
    if (scans.length === 0) note(header, segment);
    else if (isFrameMarker(segment.marker)) noteFrame(header, segment);
  }
  if (scans.length === 0) throw decodeFailed('JPEG has no image data.');
  // Decoders do not tell whether such data are whole.
  const isUnsure = header.hasRestarts || isArithmetic;
  if (!header.hasEnd && (isUnsure || !hasAllScans(header, scans)))
    throw decodeFailed('JPEG is truncated: it has no EOI marker.');
  return header;
};

/** Frames above it have arithmetic coding (ITU T.81, table B.1). */
const firstArithmetic = 0xc8;

/** With EOI a progressive JPEG need not have them all (libjpeg, jcmaster.c, validate_script). */
const hasAllScans = ({ frame }: Header, scans: readonly Scan[]): boolean =>
  frame === undefined || areAllScans(scans, frame);

/** Whether a scan holds the complete picture: decoders accept no further one then. */
const isOnlyScan = ({ payload }: Segment, frame: Frame | undefined): boolean =>
  frame?.progressive === false && payload.read(0, 1)[0] === frame.components;

const note = (header: Header, segment: Segment): void => {
  const { marker, payload } = segment;
  if (isFrameMarker(marker)) noteFrame(header, segment);
  else if (marker === markers.DQT) {
    for (const { id, entries } of quantisationTablesOf(payload)) header.tables.set(id, entries);
  } else if (isExifSegment(segment)) {
    header.orientation ??= orientationOf(payload);
  } else if (marker === markers.APP2) header.applications.push(segment);
};

const noteFrame = (header: Header, segment: Segment): void => {
  if (header.frame !== undefined) throw decodeFailed('JPEG has more than one frame header.');
  header.frame = frameOf(segment);
};
