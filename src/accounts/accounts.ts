/**
 * What an account may do on the pages. `admin` sees and changes all accounts. `demo` is the account on which pictures of
 * people without one are counted.
 */
export type Role = 'user' | 'admin' | 'demo';

/** A passkey without what verifies it. */
export type Passkey = Readonly<{
  /** Id of its credential, Base64 for URLs. */
  id: string;
  /** For its owner. */
  name: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}>;

/** An account without any form of its API key and password, for all other rooms. */
export type Account = Readonly<{
  /** `acct_` and 16 letters or digits. It never changes. */
  id: string;
  /** For people. Several accounts may have the same name. */
  name: string;
  email: string;
  /** `findByKey` and `findBySignIn` do not find a disabled account. */
  disabled: boolean;
  /** `findByKey` does not find an account that an administrator has still to approve. */
  approved: boolean;
  role: Role;
  /** Sessions that were begun with a lower number are over. */
  sessionEpoch: number;
  /** Whether it can sign in by a password. */
  hasPassword: boolean;
  /** Oldest first. An account without a password has none. */
  passkeys: readonly Passkey[];
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
  /** `user` when absent. */
  role?: Role | undefined;
  /** True when absent. */
  approved?: boolean | undefined;
  /** From `createPasswords`. */
  password?: string | undefined;
}>;

/** Fields that an account's owner or an administrator may change. */
export type AccountChanges = Readonly<
  Partial<
    Pick<Account, 'name' | 'email' | 'role' | 'monthlyLimit' | 'requestsPerMinute'> & {
      /** From `createPasswords`. All sessions of the account end. */
      password: string;
    }
  >
>;

/** An account with its API key, which is shown once. */
export type AccountWithKey = Readonly<{ account: Account; key: string }>;

/** An account that signs in, with its password as `createPasswords` made it. */
export type SignIn = Readonly<{ account: Account; password: string }>;

/** A passkey as an authenticator has made it. */
export type NewPasskey = Readonly<{
  id: string;
  name: string;
  publicKey: string;
  counter: number;
  transports: readonly string[];
}>;

/** An account that signs in by a passkey, and what verifies the passkey. */
export type PasskeySignIn = Readonly<{
  account: Account;
  /** COSE_Key, Base64 for URLs. */
  publicKey: string;
  /** The signature counter of its last use; 0 where the authenticator has none. */
  counter: number;
}>;

/** What a one-time link is for: making an account, or signing in to one. */
export type LinkKind = 'invite' | 'signin';

/** A one-time link without its token. */
export type Link = Readonly<{
  kind: LinkKind;
  /** The account to sign in to; null for an invitation. */
  accountId: string | null;
  /** Address that was invited, as a proposal; null: none. */
  email: string | null;
  /** Role and limits of the account that an invitation makes. */
  role: Role;
  monthlyLimit: number | null;
  requestsPerMinute: number | null;
  /** ISO 8601, UTC. */
  expiresAt: string;
  /** Id of the administrator's account; null: the operator's command line. */
  createdBy: string | null;
}>;

export type NewLink =
  | Readonly<{ kind: 'signin'; accountId: string; createdBy?: string | undefined }>
  | Readonly<{
      kind: 'invite';
      email?: string | null | undefined;
      role?: Role | undefined;
      monthlyLimit?: number | null | undefined;
      requestsPerMinute?: number | null | undefined;
      createdBy?: string | undefined;
    }>;

/** The accounts. Every change is stored when its promise resolves. */
export type Accounts = Readonly<{
  /** The enabled and approved account with this API key. `key` may be any text from a client. */
  findByKey: (key: string) => Promise<Account | undefined>;
  /** The enabled account that signs in with this e-mail address, in upper or lower case. */
  findBySignIn: (email: string) => Promise<SignIn | undefined>;
  /** All accounts, oldest first. */
  list: () => Promise<readonly Account[]>;
  /** The account with an id or a name. Rejects with `bad_request` when several have that name. */
  get: (idOrName: string) => Promise<Account | undefined>;
  /** The account with an id as it is stored now. `get` gives it as it was at most a second ago. */
  getAgain: (id: string) => Promise<Account | undefined>;
  /**
   * Rejects with `bad_request` for an unusable field, a key that another account has, or, with a password, an
   * e-mail address that another account signs in with.
   */
  add: (account: NewAccount) => Promise<AccountWithKey>;
  /** Rejects with `not_found`, and with `bad_request` as `add` does or when no administrator could sign in any more. */
  update: (id: string, changes: AccountChanges) => Promise<Account>;
  /** Rejects with `not_found`. */
  approve: (id: string) => Promise<Account>;
  /** Ends all sessions of the account. Rejects with `not_found`. */
  endSessions: (id: string) => Promise<Account>;
  /** Gives the account a new key. The old key is invalid from then on. Rejects with `not_found`. */
  rotate: (id: string) => Promise<AccountWithKey>;
  /**
   * Makes the account's key invalid until `enable`, and ends its sessions. Rejects with `not_found`, and with
   * `bad_request` when no administrator could sign in any more.
   */
  disable: (id: string) => Promise<Account>;
  /** Undoes `disable`. Rejects with `not_found`. */
  enable: (id: string) => Promise<Account>;
  /** The account's API key, for its account page. Rejects with `not_found`. */
  revealKey: (id: string) => Promise<string>;
  /**
   * Rejects with `not_found`, and with `bad_request` for an account without a password, for more than ten passkeys, and
   * for a credential that an account has already.
   */
  addPasskey: (id: string, passkey: NewPasskey) => Promise<Account>;
  /** Rejects with `not_found`. */
  removePasskey: (id: string, passkeyId: string) => Promise<Account>;
  /** The enabled account with the passkey of this id, which may be any text. */
  findByPasskey: (passkeyId: string) => Promise<PasskeySignIn | undefined>;
  /**
   * Stores the signature counter of a use, unless the authenticator has none. Rejects with `not_found`, and with
   * `bad_request` where the counter has not grown.
   */
  notePasskeyUse: (id: string, passkeyId: string, counter: number) => Promise<void>;
  /** Stores a link, and resolves with its token, which cannot be read again. */
  addLink: (link: NewLink) => Promise<Readonly<{ token: string; link: Link }>>;
  /** The links that have neither expired nor been used, oldest first. */
  links: () => Promise<readonly Link[]>;
  /** The link with this token that has neither expired nor been used. `token` may be any text. */
  findLink: (token: string) => Promise<Link | undefined>;
  /** Uses a sign-in link, and resolves with its account. Each link works once. Rejects with `not_found`. */
  takeLink: (token: string) => Promise<Account>;
  /** Uses an invitation: its role and limits go to the new account. Rejects with `not_found`, and as `add` does. */
  addByLink: (
    token: string,
    account: Pick<NewAccount, 'name' | 'email' | 'password'>,
  ) => Promise<AccountWithKey>;
}>;
