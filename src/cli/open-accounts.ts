import { createFileAccounts } from '../accounts/file-accounts.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { DataPaths } from '../data-folder.ts';

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
