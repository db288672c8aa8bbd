import { ServiceError } from '../errors.ts';
import { removeTemporaries, writeFileAtomically } from '../durable-file.ts';
import { withLock } from '../file-lock.ts';
import { accountsFileOf } from './accounts-file.ts';
import { createAccountsReader } from './accounts-reader.ts';
import type { Account, Accounts, NewAccount } from './accounts.ts';
import {
  keyDigestOf,
  isKey,
  newKey,
  openSealedKey,
  randomLetters,
  sealKey,
  sealingSecretBytes,
} from './keys.ts';
import { createSecretOnce, readSecret } from './secret.ts';
import { accountProblemsOf, type StoredAccount } from './stored-account.ts';

export type FileAccountsOptions = Readonly<{
  /** The accounts file. `<path>.lock` beside it is locked during changes. */
  path: string;
  /** The file with the secret that seals API keys. It is created with the first account. */
  secretPath: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Called once for each change by another process that cannot be used, with the reason. */
  onProblem: (error: unknown) => void;
}>;

/** All accounts after a change, and the one that was changed. */
type Change = Readonly<{ accounts: readonly StoredAccount[]; changed: StoredAccount }>;

/**
 * Accounts in one JSON file. Other processes (the operator's command) may change it at any time, and a
 * change is in use within a second. When the changed file is damaged, the accounts read before stay in use.
 * Rejects with `StartError` when the file is damaged from the start; it is left as it is. Changes reject
 * with `StartError` too, and with `unavailable` while other processes keep the file locked.
 */
export const createFileAccounts = async ({
  path,
  secretPath,
  now,
  onProblem,
}: FileAccountsOptions): Promise<Accounts> => {
  const reader = await createAccountsReader({ path, now, onProblem });

  const change = (edit: (accounts: readonly StoredAccount[]) => Promise<Change>) =>
    withLock(`${path}.lock`, async (): Promise<StoredAccount> => {
      await Promise.all([removeTemporaries(path), removeTemporaries(secretPath)]);
      const { accounts, changed } = await edit(await reader.readFile());
      await writeFileAtomically(path, accountsFileOf(accounts));
      await reader.reload();
      return changed;
    });

  const update = (id: string, fields: () => Promise<Partial<StoredAccount>>) =>
    change(async (accounts) => {
      const changed = { ...withId(accounts, id), ...(await fields()) };
      return {
        accounts: accounts.map((account) => (account.id === id ? changed : account)),
        changed,
      };
    });

  const setDisabled = async (id: string, disabled: boolean): Promise<Account> =>
    withoutKey(await update(id, async () => ({ disabled })));

  const add: Accounts['add'] = async (fields) => {
    const key = fields.key ?? newKey();
    // Refused before the secret is created: a secret without accounts would look like a loss of the accounts.
    newAccount(fields, key, now(), new Uint8Array(sealingSecretBytes));
    const added = await change(async (accounts) => {
      // When there are accounts, a missing secret must be restored, since a new one cannot open their keys.
      if (accounts.length === 0) await createSecretOnce(secretPath);
      const changed = newAccount(fields, key, now(), await readSecret(secretPath));
      refuseTakenKey(accounts, changed.keyDigest);
      return { accounts: [...accounts, changed], changed };
    });
    return { account: withoutKey(added), key };
  };

  const rotate: Accounts['rotate'] = async (id) => {
    const key = newKey();
    const fields = async () => keyFields(key, id, await readSecret(secretPath));
    return { account: withoutKey(await update(id, fields)), key };
  };

  return {
    findByKey: async (key) => {
      const found = await reader.findByKey(key);
      return found === undefined || found.disabled ? undefined : withoutKey(found);
    },
    list: async () => (await reader.all()).map(withoutKey),
    get: async (idOrName) => withIdOrName(await reader.all(), idOrName),
    add,
    rotate,
    disable: (id) => setDisabled(id, true),
    enable: (id) => setDisabled(id, false),
    revealKey: async (id) =>
      revealedKey(withId(await reader.all(), id), await readSecret(secretPath)),
  };
};

const newAccount = (
  fields: NewAccount,
  key: string,
  time: number,
  secret: Uint8Array,
): StoredAccount => {
  const id = `acct_${randomLetters(16)}`;
  const account: StoredAccount = {
    id,
    name: fields.name,
    email: fields.email,
    disabled: false,
    createdAt: new Date(time).toISOString(),
    monthlyLimit: fields.monthlyLimit ?? null,
    requestsPerMinute: fields.requestsPerMinute ?? null,
    ...keyFields(key, id, secret),
  };
  const problems = isKey(key) ? [] : ['"key" must be 32 letters or digits.'];
  problems.push(...accountProblemsOf(account));
  if (problems.length > 0) throw new ServiceError('bad_request', problems.join(' '));
  return account;
};

const keyFields = (
  key: string,
  id: string,
  secret: Uint8Array,
): Pick<StoredAccount, 'keyDigest' | 'sealedKey'> => ({
  keyDigest: keyDigestOf(key),
  sealedKey: sealKey(key, id, secret),
});

const refuseTakenKey = (accounts: readonly StoredAccount[], keyDigest: string): void => {
  if (accounts.some((account) => account.keyDigest === keyDigest)) {
    throw new ServiceError('bad_request', '"key" belongs to another account.');
  }
};

const withId = (accounts: readonly StoredAccount[], id: string): StoredAccount => {
  const found = accounts.find((account) => account.id === id);
  if (found === undefined) throw new ServiceError('not_found', `There is no account "${id}".`);
  return found;
};

const withIdOrName = (
  accounts: readonly StoredAccount[],
  idOrName: string,
): Account | undefined => {
  const sameId = accounts.find(({ id }) => id === idOrName);
  const found = sameId ? [sameId] : accounts.filter(({ name }) => name === idOrName);
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new ServiceError('bad_request', `Several accounts are called "${idOrName}": ${ids}.`);
  }
  return found[0] && withoutKey(found[0]);
};

const revealedKey = ({ id, sealedKey }: StoredAccount, secret: Uint8Array): string => {
  try {
    return openSealedKey(sealedKey, id, secret);
  } catch (cause) {
    throw new ServiceError('internal', 'The API key cannot be shown. Rotate it.', { cause });
  }
};

/** Lists the public fields, so that a field added to the file stays private until it is listed here. */
const withoutKey = (stored: StoredAccount): Account => ({
  id: stored.id,
  name: stored.name,
  email: stored.email,
  disabled: stored.disabled,
  createdAt: stored.createdAt,
  monthlyLimit: stored.monthlyLimit,
  requestsPerMinute: stored.requestsPerMinute,
});
