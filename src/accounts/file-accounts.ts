import { removeTemporaries, writeFileAtomically } from '../durable-file.ts';
import { withLock } from '../file-lock.ts';
import { accountsFileOf } from './accounts-file.ts';
import { createAccountsReader } from './accounts-reader.ts';
import type { Accounts } from './accounts.ts';
import { createSecretOnce, readSecret } from './secret.ts';
import { createStoredAccounts, type Edit } from './stored-accounts.ts';

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

  const change = <Result>(edit: Edit<Result>): Promise<Result> =>
    withLock(`${path}.lock`, async () => {
      await Promise.all([removeTemporaries(path), removeTemporaries(secretPath)]);
      const { state, result } = await edit(await reader.readFile());
      await writeFileAtomically(path, accountsFileOf(state));
      await reader.reload();
      return result;
    });

  const store = {
    read: reader.read,
    findByKey: reader.findByKey,
    readAgain: async () => {
      await reader.reload();
      return reader.read();
    },
    change,
    readSecret: () => readSecret(secretPath),
    createSecretOnce: () => createSecretOnce(secretPath),
  };
  return createStoredAccounts(store, now);
};
