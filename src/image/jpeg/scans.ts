import type { ByteSource } from '../bytes.ts';
import { frameOf } from './frame.ts';
import { isFrameMarker, markers, segmentsOf } from './segments.ts';

/**
 * The scans of a progressive JPEG as text, one a line, for the option -scans of cjpeg (mozjpeg,
 * wizard.txt); undefined for another JPEG. A JPEG of the same components with these scans has nearly as
 * few bytes as one whose scans were searched for.
 * @throws ServiceError `decode_failed` for a damaged JPEG.
 */
export const scansTextOf = (jpeg: ByteSource): string | undefined => {
  let ids: readonly number[] = [];
  const lines: string[] = [];
  for (const segment of segmentsOf(jpeg)) {
    if (isFrameMarker(segment.marker)) {
      const { components, progressive } = frameOf(segment);
      if (!progressive) return undefined;
      const entries = segment.payload.read(6, components * 3);
      ids = Array.from({ length: components }, (_, index) => entries[index * 3] ?? 0);
    } else if (segment.marker === markers.SOS) {
      lines.push(scanLineOf(segment.payload.read(0, segment.payload.size), ids));
    }
  }
  return `${lines.join('\n')}\n`;
};

/** Components, first and last frequency, and the bits of successive approximation (ITU T.81, B.2.3). */
const scanLineOf = (header: Uint8Array, ids: readonly number[]): string => {
  const count = header[0] ?? 0;
  const components = Array.from({ length: count }, (_, at) => ids.indexOf(header[1 + at * 2] ?? 0));
  const [first = 0, last = 0, bits = 0] = header.subarray(1 + count * 2);
  return `${components.join(',')}: ${first}-${last}, ${bits >> 4}, ${bits & 15};`;
};

/**
 * Scans that suit most pictures, for one whose own are not known: 1 to 3 % more bytes than those that
 * mozjpeg searches for.
 */
export const fixedScansText = (isGrey: boolean): string =>
  isGrey ? greyScans : `${colourScans.join('\n')}\n`;

const greyScans = '0: 0-0, 0, 0;\n0: 1-8, 0, 0;\n0: 9-63, 0, 0;\n';

const colourScans = [
  '0: 0-0, 0, 0;',
  '1,2: 0-0, 0, 0;',
  '0: 1-8, 0, 0;',
  '0: 9-63, 0, 0;',
  '1: 1-63, 0, 0;',
  '2: 1-63, 0, 0;',
];
