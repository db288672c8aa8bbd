import type { Accounts } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { CreateWindows } from '../rate-limits/windows.ts';
import type { SetUpTokens } from '../state/set-up-tokens.ts';
import type { Locks } from '../state/locks.ts';
import type { Once } from '../state/once.ts';
import type { Purges } from '../state/purges.ts';
import type { State } from '../state/state.ts';

/** The accounts and counters of an open data folder. */
export type Data = Readonly<{
  accounts: Accounts;
  counters: Counters;
  /** What rate limits count in, on this node or on all that share their state. */
  createWindows: CreateWindows;
  setUpTokens: SetUpTokens;
  /** What may be used once, on this node or on all that share their state. */
  once: Once;
  /** What one node at a time may do; undefined where each has outputs of its own. */
  locks: Locks | undefined;
  /** Sources of which no earlier result is delivered, by this node or by all that share their state. */
  purges: Purges;
  /** What the nodes share; undefined with files. */
  state: State | undefined;
  /** Call it when there is an account. From then on a missing file is an error. */
  finishFirstStart: () => Promise<void>;
  /** Why this node is not ready: Redis does not answer, has lost what was in it, or has another time. Nothing with files. */
  problem: () => string | undefined;
  /** Resolves when Redis is connected, and after the deadline of a call. At once with files. */
  whenBack: () => Promise<void>;
  /** Resolves when all counts are stored and the folder's lock is released. */
  close: () => Promise<void>;
}>;
