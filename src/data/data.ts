import type { Accounts } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';

/** The accounts and counters of an open data folder. */
export type Data = Readonly<{
  accounts: Accounts;
  counters: Counters;
  rateLimits: RateLimits;
  /** Call it when there is an account. From then on a missing file is an error. */
  finishFirstStart: () => Promise<void>;
  /** Whether Redis has not answered for so long that this node is not ready. Never with files. */
  isAway: () => boolean;
  /** Resolves when all counts are stored and the folder's lock is released. */
  close: () => Promise<void>;
}>;
