import { concatenated, hasSignature, sectionOf, viewOf, type ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { exifPrefix, hasExifPrefix } from '../exif/tiff.ts';

/** Marker codes (ITU T.81, table B.1), without their leading 0xFF. */
export const markers = {
  DHT: 0xc4,
  DAC: 0xcc,
  SOI: 0xd8,
  EOI: 0xd9,
  SOS: 0xda,
  DQT: 0xdb,
  DNL: 0xdc,
  DRI: 0xdd,
  APP0: 0xe0,
  APP1: 0xe1,
  APP2: 0xe2,
  APP14: 0xee,
  APP15: 0xef,
  COM: 0xfe,
} as const;

/** Used as the marker of the entropy-coded data that follows an SOS segment. */
const scanDataMarker = 0;

/** One marker segment: `[offset, end)` includes marker and length, `payload` is what follows them. */
export type Segment = Readonly<{
  marker: number;
  offset: number;
  end: number;
  payload: ByteSource;
}>;

/**
 * Most segments of a file. Real files with the most segments have extended XMP (depth maps, video) in
 * about 16 segments a megabyte, so ten thousand are 600 MB. Only a hostile file has more.
 */
const maxSegments = 10_000;

/**
 * The segments of the first image in order, with the data of each scan as one entry (`scanDataMarker`),
 * to EOI, or to the end of a file that ends in the data of a scan. Lazy: nothing after the current entry has been
 * read. Throws `decode_failed` at a damaged segment or where the file ends elsewhere before EOI.
 */
export function* segmentsOf(source: ByteSource): Generator<Segment> {
  if (!hasSignature(source, '\xff\xd8')) throw decodeFailed('JPEG does not start with SOI.');
  let position = 2;
  let hasRestarts = false;
  for (let count = 0; count < maxSegments; count += 1) {
    const segment = segmentAt(source, nextMarker(source, position));
    if (segment.marker === markers.DRI) hasRestarts = restartIntervalOf(segment) > 0;
    yield segment;
    if (segment.marker === markers.EOI) return;
    position = segment.end;
    if (segment.marker === markers.SOS) {
      const scanData = scanDataFrom(source, position, hasRestarts);
      yield scanData;
      position = scanData.end;
      if (position === source.size) return;
    }
  }
  throw decodeFailed(`JPEG has more than ${maxSegments} segments.`);
}

/** Those before the first scan, in which metadata and colours count. Lazy, and throws, as `segmentsOf` does. */
export function* headerSegmentsOf(source: ByteSource): Generator<Segment> {
  for (const segment of segmentsOf(source)) {
    if (segment.marker === markers.SOS) return;
    yield segment;
  }
}

const segmentAt = (source: ByteSource, offset: number): Segment => {
  const marker = codeAt(source, offset);
  if (marker === markers.EOI) {
    return { marker, offset, end: offset + 2, payload: sectionOf(source, offset + 2, 0) };
  }
  if (hasLength(marker)) return measured(source, offset, marker);
  throw decodeFailed(`JPEG has an unexpected marker 0x${marker.toString(16)}.`);
};

const codeAt = (source: ByteSource, offset: number): number => source.read(offset + 1, 1)[0] ?? 0;

const { DHT, DAC, DQT, DNL, DRI, SOS } = markers;
const tableMarkers: readonly number[] = [DHT, DAC, DQT, DNL, DRI, SOS];

const hasLength = (marker: number): boolean =>
  isFrameMarker(marker) || isMetadataMarker(marker) || tableMarkers.includes(marker);

const measured = (source: ByteSource, offset: number, marker: number): Segment => {
  const lengthBytes = source.read(offset + 2, 2);
  const length = lengthBytes.length < 2 ? 0 : viewOf(lengthBytes).getUint16(0);
  const end = offset + 2 + length;
  if (length < 2 || end > source.size) throw decodeFailed('JPEG has a segment of impossible size.');
  return { marker, offset, end, payload: sectionOf(source, offset + 4, length - 2) };
};

/** Offset of the next marker. As in libjpeg, fill bytes and garbage between segments are skipped. */
const nextMarker = (source: ByteSource, from: number): number =>
  hasSignature(source, '\xff', from) && startsSegment(codeAt(source, from))
    ? from
    : findMarker(source, from, startsSegment);

/** Not stuffing, not fill, and not TEM or RST0 to RST7, which are meaningless outside scan data. */
const startsSegment = (code: number): boolean =>
  code > 0x01 && code !== 0xff && (code < 0xd0 || code > 0xd7);

/**
 * Bytes read at once in the search for the next marker: few at first, so that thousands of tiny scans do
 * not each cost a large read; then more, for long scans.
 */
const firstWindowBytes = 1024;
const maxWindowBytes = 64 * 1024;

/** New memory for each would have V8 collect the garbage of the whole heap once an upload. */
const window = new Uint8Array(maxWindowBytes);

const findMarker = (
  source: ByteSource,
  from: number,
  accepts: (code: number) => boolean,
): number => {
  const at = markerFrom(source, from, accepts);
  if (at === undefined) throw decodeFailed('JPEG is truncated: it has no EOI marker.');
  return at;
};

const markerFrom = (
  source: ByteSource,
  from: number,
  accepts: (code: number) => boolean,
): number | undefined => {
  let windowBytes = firstWindowBytes;
  let start = from;
  while (start + 1 < source.size) {
    const at = markerIn(source.read(start, windowBytes, window), accepts);
    if (at >= 0) return start + at;
    // Windows overlap by one byte, because a marker may lie across their border.
    start += windowBytes - 1;
    windowBytes = Math.min(windowBytes * 2, maxWindowBytes);
  }
  return undefined;
};

const markerIn = (bytes: Uint8Array, accepts: (code: number) => boolean): number => {
  const last = bytes.length - 1;
  let at = bytes.indexOf(0xff);
  while (at >= 0 && at < last && !accepts(bytes[at + 1] ?? 0)) {
    const near = Math.min(at + nearBytes, last);
    do at += 1;
    while (at < near && bytes[at] !== 0xff);
    if (bytes[at] !== 0xff) at = bytes.indexOf(0xff, at);
  }
  return at < last ? at : -1;
};

/** Looked at one by one: a search costs as much, and in hostile data one would begin at each of 100 million bytes. */
const nearBytes = 8;

/** Blocks between restarts; 0: none. Throws `decode_failed` for a segment of the wrong size. ITU T.81, B.2.4.4. */
const restartIntervalOf = ({ payload }: Segment): number => {
  if (payload.size !== 2) throw decodeFailed('JPEG has a damaged restart interval.');
  return viewOf(payload.read(0, 2)).getUint16(0);
};

const scanDataFrom = (source: ByteSource, offset: number, hasRestarts: boolean): Segment => {
  const accepts = hasRestarts ? endsRestartedScan : startsSegment;
  const end = markerFrom(source, offset, accepts) ?? source.size;
  return { marker: scanDataMarker, offset, end, payload: sectionOf(source, offset, end - offset) };
};

/** The first code that is not reserved. ITU T.81, table B.1. */
const firstDefined = 0xc0;

/** In a scan with restarts, decoders skip reserved codes; without restarts they stop at any marker. */
const endsRestartedScan = (code: number): boolean => code >= firstDefined && startsSegment(code);

/** Whether a marker starts a frame header (SOF0 to SOF15, the reserved JPG among them). */
export const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== markers.DHT && marker !== markers.DAC;

/** Whether a marker is an application segment (APP0 to APP15) or a comment: never needed to decode. */
export const isMetadataMarker = (marker: number): boolean =>
  (marker >= markers.APP0 && marker <= markers.APP15) || marker === markers.COM;

/** Whether a segment holds EXIF. One of a prefix alone does not: browsers go on to the next one. */
export const isExifSegment = ({ marker, payload }: Segment): boolean =>
  marker === markers.APP1 && payload.size > exifPrefix.length && hasExifPrefix(payload);

/** A segment as bytes: marker, length, payload (at most 65,533 bytes). */
export const segmentBytes = (marker: number, payload: Uint8Array): Uint8Array => {
  const length = payload.length + 2;
  return concatenated([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), payload]);
};
