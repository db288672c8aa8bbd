/** Who uses the service, as everybody but `accounts` sees it: without any form of the API key. */
export type Account = Readonly<{
  /** `acct_` and 16 letters or digits; never changes. */
  id: string;
  /** For people; several accounts may have the same one. */
  name: string;
  email: string;
  /** A disabled account's key is unknown to `findByKey`. */
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

/** An account with its API key, for the one moment in which the key is shown. */
export type AccountWithKey = Readonly<{ account: Account; key: string }>;

/** The accounts. Every change is stored when its promise resolves. */
export type Accounts = Readonly<{
  /** The enabled account an API key belongs to. Takes any text, as it came from a client. */
  findByKey: (key: string) => Promise<Account | undefined>;
  /** All accounts, oldest first. */
  list: () => Promise<readonly Account[]>;
  /** The account with an id or a name. Rejects with `bad_request` when several have that name. */
  get: (idOrName: string) => Promise<Account | undefined>;
  /** Rejects with `bad_request` for an unusable field or a key that another account has. */
  add: (account: NewAccount) => Promise<AccountWithKey>;
  /** Gives the account a new key; the old one is unknown from then on. Rejects with `not_found`. */
  rotate: (id: string) => Promise<AccountWithKey>;
  /** Makes the account's key unknown until `enable`. Rejects with `not_found`. */
  disable: (id: string) => Promise<Account>;
  /** Undoes `disable`. Rejects with `not_found`. */
  enable: (id: string) => Promise<Account>;
  /** The account's API key, for its account page. Rejects with `not_found`. */
  revealKey: (id: string) => Promise<string>;
}>;
