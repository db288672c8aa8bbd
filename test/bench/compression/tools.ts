import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePixmap } from '../../support/image/parse-pixmap.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { pixelsOf, vips } from '../../support/image/pictures.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** One thread for each tool, as in the service, so that CPU times compare. */
const environment = {
  PATH: `${root}.tools/bin:${root}node_modules/.bin:${process.env['PATH']}`,
  OMP_NUM_THREADS: '1',
  RAYON_NUM_THREADS: '1',
  VIPS_CONCURRENCY: '1',
  LC_ALL: 'C',
};

/** Runs a program to its end; what it wrote to its output. Rejects when it fails. */
export const run = (command: string, ...args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(command, args, { env: environment }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} ${args.join(' ')}: ${stderr}`, { cause: error }));
    });
  });

/** The pixels of an image file as they are stored: of those that the service and its peers write, upright sRGB. */
export const decoded = async (path: string): Promise<Raster> => {
  const signature = (await readFile(path)).subarray(0, 12).toString('latin1');
  if (signature.startsWith('\xff\xd8')) {
    return decodedBy(path, (output) => run('djpeg', '-rgb', '-outfile', output, path));
  }
  if (signature.slice(4).startsWith('ftypavif')) {
    const output = `${path}.png`;
    await run('avifdec', '--jobs', '1', '--depth', '8', '--png-compress', '0', path, output);
    return storedPixels(output);
  }
  if (signature.startsWith('RIFF')) {
    return decodedBy(path, (output) => run('dwebp', '-quiet', path, '-pam', '-o', output));
  }
  return storedPixels(path);
};

const storedPixels = async (path: string): Promise<Raster> => {
  const { bands, ...pixels } = await pixelsOf(path);
  if (bands === 3 || bands === 4) return { bands, ...pixels };
  throw new Error(`${path} has ${bands} bands`);
};

const decodedBy = async (
  path: string,
  decode: (output: string) => Promise<unknown>,
): Promise<Raster> => {
  const output = `${path}.pixmap`;
  try {
    await decode(output);
    return parsePixmap(await readFile(output));
  } finally {
    await rm(output, { force: true });
  }
};

/** Writes a picture as a PNG file, hardly compressed. */
export const writePng = async (picture: Raster, path: string): Promise<void> => {
  const raw = `${path}.raw`;
  await writeFile(raw, picture.data);
  const { width, height, bands } = picture;
  await vips('rawload', raw, `${path}[compression=1]`, `${width}`, `${height}`, `${bands}`);
  await rm(raw);
};

/** Runs `work` with a folder of its own, which is gone afterwards. */
export const inFolder = async <Value>(work: (folder: string) => Promise<Value>): Promise<Value> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
