import { constants, copyFile, link, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from '../errors.ts';
import { syncFolder } from '../durable-file.ts';

/**
 * Copies a file of `size` bytes, sharing its blocks where the file system can; resolves when the copy is
 * on disk. Rejects when `target` exists or `source` turns out to have another size.
 */
export const copySynced = async (source: string, target: string, size: number): Promise<void> => {
  await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  // Read access is enough for fsync(2), and all that a copy of a read-only file allows.
  const file = await open(target, 'r');
  try {
    await file.chmod(0o600);
    await file.sync();
    if ((await file.stat()).size !== size)
      throw new Error(`${source} changed while it was copied.`);
  } finally {
    await file.close();
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
 * Gives the folder `draft` its final name `place` beside it, on disk too. `false` when something has
 * that name; then, and when it rejects, the draft is where it was.
 */
export const moveIntoPlace = async (draft: string, place: string): Promise<boolean> => {
  try {
    await rename(draft, place);
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(systemCodeOf(error) ?? '')) return false;
    throw error;
  }
  try {
    await syncFolder(dirname(place));
  } catch (error) {
    await rename(place, draft);
    throw error;
  }
  return true;
};
