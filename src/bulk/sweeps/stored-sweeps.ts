import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readDataFile, removeTemporaries } from '../../durable-file.ts';
import { StartError } from '../../errors.ts';
import type { FailedObject, Listing, Sweep } from './ledger.ts';

/** Objects of the listing, and the numbers of those that were counted. */
type StoredShard = Readonly<{ objects: Listing['shards'][number]; counted: number[] }>;

/** A sweep as its file has it. `last`: number of the next shard. */
export type Stored = {
  sweep: Sweep;
  failures: FailedObject[];
  shards: Record<string, StoredShard>;
  last: number;
};

/** The sweeps in a folder. @throws StartError where a file cannot be read. */
export const readSweeps = async (folder: string): Promise<readonly Stored[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  return Promise.all(names.map((name) => readStored(join(folder, name))));
};

const readStored = async (path: string): Promise<Stored> => {
  await removeTemporaries(path);
  const file = await readDataFile('sweep', path);
  if (file === undefined) {
    throw new StartError(
      `The sweep file ${path} is missing. It was moved away during the start, or is a link that leads nowhere. Remove the link, or start again.`,
    );
  }
  const stored = parsed(path, file.toString());
  if (isWhole(stored)) return stored;
  throw damaged(path, 'has not all parts of a sweep');
};

const parsed = (path: string, text: string): Partial<Stored> | null => {
  try {
    return JSON.parse(text) as Partial<Stored> | null;
  } catch (error) {
    throw damaged(path, 'is no JSON', error);
  }
};

const isWhole = (stored: Partial<Stored> | null): stored is Stored =>
  typeof stored?.sweep?.id === 'string' &&
  typeof stored.shards === 'object' &&
  Array.isArray(stored.failures) &&
  Number.isSafeInteger(stored.last);

const damaged = (path: string, problem: string, cause?: unknown): StartError =>
  new StartError(
    `The sweep file ${path} ${problem}. It was left as it is. Move it away to forget the sweep.`,
    1,
    cause,
  );
