import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError, systemCodeOf } from '../../errors.ts';
import { holdLock } from '../../file-lock.ts';
import { type Journal, openJournalOf } from '../journal/journal.ts';
import { sweepLines, type SweepRecord } from './sweep-record.ts';

/** Opens the journal of a sweep, which closes with `opening`. @throws StartError where it cannot be used. */
export const openSweepJournal = async (
  path: string,
  opening: AsyncDisposableStack,
): Promise<Journal<SweepRecord>> => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const lock = await holdLock(`${path}.lock`);
    if (lock === undefined) throw new StartError(`Another sweep uses ${path}. Wait for its end.`);
    opening.defer(lock.release);
    const journal = await openJournalOf(path, sweepLines);
    opening.defer(async () => journal.close());
    return journal;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${path} cannot be used (${systemCodeOf(error)}).`, 1, error);
  }
};
