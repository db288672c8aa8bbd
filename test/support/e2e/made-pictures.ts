import { readFile, writeFile } from 'node:fs/promises';
import type { Orientation } from '../../../src/image/facts.ts';
import { gradients, writePpm } from '../image/gradients.ts';
import { vips } from '../image/pictures.ts';
import { bytes, chunk, riffChunk, vp8x, webpOf } from '../image/builders.ts';
import {
  colorantTags,
  exifSegment,
  exifWithOrientation,
  matrixProfile,
  parametricCurve,
} from '../image/metadata.ts';

export const width = 120;
export const height = 90;

/** The picture that all others are made from. */
export const base = gradients(width, height);

/** Makes a file of the base picture: what it is made with, and the name of what is made. */
export type Recipe = Readonly<{ name: string; file: string; commands: readonly string[] }>;

/** A picture given an orientation it had not: by the place each format has for EXIF. */
export const oriented = (picture: Buffer, extension: string, orientation: Orientation): Buffer => {
  const exif = exifWithOrientation(orientation);
  if (extension === 'jpg') {
    return bytes(picture.subarray(0, 2), exifSegment(exif), picture.subarray(2));
  }
  if (extension === 'png') {
    const headerEnd = 33;
    return bytes(picture.subarray(0, headerEnd), chunk('eXIf', exif), picture.subarray(headerEnd));
  }
  const bitstream = picture.subarray(picture.indexOf('VP8 '));
  const length = 8 + bitstream.readUInt32LE(4);
  return webpOf(
    vp8x(0x08, width, height),
    bitstream.subarray(0, length + (length % 2)),
    riffChunk('EXIF', exif),
  );
};

/** Writes base.ppm, base.jpg, base.png, base.webp and adobe.icc. */
export const writeBases = async (inFolder: (name: string) => string): Promise<void> => {
  await writePpm(inFolder('base.ppm'), base);
  await writePpm(inFolder('wide.ppm'), gradients(16_383, 1));
  await writePpm(inFolder('tall.ppm'), gradients(1, 16_383));
  await writePpm(inFolder('dot.ppm'), {
    width: 1,
    height: 1,
    bands: 3,
    data: Buffer.of(9, 99, 200),
  });
  await writeFile(
    inFolder('adobe.icc'),
    matrixProfile(colorantTags.adobeRgb, parametricCurve(2.2, 1, 0, 0, 0)),
  );
  const from = inFolder('base.ppm');
  await vips('copy', from, `${inFolder('base.jpg')}[Q=95]`);
  await vips('copy', from, inFolder('base.png'));
  await vips('copy', from, `${inFolder('base.webp')}[Q=95,strip]`);
};

/** Runs a recipe's commands, in which @ stands before names in the folder; gives the file's bytes. */
export const made = async (
  { file, commands }: Recipe,
  inFolder: (name: string) => string,
): Promise<Buffer> => {
  for (const command of commands) {
    await vips(
      ...command.split(' ').map((word) => word.replace(/^@(.*)$/, (_, name) => inFolder(name))),
    );
  }
  return readFile(inFolder(file));
};

const extensions = ['jpg', 'png', 'webp'];
const toProfile = (profile: string, file: string): string =>
  `icc_transform @base.ppm @${file} ${profile} --input-profile srgb`;

/** Colours that are not sRGB, in every type that can hold them. */
export const profiled: readonly Recipe[] = [
  ...extensions.flatMap((extension) =>
    [['Display P3', 'p3', 'p3'] as const, ['Adobe RGB', 'adobe', '@adobe.icc'] as const].map(
      ([name, short, profile]) => {
        const file = `${short}.${extension}`;
        return { name: `${name} in ${extension}`, file, commands: [toProfile(profile, file)] };
      },
    ),
  ),
  { name: 'CMYK with a profile', file: 'cmyk.jpg', commands: [toProfile('cmyk', 'cmyk.jpg')] },
];

/** Shapes and samples of all kinds, in sRGB. */
export const plain: readonly Recipe[] = [
  ...extensions.flatMap((extension) =>
    ['dot', 'wide', 'tall'].map((shape) => ({
      name: `a ${shape} one in ${extension}`,
      file: `${shape}.${extension}`,
      commands: [`copy @${shape}.ppm @${shape}.${extension}`],
    })),
  ),
  { name: 'grey', file: 'grey.jpg', commands: ['colourspace @base.ppm @grey.jpg b-w'] },
  { name: 'grey', file: 'grey.png', commands: ['colourspace @base.ppm @grey.png b-w'] },
  { name: 'palette', file: 'palette.png', commands: ['copy @base.ppm @palette.png[palette]'] },
  {
    name: 'one bit',
    file: 'bit.png',
    commands: ['colourspace @base.ppm @grey.v b-w', 'copy @grey.v @bit.png[bitdepth=1]'],
  },
  {
    name: 'two bits',
    file: 'two.png',
    commands: ['colourspace @base.ppm @grey.v b-w', 'copy @grey.v @two.png[bitdepth=2]'],
  },
  {
    name: 'sixteen bits',
    file: 'deep.png',
    commands: ['colourspace @base.ppm @deep.png rgb16'],
  },
  {
    name: 'sixteen bits of grey',
    file: 'deep-grey.png',
    commands: ['colourspace @base.ppm @deep-grey.png grey16'],
  },
  { name: 'interlaced', file: 'adam7.png', commands: ['copy @base.ppm @adam7.png[interlace]'] },
  { name: 'progressive', file: 'scans.jpg', commands: ['copy @base.ppm @scans.jpg[interlace]'] },
  ...['png', 'webp'].map((extension) => ({
    name: `opaque alpha in ${extension}`,
    file: `opaque.${extension}`,
    commands: [`bandjoin_const @base.ppm @opaque.${extension} 255`],
  })),
  ...['png', 'webp'].map((extension) => ({
    name: `transparency in ${extension}`,
    file: `faint.${extension}`,
    commands: [`bandjoin_const @base.ppm @faint.${extension} 100`],
  })),
];
