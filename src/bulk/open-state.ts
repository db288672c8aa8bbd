import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { StartError, systemCodeOf } from '../errors.ts';
import { holdLock } from '../file-lock.ts';
import { createOriginals } from './files/originals.ts';
import { openJournal } from './journal/journal.ts';
import { bytesOf, joined, type RawPath, shown } from './raw-path.ts';
import type { State } from './tree.ts';
import { stateFolderName } from './walk.ts';

export type OpenState = State &
  Readonly<{
    /** The folder of the journal. */
    folder: RawPath;
    /** Removes journal and originals. */
    remove: () => Promise<void>;
    close: () => Promise<void>;
  }>;

/**
 * Opens the journal in a folder, which is made where it is missing. `isOfResults`: the folder holds results alone.
 * @throws StartError where the folder cannot be used, or another run uses it.
 */
export const openState = async (
  base: RawPath,
  { isOfResults = false }: Readonly<{ isOfResults?: boolean }> = {},
): Promise<OpenState> => {
  const folder = joined(base, stateFolderName);
  try {
    mkdirSync(bytesOf(folder), { recursive: true, mode: 0o700 });
    const lock = await holdLock(bytesOf(joined(folder, 'lock')));
    if (lock === undefined) {
      throw new StartError(`Another run works on ${shown(base)}. Wait for its end.`);
    }
    const unfinished = joined(folder, 'unfinished');
    if (isOfResults) {
      await rm(bytesOf(unfinished), { recursive: true, force: true });
      await mkdir(bytesOf(unfinished));
    }
    const journal = await openJournal(bytesOf(joined(folder, 'journal.jsonl')));
    const close = async (): Promise<void> => {
      journal.close();
      await lock.release();
    };
    return {
      ...{ base, folder, journal, close },
      mark: createHash('sha256').update(bytesOf(folder)).digest('hex').slice(0, 12),
      unfinished: isOfResults ? unfinished : undefined,
      originals: createOriginals(joined(folder, 'originals')),
      remove: () => rm(bytesOf(folder), { recursive: true }),
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${shown(folder)} cannot be used (${systemCodeOf(error)}).`, 1, error);
  }
};

/** A path of the command line, absolute and without links. @throws StartError where nothing is there. */
export const realPathOf = (path: RawPath): RawPath => {
  try {
    return realpathSync(bytesOf(path), 'latin1');
  } catch (error) {
    throw new StartError(`${shown(path)} cannot be read (${systemCodeOf(error)}).`, 2, error);
  }
};
