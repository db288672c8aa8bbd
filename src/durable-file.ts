import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCodeOf } from './errors.ts';

/** Replaces a file like `writeFileAtomically`. Tests inject one that fails. */
export type WriteFile = (path: string, data: string | Uint8Array) => Promise<void>;

/**
 * Resolves when `path` holds exactly `data`, also after a power cut. Until then, and after a failure,
 * `path` is unchanged. `mode` is the mode of a new file (the umask applies). Rejects with the system
 * error, and leaves no other file in the folder.
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
    // The caller needs the first error, so an error of the removal is ignored.
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

/** Resolves when a folder's entries (created, renamed, removed) are on disk, by fsync(2) of the folder. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/**
 * Removes the temporary files of processes that were killed inside `writeFileAtomically(path, ...)`, and
 * resolves with their number. Call it only while no other process can write `path`.
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
