import type { Accounts } from '../accounts/accounts.ts';
import { createFileAccounts } from '../accounts/file-accounts.ts';
import { createSecretOnce, readSecret } from '../accounts/secret.ts';
import type { Config } from '../config/config.ts';
import type { Counters } from '../counters/counters.ts';
import { createCountersOnce } from '../counters/counters-file.ts';
import { createFileCounters } from '../counters/file-counters.ts';
import { type DataPaths, takeDataFolder } from './data-folder.ts';
import { type DataState, dataStateOf, type StateFile, writeFirstStart } from './data-state.ts';
import { StartError } from '../errors.ts';
import { removeTemporaries } from '../durable-file.ts';
import { withLock } from '../file-lock.ts';
import type { Log } from '../telemetry/log.ts';

export type OpenDataOptions = Readonly<{
  config: Pick<Config, 'tls'>;
  paths: DataPaths;
  now: () => number;
}>;

/** Accounts and counters, and the word that the first start is over. */
export type Data = Readonly<{
  accounts: Accounts;
  counters: Counters;
  /** To be called when there is an account: from now on a missing file is a loss. */
  finishFirstStart: () => Promise<void>;
  /** Resolves when what was counted is stored, and the folder free for another process. */
  close: () => Promise<void>;
}>;

/**
 * Takes a data folder for this process alone and opens its accounts and counters; those of a first start
 * are made.
 * @throws StartError when another process has the folder, a file is damaged, or gone though this is no
 * first start.
 */
export const openData = async (
  options: OpenDataOptions & Readonly<{ acceptEmpty: boolean; log: Log }>,
): Promise<Data> => {
  const lock = await takeDataFolder(options.paths);
  try {
    const { paths, now, log } = options;
    const finishFirstStart = await beginState({
      ...options,
      onAccept: (missing, why) => log.warn({ missing, why }, 'begins without what is missing'),
    });
    const onProblem = (err: unknown): void =>
      log.error({ err }, 'the accounts file is damaged; the accounts read last stay');
    const { accounts: path, secret: secretPath } = paths;
    await readSecret(secretPath);
    const accounts = await createFileAccounts({ path, secretPath, now, onProblem });
    const counters = await createFileCounters({ path: paths.counters, now });
    const close = async (): Promise<void> => {
      await counters.close();
      await lock.release();
    };
    return { accounts, counters, finishFirstStart, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/**
 * The accounts of a data folder, for one command: what is wrong with the folder or the file ends it. With
 * `isFirst` the command may be the first thing that happens to the folder.
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
    /** Goes on without what was lost. */
    acceptEmpty?: boolean;
    /** Learns which files are made anew although this is no first start, and why that may be. */
    onAccept?: (missing: readonly StateFile[], why: 'accepted' | 'older version') => void;
  }>;

/**
 * Makes what a first start needs, and gives the function that ends it. Under the lock of the accounts,
 * because a command may begin while a service does.
 */
const beginState = async (options: BeginOptions): Promise<() => Promise<void>> => {
  const { paths, acceptEmpty = false, onAccept = () => undefined } = options;
  const locked = <T>(work: () => Promise<T>): Promise<T> =>
    withLock(`${paths.accounts}.lock`, work);

  const isDone = await locked(async () => {
    await removeTemporaries(paths.state);
    const state = acceptEmpty ? await stateOf(options) : await knownState(options);
    if (state.kind === 'whole') return state.isDone;
    if (state.kind === 'lost') onAccept(state.missing, 'accepted');
    if (state.kind === 'older') onAccept(state.missing, 'older version');
    if (state.kind === 'first') await writeFirstStart(paths, 'under way');
    // The order in which `dataStateOf` expects them.
    await createCountersOnce(paths.counters);
    await createSecretOnce(paths.secret);
    return state.isDone;
  });
  return async () => {
    if (!isDone) await locked(() => writeFirstStart(paths, 'done'));
  };
};
