/**
 * Compressions made by each account in each UTC calendar month (specification, section 8). A count
 * that `add` has acknowledged is stored: it survives the process, however that ends.
 */
export type Counters = Readonly<{
  /** Compressions of an account in the current month, 0 for one never seen. */
  count: (accountId: string) => number;
  /**
   * Counts `compressions` (0 or more) in the current month and resolves with the account's new total,
   * once that is stored. 0 resolves at once with the current count, whatever the limit.
   * Rejects, having counted nothing, with
   * `monthly_limit_exceeded` when the total would exceed `limit` (null or absent: no limit). Additions
   * still being stored take part in that, so that many at once cannot pass the limit together;
   * `storage_full` when there is no room to store it;
   * `unavailable` after `close`;
   * `internal` when storing fails in any other way.
   */
  add: (
    accountId: string,
    compressions: number,
    options?: Readonly<{ limit?: number | null | undefined }>,
  ) => Promise<number>;
  /**
   * Throws `monthly_limit_exceeded` when `add` would now: for refusing work before it is begun.
   */
  checkRoom: (accountId: string, compressions: number, limit: number | null) => void;
  /** Compressions by account in a month (`2026-11`; absent: the current one). */
  usage: (month?: string) => Record<string, number>;
  /** The months with counts, oldest first. */
  months: () => string[];
  /** Resolves when all that was added is stored or refused; nothing can be added from the call on. */
  close: () => Promise<void>;
}>;

/** Compressions by account by month. */
export type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;
