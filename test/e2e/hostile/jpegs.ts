import { bytes, jpegOf, segment, uint16 } from '../../support/image/builders.ts';
import { exifOf, exifSegment, iccSegments } from '../../support/image/metadata.ts';
import { photo } from '../../support/e2e/pictures.ts';
import { becoming, bombSide, type HostileFile } from './file.ts';
import { scanBomb } from './scans.ts';

/** Of one colour, since it takes the least time. */
const withSegments = (...segments: readonly Uint8Array[]): Buffer =>
  jpegOf({ width: 64, height: 64, segments });

/** The photo with another size in its frame header. */
const claiming = (width: number, height: number): Buffer => {
  const file = Buffer.from(photo);
  const frame = file.indexOf('\xff\xc0\0\x11', 0, 'latin1');
  file.writeUInt16BE(height, frame + 5);
  file.writeUInt16BE(width, frame + 7);
  return file;
};

const fullSegment = (marker: number, signature: string): Buffer =>
  segment(marker, signature, new Uint8Array(65_000));

/** An EXIF block whose directory names itself as the next one, and as what is inside of it. */
const circularExif = (): Buffer => {
  const exif = exifOf([
    [0x0112, 3, 1],
    [0x8769, 4, 8],
    [0x0132, 2, 8],
  ]);
  exif.writeUInt32BE(8, exif.length - 4);
  return exif;
};

/** The photo with something in the midst of its scan, at which decoders give up. */
const interrupted = (part: Uint8Array): Buffer =>
  bytes(photo.subarray(0, photo.length / 2), part, photo.subarray(photo.length / 2));

const markup = '<html><body><script>alert(1)</script></body></html>';
const many = 5000;

export const hostileJpegs: readonly HostileFile[] = [
  ...becoming('picture', {
    'a JPEG of as many scans as may be': () => scanBomb(bombSide, 99),
    'a JPEG with markup in a comment': () => withSegments(segment(0xfe, markup)),
    'a JPEG and an archive behind it': () =>
      bytes(photo, 'PK\x03\x04', new Uint8Array(40), 'PK\x05\x06'),
    'a JPEG with 100 segments of XMP, 6 MB': () =>
      withSegments(...Array<Buffer>(100).fill(fullSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0'))),
    'a JPEG with a profile of 16 MB': () =>
      withSegments(...iccSegments(new Uint8Array(255 * 65_000))),
    'a JPEG whose EXIF runs in a circle': () => withSegments(exifSegment(circularExif())),
    'a JPEG of 5,000 empty segments': () =>
      withSegments(...Array<Buffer>(many).fill(segment(0xfe))),
    'a JPEG behind which 5,000 others stand': () =>
      bytes(
        withSegments(),
        ...Array<Buffer>(many).fill(jpegOf({ segments: [segment(0xfe, 'small')] })),
      ),
    'a JPEG of one row of 65,500 pixels': () => jpegOf({ width: 65_500, height: 1 }),
    'a JPEG of one column of 65,500 pixels': () => jpegOf({ width: 1, height: 65_500 }),
  }),
  ...becoming('too large', {
    'a JPEG that claims 65,500 pixels square': () => claiming(65_500, 65_500),
    'a JPEG of 10,001 pixels square': () => claiming(10_001, 10_001),
  }),
  ...becoming('refused', {
    'a JPEG that claims more pixels than it has': () => claiming(1000, 700),
    'a JPEG of 800 scans': () => scanBomb(bombSide, 800),
    'a JPEG whose height comes later (DNL)': () =>
      jpegOf({ height: 0, late: [segment(0xdc, 0, 8)] }),
    'a lossless JPEG': () => jpegOf({ frameMarker: 0xc3 }),
    'a hierarchical JPEG': () =>
      jpegOf({ frameMarker: 0xc5, segments: [segment(0xde, 8, 0, 8, 0, 8, 0)] }),
    'a JPEG with a second frame header in the midst of its scan': () =>
      interrupted(segment(0xc0, 8, uint16(600), uint16(800), 1, 1, 0x11, 0)),
    'a JPEG with a bogus Huffman table in the midst of its scan': () =>
      interrupted(segment(0xc4, 0, 255, 2, new Uint8Array(14), new Uint8Array(257))),
    'a JPEG with an unknown marker in the midst of its scan': () => interrupted(bytes('\xff\xf7')),
    'a JPEG of 12 bits': () => jpegOf({ precision: 12, frameMarker: 0xc1 }),
    'a JPEG behind a PDF': () => bytes('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n', photo),
    'a JPEG behind a GIF': () => bytes('GIF89a\x01\0\x01\0\0\0\0;', photo),
    'a JPEG behind a byte order mark': () => bytes('\xef\xbb\xbf', photo),
  }),
  ...becoming('either', {
    'an arithmetic-coded JPEG': () => jpegOf({ frameMarker: 0xc9 }),
    'an arithmetic-coded progressive JPEG': () => jpegOf({ frameMarker: 0xca }),
    'a JPEG of 1 pixel that claims 4 components of samplings out of range': () => {
      const file = jpegOf({ components: [1, 2, 3, 4] });
      file.fill(
        0x44,
        file.indexOf('\xff\xc0', 0, 'latin1') + 11,
        file.indexOf('\xff\xc4', 0, 'latin1'),
      );
      return file;
    },
    'a JPEG that starts again after every block': () =>
      jpegOf({ width: bombSide, height: bombSide, segments: [segment(0xdd, 0, 1)] }),
  }),
];
