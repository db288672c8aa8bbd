import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createFileAccounts } from '../accounts/file-accounts.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { DataPaths } from '../data-folder.ts';
import { StartError, systemCodeOf } from '../errors.ts';

/** The accounts of a data folder, for one command: what is wrong with the file ends it. */
export const openAccounts = ({ accounts, secret }: DataPaths): Promise<Accounts> =>
  createFileAccounts({
    path: accounts,
    secretPath: secret,
    now: Date.now,
    onProblem: (error) => {
      throw error;
    },
  });

/**
 * The accounts of a data folder that has some, for commands that make nothing.
 * @throws StartError naming the folder where there are none: most likely it is not the service's.
 */
export const openExistingAccounts = async (paths: DataPaths): Promise<Accounts> => {
  // What else stands in the way is told by whoever reads the file.
  const code = await stat(paths.accounts).then(() => undefined, systemCodeOf);
  if (code !== 'ENOENT') return openAccounts(paths);
  const problem = existsSync(paths.folder)
    ? 'has no accounts: no service has been started on it, and no account added'
    : 'does not exist';
  throw new StartError(
    `The data folder ${paths.folder} ${problem}. Name the service's with --data, SHRINKD_DATA_DIR or --config.`,
  );
};
