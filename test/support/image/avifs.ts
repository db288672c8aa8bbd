import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An AVIF that avifenc makes of a PNG with these arguments. */
export const avifOf = async (picture: Uint8Array, args: readonly string[] = []): Promise<Buffer> =>
  inFolder(async (file) => {
    await writeFile(file('in.png'), picture);
    const settings = ['--jobs', '1', '--speed', '8', ...args];
    await run('avifenc', [...settings, file('in.png'), file('out.avif')]);
    return readFile(file('out.avif'));
  });

/** The PNG that avifdec makes of an AVIF. */
export const pngOf = async (avif: Uint8Array, args: readonly string[] = []): Promise<Buffer> =>
  inFolder(async (file) => {
    await writeFile(file('in.avif'), avif);
    await run('avifdec', ['--jobs', '1', ...args, file('in.avif'), file('out.png')]);
    return readFile(file('out.png'));
  });

/** What `avifdec --info` says under a name, such as `Transformations`. */
export const infoOf = async (avif: Uint8Array): Promise<(name: string) => string> =>
  inFolder(async (file) => {
    await writeFile(file('in.avif'), avif);
    const { stdout } = await run('avifdec', ['--info', file('in.avif')]);
    return (name) => new RegExp(`^ \\* ${name} *: *(.*)$`, 'm').exec(stdout)?.[1] ?? '';
  });

const inFolder = async <T>(work: (file: (name: string) => string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-avif-'));
  try {
    return await work((name) => join(folder, name));
  } finally {
    await rm(folder, { recursive: true });
  }
};
