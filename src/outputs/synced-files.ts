import { chmodSync, closeSync, createReadStream, createWriteStream, statSync } from 'node:fs';
import { constants, copyFile, link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemCodeOf } from '../errors.ts';
import { syncPath } from '../durable-file.ts';
import { openPlainFile } from '../plain-files.ts';

/**
 * Copies a file of `size` bytes, and resolves when the copy is on disk. The copy shares the blocks of the
 * file where the file system can. Rejects when `target` exists, or `source` has another size or is no plain
 * file: a tool of its job may have put a link there, which could lead to any file of the service.
 */
export const copySynced = async (source: string, target: string, size: number): Promise<void> => {
  const file = openPlainFile(source);
  try {
    // The opened file by its name in proc(5), whatever has its own name by now.
    const opened = `/proc/self/fd/${file}`;
    await copyFile(opened, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL).catch(
      async (error: unknown) => {
        if (!['ENOENT', 'EPERM', 'ENOTSUP', 'ENOSYS'].includes(systemCodeOf(error) ?? ''))
          throw error;
        await rm(target, { force: true });
        await copyBytes(file, target);
      },
    );
  } finally {
    closeSync(file);
  }
  // Synchronous, since the file was just written. A copy has the mode of its source.
  const { size: copied, mode } = statSync(target);
  if (copied !== size) throw new Error(`${source} changed while it was copied.`);
  if ((mode & 0o777) !== 0o600) setMode(target);
  await syncPath(target);
};

/** Without /proc, and on file systems that set no modes, which the system's own copying needs. */
const copyBytes = (file: number, target: string): Promise<void> =>
  pipeline(
    createReadStream('', { fd: file, start: 0, autoClose: false }),
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
  );

/** Some file systems have one mode for all files, which is that of their mount. */
const setMode = (target: string): void => {
  try {
    chmodSync(target, 0o600);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(systemCodeOf(error) ?? '')) throw error;
  }
};

/**
 * Gives a file that is on disk a second name, or copies it where that cannot be: some file systems have
 * no hard links, and all of them limit the names of one file. Rejects when `target` exists.
 */
export const linkSynced = async (source: string, target: string, size: number): Promise<void> => {
  try {
    await link(source, target);
  } catch (error) {
    if (!['EPERM', 'EMLINK', 'ENOTSUP'].includes(systemCodeOf(error) ?? '')) throw error;
    await copySynced(source, target, size);
  }
};

/**
 * Renames the folder `draft` to `place` beside it, and resolves when that is on disk. `false` when the name
 * is taken. Then, and when it rejects, the draft keeps its name.
 */
export const moveIntoPlace = async (draft: string, place: string): Promise<boolean> => {
  try {
    await rename(draft, place);
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(systemCodeOf(error) ?? '')) return false;
    throw error;
  }
  try {
    await syncPath(dirname(place));
  } catch (error) {
    await rename(place, draft);
    throw error;
  }
  return true;
};
