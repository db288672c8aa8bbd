import { hash } from 'node:crypto';
import { accessSync, constants, statfsSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { StartError, systemCodeOf } from '../errors.ts';
import { holdLock, type Lock } from '../file-lock.ts';
import { makeFolder } from '../make-folder.ts';

/** The paths of a service's files. */
export type DataPaths = Readonly<{
  folder: string;
  accounts: string;
  secret: string;
  counters: string;
  /** Refused requests whose count in Redis is still to be taken back. */
  refunds: string;
  /** Sources whose results were purged. */
  purges: string;
  /** Progress of the first start; see `data-state.ts`. */
  state: string;
  /** Where the service is; see `service-address.ts`. */
  address: string;
  outputs: string;
  /** Copies of outputs in a bucket. */
  bucketCache: string;
  /** Sweeps of buckets, where they are not in Redis. */
  sweeps: string;
  certificate: Readonly<{ cert: string; key: string }>;
  lock: string;
}>;

/** `secretFile`: the secret where it is not in the data folder; else empty. */
export const dataPaths = (dataDir: string, secretFile = ''): DataPaths => {
  const folder = resolve(dataDir);
  return {
    folder,
    accounts: join(folder, 'accounts.json'),
    secret: secretFile === '' ? join(folder, 'secret.key') : resolve(secretFile),
    counters: join(folder, 'counters.json'),
    refunds: join(folder, 'refunds.jsonl'),
    purges: join(folder, 'purges.json'),
    state: join(folder, 'state.json'),
    address: join(folder, 'address'),
    outputs: join(folder, 'outputs'),
    bucketCache: join(folder, 'bucket-cache'),
    sweeps: join(folder, 'sweeps'),
    certificate: { cert: join(folder, 'tls', 'cert.pem'), key: join(folder, 'tls', 'key.pem') },
    lock: join(folder, 'lock'),
  };
};

/** The files with secrets, which tools must not be able to read. */
export const secretFilesOf = (
  { state, outputs }: Pick<Config, 'state' | 'outputs'>,
  { secret, certificate }: DataPaths,
): readonly string[] =>
  [
    ...[secret, certificate.key],
    ...[state.redis.passwordFile, outputs.bucket.credentialsFile],
  ].filter((path) => path !== '');

/**
 * Creates the data folder if it is missing, and locks it for this process.
 * @throws StartError when it cannot be created or another process has the lock.
 */
export const takeDataFolder = async (paths: DataPaths): Promise<Lock> => {
  await makeDataFolder(paths);
  const lock = await holdLock(paths.lock);
  if (lock === undefined) {
    throw new StartError(
      `Another shrinkd runs on the data folder ${paths.folder}. Stop it, or choose another folder with --data or SHRINKD_DATA_DIR.`,
    );
  }
  return lock;
};

/** @throws StartError when the folder cannot be created or written. */
export const makeDataFolder = async ({ folder }: DataPaths): Promise<void> => {
  try {
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be used (${systemCodeOf(error)}). Choose another with --data or SHRINKD_DATA_DIR.`,
      1,
      error,
    );
  }
};

const sharedMemory = '/dev/shm';
const neededSharedMemoryBytes = 1024 ** 3;
/** Files in memory count for the control group, and no kill of a tool frees them: a full folder ended the service. */
const neededMemoryLimitBytes = 4 * 1024 ** 3;

/**
 * The folder of running jobs: in `workDir` if that is set, else in memory if there is space and no low limit of
 * memory, else in the data folder. Its name has a digest of the data folder's path, device and inode, so that services do not share it, nor
 * do those in containers whose data folders have the same path.
 */
export const workFolderOf = async (
  workDir: string,
  paths: DataPaths,
  memoryLimitBytes = process.constrainedMemory() || Infinity,
): Promise<string> => {
  const { dev, ino } = await stat(paths.folder);
  const digest = hash('sha256', `${await realpath(paths.folder)} ${dev} ${ino}`);
  const name = `shrinkd-${digest.slice(0, 16)}`;
  if (workDir !== '') return join(resolve(workDir), name);
  const mayBeInMemory = memoryLimitBytes >= neededMemoryLimitBytes && hasSharedMemory();
  return mayBeInMemory ? join(sharedMemory, name) : join(paths.folder, 'work');
};

const hasSharedMemory = (): boolean => {
  try {
    accessSync(sharedMemory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(sharedMemory);
    return bavail * bsize >= neededSharedMemoryBytes;
  } catch {
    return false;
  }
};
