import type { Accounts } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { CreateAddressLimits } from '../rate-limits/address-limits.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { SetUpTokens } from '../state/set-up-tokens.ts';
import type { Once } from '../state/once.ts';
import type { State } from '../state/state.ts';

/** The accounts and counters of an open data folder. */
export type Data = Readonly<{
  accounts: Accounts;
  counters: Counters;
  rateLimits: RateLimits;
  /** Limits by address, of this node or of all that share their state. */
  createLimits: CreateAddressLimits;
  setUpTokens: SetUpTokens;
  /** What may be used once, on this node or on all that share their state. */
  once: Once;
  /** What the nodes share; undefined with files. */
  state: State | undefined;
  /** Call it when there is an account. From then on a missing file is an error. */
  finishFirstStart: () => Promise<void>;
  /** Whether Redis has not answered for so long that this node is not ready. Never with files. */
  isAway: () => boolean;
  /** Resolves when Redis is connected, and after the deadline of a call. At once with files. */
  whenBack: () => Promise<void>;
  /** Resolves when all counts are stored and the folder's lock is released. */
  close: () => Promise<void>;
}>;
