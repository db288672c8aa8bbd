import { ServiceError } from '../errors.ts';
import type { AccountsState } from './accounts-file.ts';
import type { Account, Link, SignIn } from './accounts.ts';
import { randomLetters } from './keys.ts';
import type { StoredLink } from './links.ts';
import { accountProblemsOf, publicAccount, type StoredAccount } from './stored-account.ts';

/** An id for a new account. */
export const newId = (): string => `acct_${randomLetters(16)}`;

/** The state with one more account. Throws `bad_request` for a key or sign-in that another account has. */
export const added = (state: AccountsState, account: StoredAccount): AccountsState => {
  if (state.accounts.some(({ keyDigest }) => keyDigest === account.keyDigest)) {
    throw new ServiceError('bad_request', '"key" belongs to another account.');
  }
  refuseTakenSignIn(state, account);
  return { ...state, accounts: [...state.accounts, account] };
};

/**
 * The state with a changed account. Throws `bad_request` for an unusable field, a sign-in that another account has,
 * and a change after which no administrator could sign in.
 */
export const replaced = (state: AccountsState, changed: StoredAccount): AccountsState => {
  refuseProblems(changed);
  refuseTakenSignIn(state, changed);
  const accounts = state.accounts.map((account) => (account.id === changed.id ? changed : account));
  if (state.accounts.some(isWorkingAdmin) && !accounts.some(isWorkingAdmin)) {
    throw new ServiceError(
      'bad_request',
      'No other administrator can sign in. Make another account an administrator first.',
    );
  }
  return { ...state, accounts };
};

const isWorkingAdmin = ({ role, disabled, approved, password }: StoredAccount): boolean =>
  role === 'admin' && !disabled && approved && password !== null;

/** @throws ServiceError `bad_request` naming every unusable field. */
export const refuseProblems = (account: StoredAccount): void => {
  const problems = accountProblemsOf(account);
  if (problems.length > 0) throw new ServiceError('bad_request', problems.join(' '));
};

/** Only addresses that sign in are unique. Clients that ask for a key must not learn whether an address has one. */
const refuseTakenSignIn = ({ accounts }: AccountsState, account: StoredAccount): void => {
  if (account.password === null) return;
  const isTaken = accounts.some(
    (other) => other.id !== account.id && signsInBy(other, account.email),
  );
  if (isTaken) {
    throw new ServiceError('bad_request', '"email" is that of another account that signs in.');
  }
};

const signsInBy = ({ email, password }: StoredAccount, wanted: string): boolean =>
  password !== null && email.toLowerCase() === wanted.toLowerCase();

/** The enabled account that signs in with an e-mail address. */
export const signInOf = ({ accounts }: AccountsState, email: string): SignIn | undefined => {
  const found = accounts.find((account) => signsInBy(account, email));
  return found === undefined || found.password === null || found.disabled
    ? undefined
    : { account: publicAccount(found), password: found.password };
};

/** @throws ServiceError `not_found`. */
export const withId = ({ accounts }: AccountsState, id: string): StoredAccount => {
  const found = accounts.find((account) => account.id === id);
  if (found === undefined) throw new ServiceError('not_found', `There is no account "${id}".`);
  return found;
};

/** @throws ServiceError `bad_request` when several accounts have the name. */
export const withIdOrName = (
  { accounts }: AccountsState,
  idOrName: string,
): Account | undefined => {
  const sameId = accounts.find(({ id }) => id === idOrName);
  const found = sameId ? [sameId] : accounts.filter(({ name }) => name === idOrName);
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new ServiceError('bad_request', `Several accounts are called "${idOrName}": ${ids}.`);
  }
  return found[0] && publicAccount(found[0]);
};

/** A link without its digest. */
export const publicLink = ({ digest: _digest, ...link }: StoredLink): Link => link;
