import { isDiskFull, isMachineFault, ServiceError, systemCodeOf } from '../errors.ts';
import { removeTemporaries, writeFileAtomically, type WriteFile } from '../durable-file.ts';
import { countersFileOf, readStoredCounts, type StoredCounts } from './counters-file.ts';
import type { Counters, Counts } from './counters.ts';
import { limitExceeded } from './limit-exceeded.ts';
import { monthOf } from './month.ts';

type FileCountersOptions = Readonly<{
  path: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** How many recorded months stay in the file. Months of additions under way always stay. */
  keepMonths?: number;
  writeFile?: WriteFile;
}>;

/** One call of `add` that waits for its write. */
type Addition = Readonly<{
  month: string;
  accountId: string;
  compressions: number;
  /** Of one that may be repeated. */
  id: string | undefined;
  resolve: (total: number) => void;
  reject: (error: ServiceError) => void;
}>;

/**
 * Ids that the file keeps of additions that may be repeated. One is repeated after a kill only where the process had not
 * yet noted its end elsewhere, and a process has far fewer of those at once.
 */
const mostIds = 1000;

/**
 * Counters in one JSON file. Only this process may write it. Additions that arrive while the file is being
 * written share the next write (group commit).
 * Rejects with `StartError` when the file is damaged; it is left as it is.
 */
export const createFileCounters = async ({
  path,
  now,
  keepMonths = 24,
  writeFile = writeFileAtomically,
}: FileCountersOptions): Promise<Counters> => {
  /** What is on disk. Additions are added after their write has succeeded, so a failed write changes nothing. */
  let stored = await readStoredCounts(path);
  /** Additions that wait for the next write, in order of arrival. */
  let waiting: Addition[] = [];
  /** Additions in the write under way. */
  let underWay: Addition[] = [];
  /** Settles when `waiting` and `underWay` are empty; undefined while nothing is being written. */
  let writing: Promise<void> | undefined;
  let isClosed = false;
  await removeTemporaries(path);

  const storedCount = (month: string, accountId: string): number =>
    stored.counts.get(month)?.get(accountId) ?? 0;

  const unstoredCount = (month: string, accountId: string): number =>
    [...underWay, ...waiting]
      .filter((addition) => addition.month === month && addition.accountId === accountId)
      .reduce((sum, { compressions }) => sum + compressions, 0);

  const checkRoomAt = (
    time: number,
    accountId: string,
    compressions: number,
    limit: number | null,
  ): void => {
    if (limit === null) return;
    const month = monthOf(time);
    const total = storedCount(month, accountId) + unstoredCount(month, accountId);
    if (total + compressions > limit) throw limitExceeded(time);
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      underWay = waiting;
      waiting = [];
      await writeUnderWay();
    }
    writing = undefined;
  };

  const writeUnderWay = async (): Promise<void> => {
    const { counts, ids, totals } = withAdditions(stored, underWay);
    const kept = pruned(counts, keepMonths, new Set(underWay.map(({ month }) => month)));
    const written = underWay;
    try {
      await writeFile(path, countersFileOf(kept, ids));
    } catch (error) {
      underWay = [];
      written.forEach(({ reject }) => reject(notStored(error)));
      return;
    }
    stored = { counts: kept, ids };
    underWay = [];
    written.forEach(({ resolve }, index) => resolve(totals[index] ?? 0));
  };

  const add: Counters['add'] = async (accountId, compressions, options) => {
    const { requestId, limit = null, mayRepeat = false } = options;
    const time = now();
    const month = monthOf(time);
    if (!Number.isSafeInteger(compressions) || compressions < 0) {
      throw new RangeError(`Compressions must be a whole number, not ${compressions}`);
    }
    if (compressions === 0) return storedCount(month, accountId);
    if (isClosed) throw new ServiceError('unavailable', 'The service is shutting down.');
    const id = mayRepeat ? requestId : undefined;
    if (id !== undefined && stored.ids.includes(id)) return storedCount(month, accountId);
    checkRoomAt(time, accountId, compressions, limit);
    return new Promise((resolve, reject) => {
      waiting.push({ month, accountId, compressions, id, resolve, reject });
      writing ??= writeAll();
    });
  };

  return {
    count: async (accountId) => storedCount(monthOf(now()), accountId),
    add,
    checkRoom: async (accountId, compressions, limit) =>
      checkRoomAt(now(), accountId, compressions, limit),
    usage: async (month = monthOf(now())) => Object.fromEntries(stored.counts.get(month) ?? []),
    usageOf: async (accountId, months) => months.map((month) => storedCount(month, accountId)),
    months: async () => [...stored.counts.keys()].toSorted(),
    close: async () => {
      isClosed = true;
      await writing;
    },
  };
};

/** What is stored after all additions, and the account's total after each one. */
const withAdditions = (
  stored: StoredCounts,
  additions: readonly Addition[],
): StoredCounts & Readonly<{ totals: number[] }> => {
  const months = new Map<string, Map<string, number>>();
  for (const [month, accounts] of stored.counts) months.set(month, new Map(accounts));
  const ids = new Set(stored.ids);
  const totals = additions.map(({ month, accountId, compressions, id }) => {
    const accounts = months.get(month) ?? new Map<string, number>();
    const before = accounts.get(accountId) ?? 0;
    if (id !== undefined && ids.has(id)) return before;
    if (id !== undefined) ids.add(id);
    months.set(month, accounts.set(accountId, before + compressions));
    return before + compressions;
  });
  return { counts: months, ids: [...ids].slice(-mostIds), totals };
};

/**
 * The counts of the latest `keepMonths` recorded months, and those of `inUse`. The limit counts recorded
 * months and not months before today, so that a clock which was years ahead removes no counts.
 */
const pruned = (counts: Counts, keepMonths: number, inUse: ReadonlySet<string>): Counts => {
  const latest = new Set([...counts.keys()].toSorted().slice(-keepMonths));
  return new Map([...counts].filter(([month]) => latest.has(month) || inUse.has(month)));
};

const notStored = (cause: unknown): ServiceError =>
  isDiskFull(cause)
    ? new ServiceError(
        'storage_full',
        'The disk is full, so the compressions could not be counted.',
        { cause },
      )
    : new ServiceError(
        isMachineFault(cause) || systemCodeOf(cause) === 'ENOENT' ? 'unavailable' : 'internal',
        'The compressions could not be counted.',
        { cause, retryAfterSeconds: 5 },
      );
