import { createFileAccounts } from '../accounts/file-accounts.ts';
import { createSecretOnce, readSecret } from '../accounts/secret.ts';
import type { Config } from '../config/config.ts';
import { createCountersOnce } from '../counters/counters-file.ts';
import { memoryWindows } from '../rate-limits/windows.ts';
import { createFileCounters } from '../counters/file-counters.ts';
import type { Data } from './data.ts';
import { type DataPaths, takeDataFolder } from './data-folder.ts';
import { type DataState, dataStateOf, type StateFile, writeFirstStart } from './data-state.ts';
import { StartError } from '../errors.ts';
import { removeTemporaries } from '../durable-file.ts';
import { withLock } from '../file-lock.ts';
import { createMemorySetUpTokens } from '../state/set-up-tokens.ts';
import { createFilePurges } from './file-purges.ts';
import { createMemoryOnce } from '../state/once.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

type OpenDataOptions = Readonly<{
  config: Pick<Config, 'tls' | 'state'>;
  paths: DataPaths;
  now: () => number;
}>;

type ServiceDataOptions = OpenDataOptions &
  Readonly<{
    config: Pick<Config, 'outputs'>;
    acceptEmpty: boolean;
    log: Log;
    metrics: Metrics['state'];
  }>;

/**
 * Locks a data folder for this process, and opens its accounts and counters, or those that nodes share in Redis. A
 * first start creates them. What works with Redis is loaded only where it is used.
 * @throws StartError when another process has the folder, a file is damaged, or a file is missing although
 * this is not a first start.
 */
export const openData = async (options: ServiceDataOptions): Promise<Data> => {
  const lock = await takeDataFolder(options.paths);
  try {
    if (options.config.state.kind === 'redis') {
      const { openRedisData } = await import('./open-redis-data.ts');
      const data = await openRedisData(options);
      return { ...data, close: () => data.close().finally(lock.release) };
    }
    const { paths, now, log } = options;
    const finishFirstStart = await beginState({
      ...options,
      onAccept: (missing) => log.warn({ missing }, 'continues without the missing files'),
    });
    const onProblem = (err: unknown): void =>
      log.error({ err }, 'the accounts file is damaged; the accounts read before stay in use');
    const { accounts: path, secret: secretPath } = paths;
    await readSecret(secretPath);
    const accounts = await createFileAccounts({ path, secretPath, now, onProblem });
    const counters = await createFileCounters({ path: paths.counters, now });
    const close = async (): Promise<void> => {
      await counters.close();
      await lock.release();
    };
    return {
      ...{ accounts, counters, finishFirstStart, close },
      createWindows: memoryWindows(now),
      setUpTokens: createMemorySetUpTokens(),
      once: createMemoryOnce(now),
      purges: createFilePurges(paths.purges, now),
      ...{ locks: undefined, state: undefined },
      problem: () => undefined,
      whenBack: async () => undefined,
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/**
 * The accounts of a data folder, for one command. A damaged file is an error. With `isFirst` the command may
 * be the first one to use the folder.
 * @throws StartError as `openData` does.
 */
export const openAccounts = async (
  options: OpenDataOptions & Readonly<{ isFirst: boolean }>,
): Promise<Pick<Data, 'accounts' | 'finishFirstStart'>> => {
  const { paths, now, isFirst } = options;
  const finishFirstStart = isFirst ? await beginState(options) : async () => undefined;
  if (!isFirst) await knownState(options);
  const onProblem = (error: unknown): never => {
    throw error;
  };
  const { accounts: path, secret: secretPath } = paths;
  const accounts = await createFileAccounts({ path, secretPath, now, onProblem });
  return { accounts, finishFirstStart };
};

const stateOf = ({ config, paths }: OpenDataOptions): Promise<DataState> =>
  dataStateOf(paths, { isTlsOurs: config.tls.mode === 'self-signed' });

const knownState = async (options: OpenDataOptions): Promise<DataState> => {
  const state = await stateOf(options);
  if (state.kind === 'lost') throw new StartError(state.problem);
  return state;
};

type BeginOptions = OpenDataOptions &
  Readonly<{
    /** Continue without lost files. */
    acceptEmpty?: boolean;
    /** Called with the files that are created although this is not a first start. */
    onAccept?: (missing: readonly StateFile[]) => void;
  }>;

/**
 * Creates the files of a first start, and returns the function that completes it. Holds the lock of the
 * accounts, because a command may start at the same time as a service.
 */
const beginState = async (options: BeginOptions): Promise<() => Promise<void>> => {
  const { paths, acceptEmpty = false, onAccept = () => undefined } = options;
  const locked = <T>(work: () => Promise<T>): Promise<T> =>
    withLock(`${paths.accounts}.lock`, work);

  const isDone = await locked(async () => {
    await removeTemporaries(paths.state);
    const state = acceptEmpty ? await stateOf(options) : await knownState(options);
    if (state.kind === 'complete') return state.isDone;
    if (state.kind === 'lost') onAccept(state.missing);
    if (state.kind === 'new') await writeFirstStart(paths, 'under way');
    // The order in which `dataStateOf` expects them.
    await createCountersOnce(paths.counters);
    await createSecretOnce(paths.secret);
    return state.isDone;
  });
  return async () => {
    if (!isDone) await locked(() => writeFirstStart(paths, 'done'));
  };
};
