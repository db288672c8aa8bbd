import { deflateSync } from 'node:zlib';
import {
  bytes,
  chunk,
  ihdr,
  pngOf,
  pngSignature,
  uint16,
  uint32,
} from '../../support/image/builders.ts';
import { becoming, bombSide, type HostileFile } from './file.ts';

const end = chunk('IEND');
const squeezed = (megabytes: number): Buffer => deflateSync(new Uint8Array(megabytes * 1e6));

/** Rows of `width` samples of 8 bits in RGB, a shade each. */
const rowsOf = (width: number, height: number): Buffer =>
  bytes(
    ...Array.from({ length: height }, (_, y) =>
      bytes(0, new Uint8Array(width * 3).fill((y % 8) * 30)),
    ),
  );

const [width, height] = [30, 20];
const data = deflateSync(rowsOf(width, height));
const header = ihdr(width, height, 8, 2);

/** A picture of 30 x 20 with these chunks before its data. */
const withChunks = (...added: readonly Uint8Array[]): Buffer =>
  bytes(pngSignature, header, ...added, chunk('IDAT', data), end);

const withData = (...idats: readonly Uint8Array[]): Buffer =>
  bytes(pngSignature, header, ...idats, end);

const brokenCrc = (whole: Buffer): Buffer => {
  const broken = Buffer.from(whole);
  broken[broken.length - 1]! ^= 1;
  return broken;
};

const frameControl = (sequence: number, [x, y, w, h]: readonly number[]): Buffer =>
  chunk(
    'fcTL',
    uint32(sequence),
    ...[w, h, x, y].map((side) => uint32(side!)),
    uint16(1),
    uint16(10),
    0,
    0,
  );

/** Two frames, though it may claim more; the second lies at `box`. */
const apng = (frames: number, box: readonly number[]): Buffer =>
  bytes(
    pngSignature,
    header,
    chunk('acTL', uint32(frames), uint32(0)),
    frameControl(0, [0, 0, width, height]),
    chunk('IDAT', data),
    frameControl(1, box),
    chunk('fdAT', uint32(2), data),
    end,
  );

const whole = [0, 0, width, height];

/** An interlaced header over rows that are not. */
const interlaced = chunk('IHDR', uint32(width), uint32(height), 8, 2, 0, 0, 1);

/** A palette of one colour, and `length` bytes that make it clear. */
const withTransparency = (length: number): Buffer =>
  pngOf({
    colourType: 3,
    chunks: [chunk('PLTE', 1, 2, 3), chunk('tRNS', new Uint8Array(length))],
  });

export const hostilePngs: readonly HostileFile[] = [
  ...becoming('picture', {
    'a PNG bomb of one bit': () =>
      pngOf({ width: bombSide, height: bombSide, bitDepth: 1, colourType: 0 }),
    'a PNG bomb of 16 bits with alpha': () =>
      pngOf({ width: bombSide, height: bombSide, bitDepth: 16, colourType: 6 }),
    'a PNG with a profile of 20 MB in 20 kB': () =>
      withChunks(chunk('iCCP', 'icc\0\0', squeezed(20))),
    'a PNG with a text of 20 MB in 20 kB': () =>
      withChunks(chunk('zTXt', 'Comment\0\0', squeezed(20))),
    'a PNG with an international text of 20 MB': () =>
      withChunks(chunk('iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0', squeezed(20))),
    'a PNG with 1 byte of data a chunk': () =>
      withData(...Array.from(data, (byte) => chunk('IDAT', byte))),
    'a PNG with 10,000 empty chunks of data': () =>
      withData(...Array<Buffer>(10_000).fill(chunk('IDAT')), chunk('IDAT', data)),
    'a PNG with 5 MB behind its data': () => withData(chunk('IDAT', data, new Uint8Array(5e6))),
    'a PNG whose data go on for 20 MB': () =>
      withData(chunk('IDAT', deflateSync(bytes(rowsOf(width, height), new Uint8Array(2e7))))),
    'a PNG and an archive behind it': () =>
      bytes(withChunks(), 'PK\x03\x04', new Uint8Array(40), 'PK\x05\x06'),
    'an APNG that claims 2,000 frames and has 2': () => apng(2000, whole),
    'an APNG with a frame outside of its canvas': () => apng(2, [20, 10, width, height]),
    'an APNG with a frame of 2 thousand million pixels': () => apng(2, [0, 0, 65_535, 32_767]),
  }),
  {
    name: 'a PNG with a transparency longer than its palette',
    make: () => withTransparency(256),
    becomes: 'picture',
    // libvips ignores the whole chunk, browsers only what is too much.
    looksLike: () => withTransparency(1),
  },
  ...becoming('too large', {
    'a PNG bomb of 60,000 pixels square, one bit each': () =>
      bytes(pngSignature, ihdr(60_000, 60_000, 1, 0), chunk('IDAT', squeezed(20)), end),
    'a PNG of 2,147,483,647 pixels a row': () =>
      bytes(pngSignature, ihdr(2 ** 31 - 1, 1, 8, 2), chunk('IDAT', data), end),
    'an APNG that claims 4,294,967,295 frames': () => apng(2 ** 32 - 1, whole),
  }),
  ...becoming('refused', {
    'a PNG with 1,000 texts of 1 MB in 1 kB': () =>
      withChunks(...Array<Buffer>(1000).fill(chunk('zTXt', 'Comment\0\0', squeezed(1)))),
    'a PNG with two headers': () => withChunks(header),
    'a PNG with a broken checksum of data': () => withData(brokenCrc(chunk('IDAT', data))),
    'a PNG of 9,999 pixels square without data': () =>
      bytes(
        pngSignature,
        ihdr(9999, 9999, 8, 6),
        chunk('IDAT', deflateSync(new Uint8Array(9))),
        end,
      ),
    'a PNG that is interlaced only by its header': () =>
      bytes(pngSignature, interlaced, chunk('IDAT', deflateSync(new Uint8Array(99))), end),
    'a PNG with a palette of nothing': () => pngOf({ colourType: 3, chunks: [chunk('PLTE')] }),
  }),
  ...becoming('either', {
    'a PNG with a broken checksum of a text': () =>
      withChunks(brokenCrc(chunk('tEXt', 'Comment\0text'))),
    'a PNG of indices beyond its palette': () =>
      pngOf({ colourType: 3, bitDepth: 8, width: 300, chunks: [chunk('PLTE', 1, 2, 3)] }),
    'an APNG whose frames come in the wrong order': () =>
      bytes(
        pngSignature,
        header,
        chunk('acTL', uint32(2), uint32(0)),
        frameControl(7, whole),
        chunk('IDAT', data),
        chunk('fdAT', uint32(3), data),
        frameControl(3, whole),
        end,
      ),
  }),
];
