import { ServiceError } from '../errors.ts';
import type { Account, NewAccount } from './accounts.ts';
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
import { isKey, keyDigestOf, openSealedKey, randomLetters, sealKey } from './keys.ts';
import { passkeysRule, type StoredPasskey } from './passkeys.ts';
import { emailAddress, nameOfAtMost } from '../names.ts';

/** An account as it is stored. */
export type StoredAccount = Omit<Account, 'hasPassword' | 'passkeys'> &
  Readonly<{
    /** Oldest first. */
    passkeys: readonly StoredPasskey[];
    /** From `createPasswords`; null: it has none. */
    password: string | null;
    /** From `keyDigestOf`. */
    keyDigest: string;
    /** From `sealKey`. */
    sealedKey: string;
  }>;

/** What each field must be. Names and e-mail addresses go into headers, so they have no control characters. */
const rules: Rules<keyof StoredAccount> = {
  id: matching(/^acct_[A-Za-z0-9]{16}$/, '"acct_" and 16 letters or digits'),
  name: matching(nameOfAtMost(200), '1 to 200 characters, none of them a control character'),
  email: matching(emailAddress, 'an e-mail address'),
  disabled: boolean,
  approved: boolean,
  role: oneOf('user', 'admin', 'demo'),
  epoch: wholeNumber(0),
  createdAt: time,
  monthlyLimit: orNull(wholeNumber(0)),
  requestsPerMinute: orNull(wholeNumber(1)),
  password: orNull(
    matching(
      /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/,
      'an Argon2id hash ("$argon2id$v=19$m=...")',
    ),
  ),
  passkeys: passkeysRule,
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
  epoch: stored.epoch,
  hasPassword: stored.password !== null,
  passkeys: stored.passkeys.map(({ id, name, createdAt }) => ({ id, name, createdAt })),
  createdAt: stored.createdAt,
  monthlyLimit: stored.monthlyLimit,
  requestsPerMinute: stored.requestsPerMinute,
});

/** @throws ServiceError `bad_request` naming every unusable field. */
export const refuseProblems = (account: StoredAccount): void => {
  const problems = accountProblemsOf(account);
  if (problems.length > 0) throw new ServiceError('bad_request', problems.join(' '));
};

/** A new account as it is stored. Throws `bad_request` for an unusable field. */
export const storedAccountOf = (
  fields: NewAccount,
  key: string,
  nowMs: number,
  secret: Uint8Array,
): StoredAccount => {
  const id = newId();
  const account: StoredAccount = {
    id,
    name: fields.name,
    email: fields.email,
    disabled: false,
    approved: fields.approved ?? true,
    role: fields.role ?? 'user',
    epoch: 0,
    createdAt: new Date(nowMs).toISOString(),
    monthlyLimit: fields.monthlyLimit ?? null,
    requestsPerMinute: fields.requestsPerMinute ?? null,
    password: fields.password ?? null,
    passkeys: [],
    ...keyFields(key, id, secret),
  };
  if (!isKey(key)) throw new ServiceError('bad_request', '"key" must be 32 letters or digits.');
  refuseProblems(account);
  return account;
};

/** The two forms in which the key of the account `id` is stored. */
export const keyFields = (
  key: string,
  id: string,
  secret: Uint8Array,
): Pick<StoredAccount, 'keyDigest' | 'sealedKey'> => ({
  keyDigest: keyDigestOf(key),
  sealedKey: sealKey(key, id, secret),
});

/** The API key of an account. @throws ServiceError `internal` where the secret is not the one it was sealed with. */
export const revealedKey = ({ id, sealedKey }: StoredAccount, secret: Uint8Array): string => {
  try {
    return openSealedKey(sealedKey, id, secret);
  } catch (cause) {
    throw new ServiceError('internal', 'The API key cannot be shown. Rotate it.', { cause });
  }
};

/** An id for a new account. */
const newId = (): string => `acct_${randomLetters(16)}`;
