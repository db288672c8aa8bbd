/** An account without any form of its API key, for all other rooms. */
export type Account = Readonly<{
  /** `acct_` and 16 letters or digits. It never changes. */
  id: string;
  /** For people. Several accounts may have the same name. */
  name: string;
  email: string;
  /** `findByKey` does not find a disabled account. */
  disabled: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Compressions a UTC calendar month (0: none at all); null: no limit. */
  monthlyLimit: number | null;
  /** Requests a minute (1 or more); null: no limit. */
  requestsPerMinute: number | null;
}>;

export type NewAccount = Readonly<{
  name: string;
  email: string;
  /** 32 letters or digits; made at random when absent. */
  key?: string | undefined;
  monthlyLimit?: number | null | undefined;
  requestsPerMinute?: number | null | undefined;
}>;

/** An account with its API key, which is shown once. */
export type AccountWithKey = Readonly<{ account: Account; key: string }>;

/** The accounts. Every change is stored when its promise resolves. */
export type Accounts = Readonly<{
  /** The enabled account with this API key. `key` may be any text from a client. */
  findByKey: (key: string) => Promise<Account | undefined>;
  /** All accounts, oldest first. */
  list: () => Promise<readonly Account[]>;
  /** The account with an id or a name. Rejects with `bad_request` when several have that name. */
  get: (idOrName: string) => Promise<Account | undefined>;
  /** Rejects with `bad_request` for an unusable field or a key that another account has. */
  add: (account: NewAccount) => Promise<AccountWithKey>;
  /** Gives the account a new key. The old key is invalid from then on. Rejects with `not_found`. */
  rotate: (id: string) => Promise<AccountWithKey>;
  /** Makes the account's key invalid until `enable`. Rejects with `not_found`. */
  disable: (id: string) => Promise<Account>;
  /** Undoes `disable`. Rejects with `not_found`. */
  enable: (id: string) => Promise<Account>;
  /** The account's API key, for its account page. Rejects with `not_found`. */
  revealKey: (id: string) => Promise<string>;
}>;
