import type { Account } from './accounts.ts';
import {
  boolean,
  matching,
  oneOf,
  orNull,
  problemsIn,
  type Rules,
  time,
  wholeNumber,
} from './field-rules.ts';

/** An account as it is stored. */
export type StoredAccount = Omit<Account, 'hasPassword'> &
  Readonly<{
    /** From `createPasswords`; null: it has none. */
    password: string | null;
    /** From `keyDigestOf`. */
    keyDigest: string;
    /** From `sealKey`. */
    sealedKey: string;
  }>;

/** What version 1 of the accounts file does not have, and version 2 may leave out. */
export const accountDefaults = {
  approved: true,
  role: 'user',
  sessionEpoch: 0,
  password: null,
} as const satisfies Partial<StoredAccount>;

/** What each field must be. Names and e-mail addresses go into headers, so they have no control characters. */
const rules: Rules<keyof StoredAccount> = {
  id: matching(/^acct_[A-Za-z0-9]{16}$/, '"acct_" and 16 letters or digits'),
  name: matching(/^\P{Cc}{1,200}$/u, '1 to 200 characters, none of them a control character'),
  email: matching(/^(?=.{3,254}$)[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'an e-mail address'),
  disabled: boolean,
  approved: boolean,
  role: oneOf('user', 'admin'),
  sessionEpoch: wholeNumber(0),
  createdAt: time,
  monthlyLimit: orNull(wholeNumber(0)),
  requestsPerMinute: orNull(wholeNumber(1)),
  password: orNull(
    matching(
      /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/,
      'an Argon2id hash ("$argon2id$v=19$m=...")',
    ),
  ),
  keyDigest: matching(/^[0-9a-f]{64}$/, '64 hexadecimal digits'),
  sealedKey: matching(/^[A-Za-z0-9+/]{80}$/, '80 characters of Base64'),
};

/** One sentence for each wrong field of an account. */
export const accountProblemsOf = (account: object): string[] => problemsIn(account, rules);

/** Lists the public fields, so that a field added to the file stays private until it is listed here. */
export const publicAccount = (stored: StoredAccount): Account => ({
  id: stored.id,
  name: stored.name,
  email: stored.email,
  disabled: stored.disabled,
  approved: stored.approved,
  role: stored.role,
  sessionEpoch: stored.sessionEpoch,
  hasPassword: stored.password !== null,
  createdAt: stored.createdAt,
  monthlyLimit: stored.monthlyLimit,
  requestsPerMinute: stored.requestsPerMinute,
});
