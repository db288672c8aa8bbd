import { readFile } from 'node:fs/promises';
import { deflateSync, inflateSync } from 'node:zlib';
import { gradients, writePpm } from '../image/gradients.ts';
import { vips } from '../image/pictures.ts';
import {
  anim,
  anmf,
  bytes,
  chunk,
  ihdr,
  pngSignature,
  segment,
  uint16,
  uint32,
  vp8x,
  webpOf,
} from '../image/builders.ts';
import { avifOf } from '../image/avifs.ts';
import { displayP3Profile, exifSegment, exifWithOrientation } from '../image/metadata.ts';

const [width, height] = [40, 30];

/** What libvips writes for the same small picture, as arguments with the target's options. */
const written = {
  'baseline.jpg': 'copy in.ppm out[Q=80,strip]',
  'progressive.jpg': 'copy in.ppm out[Q=80,interlace,strip]',
  'p3.jpg': 'icc_transform in.ppm out p3 --input-profile srgb',
  'cmyk.jpg': 'icc_transform in.ppm out cmyk --input-profile srgb',
  'rgb.png': 'copy in.ppm out[strip]',
  'adam7.png': 'copy in.ppm out[interlace,strip]',
  'palette.png': 'copy in.ppm out[palette,strip]',
  'alpha.png': 'bandjoin_const in.ppm out[strip] 90',
  'deep.png': 'colourspace in.ppm out[strip] rgb16',
  'lossy.webp': 'copy in.ppm out[strip]',
  'lossless.webp': 'copy in.ppm out[lossless,strip]',
  'alpha.webp': 'bandjoin_const in.ppm out[strip] 90',
} as const;

type Written = Record<keyof typeof written, Buffer>;

/** Small pictures of every kind by name, written to `inFolder` on the way. */
export const mutationSources = async (
  inFolder: (name: string) => string,
): Promise<Readonly<Record<string, Buffer>>> => {
  await writePpm(inFolder('in.ppm'), gradients(width, height));
  const made: Partial<Written> = {};
  for (const [name, command] of Object.entries(written)) {
    const words = command.split(' ').map((word) => word.replace(/^in\.ppm$/, inFolder('in.ppm')));
    await vips(...words.map((word) => word.replace(/^out/, inFolder(name))));
    made[name as keyof typeof written] = await readFile(inFolder(name));
  }
  const files = made as Written;
  return {
    ...files,
    'plain.avif': await avifOf(files['rgb.png']),
    'alpha.avif': await avifOf(files['alpha.png']),
    'turned.avif': await avifOf(files['palette.png'], ['--irot', '1', '--yuv', '420']),
    'deep.avif': await avifOf(files['deep.png'], ['--depth', '10', '--cicp', '12/13/6']),
    'turned.jpg': afterStart(files['baseline.jpg'], exifSegment(exifWithOrientation(6))),
    'commented.jpg': afterStart(files['progressive.jpg'], segment(0xfe, 'comment')),
    'turned.png': afterHeader(files['rgb.png'], chunk('eXIf', exifWithOrientation(8))),
    'p3.png': afterHeader(
      files['deep.png'],
      chunk('iCCP', 'icc\0\0', deflateSync(displayP3Profile)),
    ),
    'animated.png': animatedPng(files['rgb.png']),
    'animated.webp': animatedWebp(files['lossy.webp'], files['lossless.webp']),
  };
};

const afterStart = (jpeg: Buffer, added: Buffer): Buffer =>
  bytes(jpeg.subarray(0, 2), added, jpeg.subarray(2));

const headerEnd = 33;

const afterHeader = (png: Buffer, added: Buffer): Buffer =>
  bytes(png.subarray(0, headerEnd), added, png.subarray(headerEnd));

const frameControl = (sequence: number): Buffer =>
  chunk(
    'fcTL',
    uint32(sequence),
    uint32(width),
    uint32(height),
    uint32(0),
    uint32(0),
    uint16(1),
    uint16(10),
    0,
    0,
  );

/** Two frames, the second without its first row's filter. */
const animatedPng = (png: Buffer): Buffer => {
  const at = png.indexOf('IDAT');
  const data = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  const second = deflateSync(inflateSync(data));
  return bytes(
    pngSignature,
    ihdr(width, height, 8, 2),
    chunk('acTL', uint32(2), uint32(0)),
    frameControl(0),
    chunk('IDAT', data),
    frameControl(1),
    chunk('fdAT', uint32(2), second),
    chunk('IEND'),
  );
};

/** The first bitstream chunk of a still WebP. */
const bitstreamOf = (webp: Buffer): Buffer => {
  const start = Math.max(webp.indexOf('VP8 '), webp.indexOf('VP8L'));
  const length = webp.readUInt32LE(start + 4);
  return webp.subarray(start, start + 8 + length + (length % 2));
};

const animatedWebp = (lossy: Buffer, lossless: Buffer): Buffer => {
  const frames = [lossy, lossless].map((still) => anmf([0, 0, width, height], bitstreamOf(still)));
  return webpOf(vp8x(0x02, width, height), anim, ...frames);
};
