import type { AccountsState } from './accounts-file.ts';
import type { StoredAccount } from './stored-account.ts';

/** Where accounts are kept. */
export type AccountsStore = Readonly<{
  /** All that is stored, as it was at most a second ago. */
  read: () => Promise<AccountsState>;
  /** The account with this API key, disabled or not, as it was at most a second ago. */
  findByKey: (key: string) => Promise<StoredAccount | undefined>;
  /** All that is stored now. */
  readAgain: () => Promise<AccountsState>;
  /**
   * Stores what `edit` makes of all that is stored, and resolves with the result of `edit`. No other change happens
   * meanwhile. Where `edit` rejects, nothing is stored.
   */
  change: <Result>(edit: Edit<Result>) => Promise<Result>;
  /** The secret that seals API keys. */
  readSecret: () => Promise<Uint8Array>;
  /** Creates the secret where there is none. */
  createSecretOnce: () => Promise<void>;
}>;

export type Edit<Result> = (
  state: AccountsState,
) => Promise<Readonly<{ state: AccountsState; result: Result }>>;
