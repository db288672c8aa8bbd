import { StartError, systemCodeOf } from '../../errors.ts';
import { holdLock } from '../../file-lock.ts';
import { makeFolder } from '../../make-folder.ts';
import { bytesOf, folderOf, type RawPath, shown } from '../raw-path.ts';
import { type Journal, openJournal } from './journal.ts';
import type { Keyed } from './line.ts';

/**
 * Opens a journal, which this process alone may use until `opening` is disposed of. Its folder is made where it is missing.
 * @throws StartError where it cannot be used, and `busy` where another process uses it.
 */
export const openLocked = async <Entry extends Keyed>(
  path: RawPath,
  busy: string,
  opening: AsyncDisposableStack,
): Promise<Journal<Entry>> => {
  try {
    makeFolder(bytesOf(folderOf(path) || '.'), 0o700);
    const lock = await holdLock(bytesOf(`${path}.lock`));
    if (lock === undefined) throw new StartError(busy);
    opening.defer(lock.release);
    const journal = await openJournal<Entry>(bytesOf(path));
    opening.defer(async () => journal.close());
    return journal;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${shown(path)} cannot be used (${systemCodeOf(error)}).`, 1, error);
  }
};
