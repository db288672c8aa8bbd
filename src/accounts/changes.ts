import { ServiceError } from '../errors.ts';
import type { AccountsState } from './accounts-file.ts';
import type { Account, Passkey, PasskeySignIn, SignIn } from './accounts.ts';
import type { StoredPasskey } from './passkeys.ts';
import { publicAccount, refuseProblems, type StoredAccount } from './stored-account.ts';

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
  return withAdministrator(state, { ...state, accounts });
};

/** The state without an account. Throws `bad_request` for the only one, and as `replaced` does, and `not_found`. */
export const removed = (state: AccountsState, id: string): AccountsState => {
  const account = withId(state, id);
  const accounts = state.accounts.filter((each) => each !== account);
  if (accounts.length === 0) {
    throw new ServiceError('bad_request', 'This is the only account. Make another one first.');
  }
  return withAdministrator(state, { ...state, accounts });
};

/** @throws ServiceError `bad_request` where an administrator could sign in before, and none can after. */
const withAdministrator = (before: AccountsState, after: AccountsState): AccountsState => {
  if (!before.accounts.some(isWorkingAdmin) || after.accounts.some(isWorkingAdmin)) return after;
  throw new ServiceError(
    'bad_request',
    'No other administrator can sign in. Make another account an administrator first.',
    { reason: { id: 'last_administrator' } },
  );
};

const isWorkingAdmin = ({ role, disabled, approved, password }: StoredAccount): boolean =>
  role === 'admin' && !disabled && approved && password !== null;

/** @throws ServiceError `bad_request` if the account of the demo would get another role: nobody signs in to it. */
export const refuseRoleOfDemo = (before: StoredAccount, { role }: StoredAccount): void => {
  if (before.role !== role && [before.role, role].includes('demo'))
    throw new ServiceError('bad_request', '"role" of the account of the demo cannot be changed.');
};

/** Only addresses that sign in are unique. Clients that ask for a key must not learn whether an address has one. */
const refuseTakenSignIn = ({ accounts }: AccountsState, account: StoredAccount): void => {
  if (account.password === null) return;
  const others = accounts.filter(({ id }) => id !== account.id);
  if (hasSignIn({ accounts: others }, account.email)) {
    throw new ServiceError('bad_request', '"email" is that of another account that signs in.');
  }
};

/** Whether an account signs in with an e-mail address. */
export const hasSignIn = ({ accounts }: Pick<AccountsState, 'accounts'>, email: string): boolean =>
  accounts.some((account) => signsInBy(account, email));

const signsInBy = ({ email, password }: StoredAccount, wanted: string): boolean =>
  password !== null && email.toLowerCase() === wanted.toLowerCase();

/** The enabled account that signs in with an e-mail address. */
export const signInOf = ({ accounts }: AccountsState, email: string): SignIn | undefined => {
  const found = accounts.find((account) => signsInBy(account, email));
  return found === undefined || found.password === null || found.disabled
    ? undefined
    : { account: publicAccount(found), password: found.password };
};

/** The enabled account with a passkey. */
export const passkeySignInOf = (
  { accounts }: AccountsState,
  passkeyId: string,
): PasskeySignIn | undefined => {
  const hasIt = ({ id }: Passkey): boolean => id === passkeyId;
  const account = accounts.find(({ passkeys }) => passkeys.some(hasIt));
  const passkey = account?.passkeys.find(hasIt);
  if (account === undefined || passkey === undefined || account.disabled) return undefined;
  const { publicKey, counter } = passkey;
  return { account: publicAccount(account), publicKey, counter };
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

/**
 * The passkeys of an account and one more. Throws `bad_request` where an account has the credential already, where
 * there are too many, and where the account has no password: a passkey is lost with its device, and must never be
 * the only way to sign in.
 */
export const withPasskey = (
  { accounts }: AccountsState,
  { password, passkeys }: StoredAccount,
  passkey: StoredPasskey,
): Pick<StoredAccount, 'passkeys'> => {
  const isTaken = accounts.some((account) => account.passkeys.some(({ id }) => id === passkey.id));
  if (isTaken) throw new ServiceError('bad_request', 'The passkey belongs to an account already.');
  if (password === null)
    throw new ServiceError('bad_request', 'The account needs a password first.');
  return { passkeys: [...passkeys, passkey] };
};

/** The passkeys of an account without one of them. Throws `not_found`. */
export const withoutPasskey = (
  { passkeys }: StoredAccount,
  id: string,
): Pick<StoredAccount, 'passkeys'> => {
  const left = passkeys.filter((passkey) => passkey.id !== id);
  if (left.length === passkeys.length) throw unknownPasskey();
  return { passkeys: left };
};

/**
 * The passkeys of an account, one of them with the counter of its use. Throws `not_found`, and `bad_request` where the
 * counter has not grown: the authenticator was copied, or its answer is sent again (WebAuthn, section 6.1.1).
 */
export const withCounter = (
  { passkeys }: StoredAccount,
  id: string,
  counter: number,
): Pick<StoredAccount, 'passkeys'> => {
  const used = passkeys.find((passkey) => passkey.id === id);
  if (used === undefined) throw unknownPasskey();
  if (counter <= used.counter) {
    throw new ServiceError('bad_request', 'The counter of the passkey has not grown.');
  }
  return { passkeys: passkeys.map((each) => (each === used ? { ...used, counter } : each)) };
};

const unknownPasskey = (): ServiceError =>
  new ServiceError('not_found', 'The account has no such passkey.');
