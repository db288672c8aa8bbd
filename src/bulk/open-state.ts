import { hash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { misused, StartError, systemCodeOf } from '../errors.ts';
import { createOriginals } from './files/originals.ts';
import { openLocked } from './journal/open-locked.ts';
import type { JournalRecord } from './journal/record.ts';
import { bytesOf, type RawPath, shown } from './raw-path.ts';
import { placesIn, type State } from './tree.ts';

/**
 * Opens the journal in a folder until `opening` is disposed of. `isOfResults`: the folder holds results alone.
 * @throws StartError where the folder cannot be used, or another run uses it.
 */
export const openState = async (
  base: RawPath,
  isOfResults: boolean,
  opening: AsyncDisposableStack,
): Promise<State> => {
  const { folder, journal: path, originals, ...places } = placesIn(base);
  const busy = `Another run works on ${shown(base)}. Wait for its end.`;
  const journal = await openLocked<JournalRecord>(path, busy, opening);
  const unfinished = isOfResults ? places.unfinished : undefined;
  if (unfinished !== undefined) {
    await rm(bytesOf(unfinished), { recursive: true, force: true });
    await mkdir(bytesOf(unfinished));
  }
  return {
    ...{ base, folder, journal, unfinished },
    owner: lstatSync(bytesOf(folder), { bigint: true }).uid,
    mark: hash('sha256', bytesOf(folder)).slice(0, 12),
    originals: createOriginals(originals),
  };
};

/**
 * A path of the command line, absolute and without links. @throws StartError where nothing is there, and for no path, as
 * a script has it whose variable is empty: that is no wish for the folder that it runs in.
 */
export const realPathOf = (path: RawPath): RawPath => {
  if (path === '') throw misused('A path is empty: expected a file or folder.');
  try {
    // The other function of Node takes its bytes, and the working folder, for UTF-8.
    return realpathSync.native(bytesOf(path), 'latin1');
  } catch (error) {
    throw new StartError(`${shown(path)} cannot be read (${systemCodeOf(error)}).`, 2, error);
  }
};
