/**
 * Compressions of each account in each UTC calendar month (specification, section 8). When `add` has
 * resolved, the count is on disk, even if the process is killed.
 */
export type Counters = Readonly<{
  /** Compressions of an account in the current month; 0 for an unknown account. */
  count: (accountId: string) => Promise<number>;
  /**
   * Adds `compressions` (0 or more) to the current month, and resolves with the account's new total when
   * it is stored. 0 resolves with the current count, whatever the limit.
   * When it rejects, nothing is counted, or with `mayRepeat` at most what its repetition will count:
   * `monthly_limit_exceeded` when the total would exceed `limit` (null or absent: no limit). Additions that
   * are still being stored are included, so that parallel requests cannot exceed the limit together;
   * `storage_full` when the disk is full;
   * `unavailable` after `close`;
   * `internal` when storing fails for another reason.
   */
  add: (accountId: string, compressions: number, options: AddOptions) => Promise<number>;
  /**
   * Rejects with `monthly_limit_exceeded` when `add` would. It is for refusing work before it begins.
   */
  checkRoom: (accountId: string, compressions: number, limit: number | null) => Promise<void>;
  /** Compressions by account in a month (`2026-11`; absent: the current one). */
  usage: (month?: string) => Promise<Record<string, number>>;
  /** Compressions of one account in each of these months (`2026-11`), without those of others; 0 where there are none. */
  usageOf: (accountId: string, months: readonly string[]) => Promise<readonly number[]>;
  /** The months with counts, oldest first. */
  months: () => Promise<string[]>;
  /** Resolves when all additions are stored or refused. Later additions are refused. */
  close: () => Promise<void>;
}>;

export type AddOptions = Readonly<{
  /** The id of the request that is counted. Two additions never have the same one, but for repetitions. */
  requestId: string;
  /** Most compressions of the month; null or absent: no limit. */
  limit?: number | null | undefined;
  /**
   * The addition is repeated with the same id until it resolves, also by another process after a kill, and is counted
   * once. Ids are known for an hour in Redis, and a file knows the last thousand.
   */
  mayRepeat?: boolean;
}>;

/** Compressions by account by month. */
export type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;
