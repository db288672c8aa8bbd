import { stat } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { readCountersFile } from '../counters/counters-file.ts';
import { type DataPaths, dataPaths } from '../data/data-folder.ts';
import { StartError, systemCodeOf } from '../errors.ts';
import { openAccounts } from '../data/open-data.ts';
import type { RedisCommandData } from '../data/open-redis-data.ts';

/**
 * The accounts and counts of a data folder, or those that nodes share, for commands that must not create any file.
 * @throws StartError naming the folder when it has no accounts, since it is then most likely not the
 * service's folder; and as `openAccounts` does.
 */
export const openExisting = async (
  config: Pick<Config, 'dataDir' | 'tls' | 'state'>,
): Promise<Omit<RedisCommandData, 'close'>> => {
  const paths = dataPaths(config.dataDir, config.state.secretFile);
  if (config.state.kind === 'redis') return openShared(config, paths);
  const missing = await stat(paths.folder).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (systemCodeOf(missing) === 'ENOENT') throw noAccounts(paths, 'does not exist');
  if (missing !== undefined) {
    const problem = `The data folder ${paths.folder} cannot be used (${systemCodeOf(missing)}).`;
    throw new StartError(problem, 1, missing);
  }
  const { accounts } = await openAccounts({ config, paths, now: Date.now, isFirst: false });
  const code = await stat(paths.accounts).then(() => undefined, systemCodeOf);
  if (code === 'ENOENT') {
    throw noAccounts(
      paths,
      'has no accounts: no service has been started on it, and no account has been added',
    );
  }
  return { accounts, counts: () => readCountersFile(paths.counters) };
};

/** The accounts and counts that nodes share. The command line closes them when the command has ended. */
export const openShared = async (
  config: Pick<Config, 'state'>,
  paths: DataPaths,
): Promise<RedisCommandData> => {
  const { openRedisCommand } = await import('../data/open-redis-data.ts');
  const data = await openRedisCommand(config, paths);
  opened.push(data);
  return data;
};

const opened: RedisCommandData[] = [];

/** Closes what commands have opened. */
export const closeShared = async (): Promise<void> => {
  for (const { close } of opened.splice(0)) await close();
};

const noAccounts = ({ folder }: DataPaths, problem: string): StartError =>
  new StartError(
    `The data folder ${folder} ${problem}. Name the service's folder with --data, SHRINKD_DATA_DIR or --config.`,
  );
