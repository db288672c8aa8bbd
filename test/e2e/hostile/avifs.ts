import { bytes, uint16, uint32 } from '../../support/image/builders.ts';
import { av1, avifFile, box, fullBox, gridFile, ispe } from '../../support/image/avif-builders.ts';
import { becoming, type HostileFile } from './file.ts';

const av1C = box('av1C', 0x81, 0, 0x0c, 0);
const nothing = (megabytes: number): Uint8Array => new Uint8Array(megabytes * 1e6);

/** A sequence header of this size in a reduced still picture: its sides have 16 bits each. */
const headerOf = (width: number, height: number): Buffer => {
  const bits = [
    // Profile 0, a still picture with a reduced header, level 0, sides of 16 bits.
    '000110000011111111',
    (width - 1).toString(2).padStart(16, '0'),
    (height - 1).toString(2).padStart(16, '0'),
    // Tools, then 8 bits in colours without codes.
    '000000000',
  ].join('');
  const data = bits
    .padEnd(Math.ceil(bits.length / 8) * 8, '0')
    .match(/.{8}/g)!
    .map((byte) => Number.parseInt(byte, 2));
  return bytes(0x0a, data.length, ...data);
};

const sized = (width: number, height: number, data: Uint8Array): Buffer =>
  avifFile({
    items: [{ id: 1, type: 'av01', data, properties: [1, 2] }],
    properties: [ispe(width, height), av1C],
  });

/** Boxes inside boxes: the heads of all, and then the innermost one. */
const nested = (depth: number): Buffer => {
  const inner = box('free');
  const heads = Array.from({ length: depth }, (_, level) =>
    bytes(uint32(inner.length + 12 * (depth - level)), 'meta', uint32(0)),
  );
  return bytes(...heads, inner);
};

export const hostileAvifs: readonly HostileFile[] = [
  ...becoming('too large', {
    'an AVIF bomb of 65,536 pixels square in 300 bytes': () =>
      sized(65_536, 65_536, bytes(headerOf(65_536, 65_536), av1)),
  }),
  ...becoming('refused', {
    'an AVIF of 60,000 pixels square with the data of 16': () => sized(60_000, 60_000, av1),
    'an AVIF of 4,096 pixels square without a frame': () => sized(4096, 4096, headerOf(4096, 4096)),
    'an AVIF grid of 65,536 tiles': () => gridFile(256, 256, [4096, 4096]),
    'an AVIF grid of itself': () => gridFile(1, 1, [16, 16], { references: [['dimg', 1, [1]]] }),
    'an AVIF in thousands of parts': () =>
      avifFile({
        iloc: fullBox(
          'iloc',
          0,
          ...[0x44, 0, uint16(1), uint16(1), uint16(0), uint16(60_000)],
          new Uint8Array(480_000),
        ),
      }),
    'an animated AVIF': () => avifFile({ brand: 'avis' }),
    'a HEIC that claims to be an AVIF': () =>
      avifFile({ items: [{ id: 1, type: 'hvc1', data: av1, properties: [1, 2] }] }),
  }),
  ...becoming('either', {
    'an AVIF grid of 900 tiles': () => gridFile(30, 30, [480, 480]),
    'an AVIF with boxes in 20,000 boxes': () => avifFile({ beside: [nested(20_000)] }),
    'an AVIF with 10 MB of XMP': () =>
      avifFile({
        items: [
          { id: 1, type: 'av01', data: av1, properties: [1, 2] },
          { id: 2, type: 'mime', rest: 'application/rdf+xml\0', data: nothing(10) },
        ],
        references: [['cdsc', 2, [1]]],
      }),
    'an AVIF with a profile of 5 MB of nothing': () =>
      avifFile({
        items: [{ id: 1, type: 'av01', data: av1, properties: [1, 2, 3] }],
        properties: [ispe(16, 16), av1C, box('colr', 'prof', nothing(5))],
      }),
  }),
];
