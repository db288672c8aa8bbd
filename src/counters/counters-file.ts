import { StartError } from '../errors.ts';
import { readDataFile, writeFileAtomically } from '../durable-file.ts';
import { isObject } from '../schema.ts';
import type { Counts } from './counters.ts';
import { isMonth } from './month.ts';

/** What is in a counters file. `ids` are those of the last additions that may be repeated, oldest first. */
export type StoredCounts = Readonly<{ counts: Counts; ids: readonly string[] }>;

/**
 * What is in a counters file; nothing when there is no file. Reading needs no lock, because a write replaces
 * the whole file. Throws `StartError` when the file cannot be read or is damaged.
 */
export const readStoredCounts = async (path: string): Promise<StoredCounts> => {
  const file = await readDataFile('counters', path);
  return file === undefined ? { counts: new Map(), ids: [] } : storedIn(path, file.toString());
};

/** The counts in a counters file. Throws as `readStoredCounts` does. */
export const readCountersFile = async (path: string): Promise<Counts> =>
  (await readStoredCounts(path)).counts;

/** Creates a counters file without counts where there is none. The caller holds the lock of the data folder. */
export const createCountersOnce = async (path: string): Promise<void> => {
  if ((await readDataFile('counters', path)) === undefined) {
    await writeFileAtomically(path, countersFileOf(new Map()));
  }
};

/** The text of a counters file: `{"version":1,"months":{"2026-11":{"<account id>":12}}}`, with `ids` where it has some. */
export const countersFileOf = (counts: Counts, ids: StoredCounts['ids'] = []): string => {
  const months = [...counts].map(([month, accounts]) => [month, Object.fromEntries(accounts)]);
  const file = { version: 1, months: Object.fromEntries(months), ...(ids.length > 0 && { ids }) };
  return `${JSON.stringify(file)}\n`;
};

const storedIn = (path: string, text: string): StoredCounts => {
  const file = parsed(path, text);
  if (!isObject(file)) throw problemWith(path, 'is not a JSON object');
  if (file.version !== 1) throw problemWith(path, '"version" is not 1');
  if (!isObject(file.months)) throw problemWith(path, '"months" is not an object');
  const { ids = [] } = file;
  if (!isListOfTexts(ids)) throw problemWith(path, '"ids" is not a list of texts');
  const months = Object.entries(file.months);
  const counts = months.map(([month, each]) => [month, accountsOf(path, month, each)] as const);
  return { counts: new Map(counts), ids };
};

const parsed = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw problemWith(path, `is not JSON (${Buffer.byteLength(text)} bytes)`, error);
  }
};

const accountsOf = (path: string, month: string, counts: unknown): Map<string, number> => {
  if (!isMonth(month)) throw problemWith(path, `"months" has "${month}", which is no month`);
  if (!isObject(counts)) throw problemWith(path, `"${month}" is not an object`);
  const accounts = new Map<string, number>();
  for (const [accountId, count] of Object.entries(counts)) {
    if (!isCount(count)) {
      throw problemWith(path, `"${month}" has no whole number for "${accountId}"`);
    }
    accounts.set(accountId, count);
  }
  return accounts;
};

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const problemWith = (path: string, problem: string, cause?: unknown): StartError =>
  new StartError(
    `The counters file ${path}: ${problem}. It was left as it is. Restore it from a backup; ` +
      'or move it away to count from zero.',
    1,
    cause,
  );
