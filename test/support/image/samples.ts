import { deflateSync } from 'node:zlib';
import {
  anim,
  anmf,
  bytes,
  chunk,
  jpegOf,
  pngOf,
  riffChunk,
  segment,
  uint32,
  vp8,
  vp8l,
  vp8x,
  webpOf,
} from './builders.ts';
import {
  displayP3Profile,
  exifOf,
  exifSegment,
  exifWithOrientation,
  iccSegments,
  srgbProfile,
} from './metadata.ts';

/** A word in every piece of metadata of the samples, and in nothing else. */
export const secret = 'SECRET';

/** A picture full of metadata; `decodes` tells whether a real decoder can show it. */
export type Sample = Readonly<{ name: string; content: Buffer; decodes: boolean }>;

const jfif = segment(0xe0, 'JFIF\0', 1, 2, 1, 0, 72, 0, 72, 1, 2, secret);
const adobe = segment(0xee, 'Adobe', 0, 100, 0, 0, 0, 0, 2, secret);
const jpegExif = (orientation: number): Buffer =>
  bytes(exifSegment(bytes(exifWithOrientation(orientation), secret)));
const jpegMetadata = [
  segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', secret),
  segment(0xed, 'Photoshop 3.0\0', secret),
  segment(0xe2, 'MPF\0', secret),
  segment(0xfe, secret),
  bytes(secret),
];
const jpegParts = (profile: Uint8Array, orientation: number): readonly Buffer[] => [
  jfif,
  jpegExif(orientation),
  ...iccSegments(profile, 300),
  ...jpegMetadata,
];

const jpegSamples: readonly Sample[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
    name: `JPEG of orientation ${orientation}`,
    content: jpegOf({
      segments: jpegParts(orientation % 2 === 0 ? displayP3Profile : srgbProfile, orientation),
      late: [segment(0xfe, secret), segment(0xe1, 'Exif\0\0', secret)],
      trailer: bytes(jpegOf({ segments: [jpegExif(1)] }), secret),
    }),
    decodes: true,
  })),
  {
    name: 'CMYK JPEG with an Adobe marker',
    content: jpegOf({ components: [1, 2, 3, 4], segments: [adobe, ...jpegMetadata] }),
    decodes: true,
  },
  {
    name: 'RGB JPEG told by its component ids',
    content: jpegOf({ components: [0x52, 0x47, 0x42], segments: jpegMetadata }),
    decodes: true,
  },
];

const text = chunk('tEXt', 'Author\0', secret);
const pngMetadata = [text, chunk('tIME', 7, 230, 1, 1, 1, 1, 1), chunk('prVt', secret)];
const fcTL = (sequence: number): Buffer =>
  chunk('fcTL', uint32(sequence), uint32(4), uint32(3), uint32(0), uint32(0), 0, 1, 0, 1, 0, 0);
const pngExif = (orientation: number): Buffer =>
  chunk('eXIf', exifWithOrientation(orientation), secret);
const iccp = (profile: Uint8Array): Buffer => chunk('iCCP', 'icc\0\0', deflateSync(profile));

const pngSamples: readonly Sample[] = [
  {
    name: 'PNG with a P3 profile, on its side',
    content: pngOf({
      bitDepth: 16,
      chunks: [iccp(displayP3Profile), pngExif(6), ...pngMetadata],
      late: [text],
      trailer: bytes(secret),
    }),
    decodes: true,
  },
  {
    name: 'PNG with an sRGB profile over another gamma',
    content: pngOf({ chunks: [chunk('gAMA', uint32(100_000)), iccp(srgbProfile), text] }),
    decodes: true,
  },
  {
    name: 'PNG of another gamma',
    content: pngOf({ colourType: 0, chunks: [chunk('gAMA', uint32(100_000)), text] }),
    decodes: true,
  },
  {
    name: 'palette PNG with transparency',
    content: pngOf({
      colourType: 3,
      bitDepth: 1,
      chunks: [chunk('PLTE', '\0\0\0\xff\xff\xff'), chunk('tRNS', 0, 255), ...pngMetadata],
    }),
    decodes: true,
  },
  {
    name: 'APNG',
    content: pngOf({
      colourType: 6,
      chunks: [chunk('acTL', uint32(2), uint32(0)), text, fcTL(0)],
      late: [fcTL(1), chunk('fdAT', uint32(2), deflateSync(new Uint8Array(51))), pngExif(3), text],
    }),
    decodes: true,
  },
];

const webpExif = (orientation: number): Buffer =>
  riffChunk('EXIF', exifOf([[0x0112, 3, orientation]]), secret);
const webpMetadata = [riffChunk('XMP ', secret, '!'), riffChunk('note', secret)];
const frame = (alpha: number): Buffer =>
  anmf([0, 0, 4, 3], vp8l(4, 3, alpha), riffChunk('note', secret));

const webpSamples: readonly Sample[] = [
  {
    name: 'simple lossless WebP',
    content: bytes(webpOf(vp8l(4, 3), ...webpMetadata), secret),
    decodes: true,
  },
  {
    name: 'extended lossless WebP that could be simple',
    content: webpOf(vp8x(0x3c, 4, 3), riffChunk('ICCP', srgbProfile), vp8l(4, 3, 1), webpExif(1)),
    decodes: true,
  },
  {
    name: 'WebP with a P3 profile, on its side',
    content: webpOf(
      vp8x(0x3c, 4, 3),
      riffChunk('ICCP', displayP3Profile),
      vp8l(4, 3),
      webpExif(8),
      ...webpMetadata,
    ),
    decodes: true,
  },
  {
    name: 'lossy WebP with alpha',
    content: webpOf(vp8x(0x14, 4, 3), riffChunk('ALPH', 0, 'a'), vp8(4, 3), ...webpMetadata),
    decodes: false,
  },
  {
    name: 'animated WebP',
    content: webpOf(vp8x(0x1e, 4, 3), anim, frame(1), frame(0), webpExif(6), ...webpMetadata),
    decodes: true,
  },
];

/** Pictures of each media type with all kinds of metadata. */
export const samples: readonly Sample[] = [...jpegSamples, ...pngSamples, ...webpSamples];
