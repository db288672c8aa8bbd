import { readFile } from 'node:fs/promises';
import type { SourceMediaType } from '../../../src/image/facts.ts';
import { loadSharp, type SharpImage } from '../sharp.ts';
import { run } from './tools.ts';

/** A way to make results: what the table has a column for. Types it has no encoder for stay empty. */
export type Maker = Readonly<{ name: string; encoders: Encoders }>;

type Encoders = Readonly<Partial<Record<SourceMediaType, (files: Files) => Promise<Buffer>>>>;

/** Where a maker works: the source, its pixels as PPM (without alpha) and PNG, and a place for what it makes. */
export type Files = Readonly<{ source: string; ppm: string; png: string; output: string }>;

/** sharp, in this process, from the source itself. */
const sharpMaker = (
  name: string,
  encoders: Readonly<Partial<Record<SourceMediaType, (image: SharpImage) => SharpImage>>>,
): Maker => {
  const sharp = loadSharp();
  const made = Object.entries(encoders).map(([type, encode]) => [
    type,
    // The service takes sources with slight faults, of which sharp would only warn; so shall sharp.
    ({ source }: Files) => encode(sharp(source, { failOn: 'none' })).toBuffer(),
  ]);
  return { name: `sharp ${name}`, encoders: Object.fromEntries(made) as Encoders };
};

/** A command-line tool at a fixed quality, from pixels that are already decoded. */
const toolMaker = (
  name: string,
  type: SourceMediaType,
  encode: (files: Files) => Promise<unknown>,
): Maker => ({
  name,
  encoders: {
    [type]: async (files: Files) => {
      await encode(files);
      return readFile(files.output);
    },
  },
});

const cjpeg = (quality: number): Maker =>
  toolMaker(`cjpeg ${quality}`, 'image/jpeg', ({ ppm, output }) =>
    run('cjpeg', '-quality', `${quality}`, '-outfile', output, ppm),
  );

const cwebp = toolMaker('cwebp 80', 'image/webp', ({ png, output }) =>
  run('cwebp', '-quiet', '-q', '80', png, '-o', output),
);

/** pngquant refuses what it cannot make in this range; then oxipng has the pixels as they are. */
const pngquant = toolMaker('pngquant 65-80', 'image/png', async ({ png, output }) => {
  const reduce = run('pngquant', '--force', '--quality', '65-80', '--output', output, '--', png);
  const reduced = await reduce.then(
    () => output,
    () => png,
  );
  await run('oxipng', '--quiet', '--opt', '2', '--strip', 'all', '--out', output, reduced);
});

/** What the service is compared with: sharp at its defaults and tuned, and the tools at fixed qualities. */
export const peers = (): readonly Maker[] => [
  sharpMaker('default', {
    'image/jpeg': (image) => image.jpeg(),
    'image/png': (image) => image.png(),
    'image/webp': (image) => image.webp(),
  }),
  ...[75, 80, 85].map(sharpJpeg),
  ...[80, 85].map(sharpWebp),
  ...[55, 65].map(sharpAvif),
  sharpPalette(80),
  ...[75, 80, 85].map(cjpeg),
  cwebp,
  pngquant,
];

/** Further qualities of sharp, with which its bytes at any score are known. They have no column. */
export const rungs = (): readonly Maker[] => [
  ...[65, 70, 90, 95].map(sharpJpeg),
  ...[65, 75, 90, 95].map(sharpWebp),
  ...[20, 40, 60, 70, 90, 100].map(sharpPalette),
];

const sharpJpeg = (quality: number): Maker =>
  sharpMaker(`mozjpeg ${quality}`, {
    'image/jpeg': (image) => image.jpeg({ mozjpeg: true, quality }),
  });

const sharpWebp = (quality: number): Maker =>
  sharpMaker(`webp ${quality}`, { 'image/webp': (image) => image.webp({ quality }) });

const sharpAvif = (quality: number): Maker =>
  sharpMaker(`avif ${quality}`, { 'image/avif': (image) => image.avif({ quality }) });

const sharpPalette = (quality: number): Maker =>
  sharpMaker(`palette ${quality}`, {
    'image/png': (image) => image.png({ palette: true, quality }),
  });
