import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCodeOf } from './errors.ts';

/** Puts a whole file in place, as `writeFileAtomically` does. Injected where tests need a disk that fails. */
export type WriteFile = (path: string, data: string | Uint8Array) => Promise<void>;

/**
 * Resolves when `path` holds exactly `data` and would still do so after a power cut. Until then, and
 * after any failure, `path` is what it was. `mode` is that of a new file (the umask applies).
 * Rejects with the system error; nothing else is left in the folder.
 */
export const writeFileAtomically = async (
  path: string,
  data: string | Uint8Array,
  { mode = 0o600 }: Readonly<{ mode?: number }> = {},
): Promise<void> => {
  const temporary = `${path}${temporaryMark}${randomBytes(8).toString('hex')}`;
  try {
    await writeSynced(temporary, data, mode);
    await rename(temporary, path);
  } catch (error) {
    // What went wrong first is what the caller must learn, so a failing removal stays silent.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
};

const temporaryMark = '.tmp-';

const writeSynced = async (
  path: string,
  data: string | Uint8Array,
  mode: number,
): Promise<void> => {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Resolves when the names in a folder (files made, renamed, removed) are on disk: fsync(2) of the folder. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/**
 * Removes what processes killed inside `writeFileAtomically(path, ...)` left behind; resolves with how
 * many files that were. Call it only while nobody else can be writing `path`.
 */
export const removeTemporaries = async (path: string): Promise<number> => {
  const folder = dirname(path);
  const prefix = basename(path) + temporaryMark;
  const left = (await namesIn(folder)).filter((name) => name.startsWith(prefix));
  await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  return left.length;
};

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
};
