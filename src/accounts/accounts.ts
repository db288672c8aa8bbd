import type { Link, NewLink } from './link.ts';
import type { Role } from './role.ts';

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
  /** Grows with each change that ends rights. What was given at a lower number is over: see `Standing`. */
  epoch: number;
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

/**
 * An account as it was when it got or gave a right. Sessions, links and changes from a page have one, and count only
 * while the account has this epoch.
 */
export type Standing = Pick<Account, 'id' | 'epoch'>;

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
  /**
   * Makes the account without its password where another account signs in with the address, instead of refusing it:
   * strangers must not learn which addresses have accounts.
   */
  yieldsAddress?: boolean | undefined;
}>;

/** Fields that an account's owner or an administrator may change. */
export type AccountChanges = Readonly<
  Partial<
    Pick<Account, 'name' | 'email' | 'role' | 'monthlyLimit' | 'requestsPerMinute'> & {
      /** From `createPasswords`. */
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

/** The accounts. Every change is stored when its promise resolves. */
export type Accounts = Readonly<{
  /**
   * The same accounts, changed on behalf of one of them, by a session. Changes, and `revealKey`, reject with
   * `unauthorized` where the rights of that session have ended by then, and links that are made end with them.
   */
  as: (standing: Standing) => Accounts;
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
  /**
   * A change of password, address or role ends sessions and links. Rejects with `not_found`, and with `bad_request` as
   * `add` does, when no administrator could sign in any more, and for a role of the demo's account.
   */
  update: (id: string, changes: AccountChanges) => Promise<Account>;
  /** Rejects with `not_found`. */
  approve: (id: string) => Promise<Account>;
  /** Ends the sessions of the account, and links to it or made by it. Rejects with `not_found`. */
  endSessions: (id: string) => Promise<Account>;
  /** Gives the account a new key. The old key is invalid from then on. Rejects with `not_found`. */
  rotate: (id: string) => Promise<AccountWithKey>;
  /**
   * Makes the account's key and passkeys invalid until `enable`, and ends its sessions and links for good. Rejects with
   * `not_found`, and with `bad_request` when no administrator could sign in any more.
   */
  disable: (id: string) => Promise<Account>;
  /** Undoes `disable`. Rejects with `not_found`. */
  enable: (id: string) => Promise<Account>;
  /**
   * Removes all that is stored about an account, and ends all that it has or has given. Counts stay under its id.
   * Rejects with `not_found`, and with `bad_request` for the only account and when no administrator could sign in any
   * more.
   */
  remove: (id: string) => Promise<void>;
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
  /**
   * Stores a link, and resolves with its token, which cannot be read again. Rejects with `not_found`, and with
   * `bad_request` for an account that cannot sign in: one that is disabled, not approved, or the demo's.
   */
  addLink: (link: NewLink) => Promise<Readonly<{ token: string; link: Link }>>;
  /** The links that still work, oldest first. One works while the rights of whom it is for and who made it last. */
  links: () => Promise<readonly Link[]>;
  /** Ends a link before its time. Rejects with `not_found`. */
  revokeLink: (id: string) => Promise<void>;
  /** The link with this token, where it still works. `token` may be any text. */
  findLink: (token: string) => Promise<Link | undefined>;
  /** Uses a sign-in link, and resolves with its account. Each link works once. Rejects with `not_found`. */
  takeLink: (token: string) => Promise<Account>;
  /** Uses an invitation: its role and limits go to the new account. Rejects with `not_found`, and as `add` does. */
  addByLink: (
    token: string,
    account: Pick<NewAccount, 'name' | 'email' | 'password'>,
  ) => Promise<AccountWithKey>;
}>;
