import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Accounts } from '../accounts/accounts.ts';
import type { Config } from '../config/config.ts';
import type { DataPaths } from '../data/data-folder.ts';
import { StartError, systemCodeOf } from '../errors.ts';
import { openAccounts } from '../data/open-data.ts';

/**
 * The accounts of a data folder, for commands that must not create any file.
 * @throws StartError naming the folder when it has no accounts, since it is then most likely not the
 * service's folder; and as `openAccounts` does.
 */
export const openExistingAccounts = async (
  config: Pick<Config, 'tls'>,
  paths: DataPaths,
): Promise<Accounts> => {
  if (!existsSync(paths.folder)) throw noAccounts(paths, 'does not exist');
  const { accounts } = await openAccounts({ config, paths, now: Date.now, isFirst: false });
  const code = await stat(paths.accounts).then(() => undefined, systemCodeOf);
  if (code === 'ENOENT') {
    throw noAccounts(
      paths,
      'has no accounts: no service has been started on it, and no account has been added',
    );
  }
  return accounts;
};

const noAccounts = ({ folder }: DataPaths, problem: string): StartError =>
  new StartError(
    `The data folder ${folder} ${problem}. Name the service's folder with --data, SHRINKD_DATA_DIR or --config.`,
  );
