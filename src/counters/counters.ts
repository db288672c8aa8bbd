/**
 * Compressions of each account in each UTC calendar month (specification, section 8). When `add` has
 * resolved, the count is on disk, even if the process is killed.
 */
export type Counters = Readonly<{
  /** Compressions of an account in the current month; 0 for an unknown account. */
  count: (accountId: string) => number;
  /**
   * Adds `compressions` (0 or more) to the current month, and resolves with the account's new total when
   * it is stored. 0 resolves at once with the current count, whatever the limit.
   * When it rejects, nothing is counted:
   * `monthly_limit_exceeded` when the total would exceed `limit` (null or absent: no limit). Additions that
   * are still being stored are included, so that parallel requests cannot exceed the limit together;
   * `storage_full` when the disk is full;
   * `unavailable` after `close`;
   * `internal` when storing fails for another reason.
   */
  add: (
    accountId: string,
    compressions: number,
    options?: Readonly<{ limit?: number | null | undefined }>,
  ) => Promise<number>;
  /**
   * Throws `monthly_limit_exceeded` when `add` would. It is for refusing work before it begins.
   */
  checkRoom: (accountId: string, compressions: number, limit: number | null) => void;
  /** Compressions by account in a month (`2026-11`; absent: the current one). */
  usage: (month?: string) => Record<string, number>;
  /** The months with counts, oldest first. */
  months: () => string[];
  /** Resolves when all additions are stored or refused. Later additions are refused. */
  close: () => Promise<void>;
}>;

/** Compressions by account by month. */
export type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;
