import { stat } from 'node:fs/promises';
import { removeTemporaries, writeFileAtomically } from '../durable-file.ts';
import { StartError, systemCodeOf } from '../errors.ts';
import { withLock } from '../file-lock.ts';
import { accountsFileOf, type AccountsState, readAccountsFile } from './accounts-file.ts';
import type { Accounts } from './accounts.ts';
import { createCachedAccounts } from './cached-accounts.ts';
import { secretIn } from './secret.ts';
import type { Edit } from './store.ts';
import { createStoredAccounts } from './stored-accounts.ts';

type FileAccountsOptions = Readonly<{
  /** The accounts file. `<path>.lock` beside it is locked during changes. */
  path: string;
  /** The file with the secret that seals API keys. It is created with the first account. */
  secretPath: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Called once for each change by another process that cannot be used, with the reason. */
  onProblem: (error: unknown) => void;
}>;

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
  const cached = await createCachedAccounts({
    version: () => fingerprintOf(path),
    load: async (known) => {
      try {
        return await readFile(path, known);
      } catch (error) {
        if (known === undefined) throw error;
        onProblem(error);
        return known;
      }
    },
    now,
  });

  const change = <Result>(edit: Edit<Result>): Promise<Result> =>
    withLock(`${path}.lock`, async () => {
      await Promise.all([removeTemporaries(path), removeTemporaries(secretPath)]);
      const { state, result } = await edit(await readFile(path, cached.known()));
      await writeFileAtomically(path, accountsFileOf(state));
      await cached.readAgain();
      return result;
    });

  return createStoredAccounts({ ...cached, ...secretIn(secretPath), change }, now);
};

/** What the file holds now. Throws `StartError` when it is damaged, or missing after it had accounts. */
const readFile = async (path: string, known?: AccountsState): Promise<AccountsState> => {
  const found = await readAccountsFile(path);
  const isLost = found.accounts.length === 0 && (known?.accounts.length ?? 0) > 0;
  if (isLost && (await fingerprintOf(path)) === 'ENOENT') {
    throw new StartError(`The accounts file ${path} is gone. Restore it from a backup.`);
  }
  return found;
};

/** A stamp that changes when the file is replaced or written; the error code where there is no file. */
const fingerprintOf = async (path: string): Promise<string> => {
  try {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch (error) {
    return systemCodeOf(error) ?? 'unknown';
  }
};
