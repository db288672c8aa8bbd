import { readdir } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { isMachineFault, StartError, systemCodeOf } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';
import {
  eraseFolder,
  isEntryKey,
  isTemporaryName,
  readEntrySync,
  type IsRecord,
  type StoredEntry,
} from './entry-folder.ts';

type RebuildOptions<R> = Readonly<{
  folder: string;
  isRecord: IsRecord<R>;
  onProblem: (message: string) => void;
  /** Called with one complete entry, in no particular order. */
  onEntry: (key: string, entry: StoredEntry<R>) => void;
}>;

/**
 * Calls `onEntry` for each entry of the folder, which is created when missing. Temporary folders of a crash
 * are removed. Damaged entries are removed and reported. Other names are reported and left alone, in case
 * the folder is the wrong one.
 * Rejects with `StartError` when the folder or an entry cannot be read for a reason outside it.
 */
export const rebuildIndex = async <R>(options: RebuildOptions<R>): Promise<void> => {
  const { folder } = options;
  try {
    makeFolder(folder, 0o700);
    for (const item of await readdir(folder, { withFileTypes: true })) {
      await readItem(item, options);
    }
  } catch (error) {
    throw unusable(folder, error);
  }
};

const unusable = (folder: string, error: unknown): StartError => {
  const path = error instanceof Error && 'path' in error ? String(error.path) : folder;
  return new StartError(
    `The outputs folder ${folder} cannot be used (${systemCodeOf(error)}: ${path}). Make the user of the ` +
      'service its owner, or move it away: it is a cache, and a new one is created.',
    1,
    error,
  );
};

const readItem = async <R>(item: Dirent, options: RebuildOptions<R>): Promise<void> => {
  const { folder, isRecord, onProblem, onEntry } = options;
  const path = join(folder, item.name);
  if (isTemporaryName(item.name)) return eraseFolder(path);
  if (!isEntryKey(item.name)) return onProblem(`${path} is no output. It is left alone.`);
  try {
    if (!item.isDirectory()) throw new Error('it is not a folder');
    onEntry(item.name, readEntrySync(path, isRecord));
  } catch (error) {
    // A disk may have lost this one alone.
    if (systemCodeOf(error) === 'EIO')
      return onProblem(`${path} cannot be read (EIO). It is left alone.`);
    if (isMachineFault(error)) throw error;
    onProblem(`The damaged output ${path} is removed: ${messageOf(error)}.`);
    await eraseFolder(path);
  }
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
