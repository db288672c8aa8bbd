import { randomBytes } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { misused, StartError, systemCodeOf } from '../../errors.ts';
import type { Compressor, Preview } from '../compressor.ts';
import { bytesOf, type RawPath } from '../raw-path.ts';
import { pageEnd, pageStart } from './markup.ts';
import type { Pair } from './page.ts';

/**
 * Tries whether a page can be written to `file`, before the run that it is to tell of.
 * @throws StartError where it cannot.
 */
export const tryPage = async (file: string): Promise<void> => {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory() === true) throw misused(`--report: ${file} is a folder.`);
  // A page takes the place of what is there: root would lose /dev/null.
  if (found?.isFile() === false) throw misused(`--report: ${file} is no file.`);
  await writeWhole(file, '', async (temporary) => rm(temporary));
};

/**
 * Writes a page of several parts to `file`, whole or not at all. The parts may be large: one after the other is in memory.
 * @throws StartError where it cannot be written; what the parts throw.
 */
export const writePage = (
  file: string,
  title: string,
  parts: AsyncIterable<string>,
): Promise<void> => writeWhole(file, pageOf(title, parts), (temporary) => rename(temporary, file));

const writeWhole = async (
  file: string,
  content: string | AsyncIterable<string>,
  finish: (temporary: string) => Promise<void>,
): Promise<void> => {
  // A name that nobody has: a file of the user, or a link that others have made, is not written to.
  const temporary = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(temporary, content, { mode: 0o644, flag: 'wx' });
    await finish(temporary);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const code = systemCodeOf(error);
    if (code === undefined) throw error;
    throw new StartError(`--report: ${file} cannot be written (${code}).`, 1, error);
  }
};

async function* pageOf(title: string, parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield pageStart(title);
  yield* parts;
  yield pageEnd;
}

export type Previewing = Readonly<{ preview: Compressor['preview']; signal: AbortSignal }>;

/**
 * Two pictures in the size of the second one. Undefined where one is missing or cannot be shown, or where the second
 * is a part of the first.
 */
export const pairOf = async (
  first: RawPath | undefined,
  second: RawPath | undefined,
  { preview, signal }: Previewing,
): Promise<Pair | undefined> => {
  if (first === undefined || second === undefined) return undefined;
  const show = (path: RawPath, size?: Preview['size']): Promise<Preview | undefined> =>
    preview(createReadStream(bytesOf(path)), size, signal);
  try {
    const after = await show(second);
    const before = after && (await show(first, after.size));
    if (after === undefined || before === undefined) return undefined;
    return areAlike(before.size, after.size) ? { before: before.url, after: after.url } : undefined;
  } catch {
    // The list is of use without it. The file may be gone, or damaged since.
    return undefined;
  }
};

/** Proportions differ by rounding where a picture was scaled. */
const tolerance = 0.02;

const areAlike = (one: Preview['size'], other: Preview['size']): boolean =>
  Math.abs(Math.log(one.width / one.height / (other.width / other.height))) < tolerance;
