import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { remembered } from '../remembered.ts';

const run = promisify(execFile);

const photo = fileURLToPath(new URL('../../fixtures/photo.jpg', import.meta.url));

/** What `vips thumbnail` makes of the photograph: file name, options in brackets, and width. */
const recipes = {
  jpeg: ['some.jpg', '[Q=95]', '120'],
  smallerJpeg: ['smaller.jpg', '[Q=95]', '60'],
  png: ['some.png', '', '120'],
  png16: ['some16.png', '', '60'],
  lossyWebp: ['lossy.webp', '[Q=95]', '120'],
  losslessWebp: ['lossless.webp', '[lossless]', '120'],
} as const;

export type SamplePictures = Readonly<Record<keyof typeof recipes, Buffer>>;

/** One small photograph in several forms, made once by each process. */
export const samplePictures = remembered(async (): Promise<SamplePictures> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-samples-'));
  const made = Object.entries(recipes).map(async ([name, [file, options, width]]) => {
    const target = join(folder, file);
    await run('vips', ['thumbnail', photo, `${target}${options}`, width]);
    if (name === 'png16') await widen(target);
    return [name, await readFile(target)];
  });
  const pictures = Object.fromEntries(await Promise.all(made)) as SamplePictures;
  await rm(folder, { recursive: true });
  return pictures;
});

/** Makes the samples of a PNG 16 bits wide. */
const widen = async (file: string): Promise<void> => {
  const wide = file.replace('.png', '-wide.v');
  await run('vips', ['colourspace', file, wide, 'rgb16']);
  await run('vips', ['copy', wide, file]);
};
