import { stat } from 'node:fs/promises';
import { StartError, systemCodeOf } from '../errors.ts';
import { type AccountsState, readAccountsFile } from './accounts-file.ts';
import { keyIndexOf } from './key-index.ts';
import type { StoredAccount } from './stored-account.ts';

/** The accounts file as another process may change it at any time. */
export type AccountsReader = Readonly<{
  /** What the file held at most a second ago. */
  read: () => Promise<AccountsState>;
  /** The account with this API key, disabled or not, as it was at most a second ago. */
  findByKey: (key: string) => Promise<StoredAccount | undefined>;
  /** What the file holds now. Throws `StartError` when it is damaged, or missing after it had accounts. */
  readFile: () => Promise<AccountsState>;
  /** Resolves when the file has been checked again, however recent the last check is. */
  reload: () => Promise<void>;
}>;

const checkIntervalMs = 1000;

/**
 * Reads the accounts file now, and again at a use after it has changed. A changed file that cannot be used
 * is reported once to `onProblem`, and the accounts read before stay in use. Rejects as `readFile` does.
 */
export const createAccountsReader = async ({
  path,
  now,
  onProblem,
}: Readonly<{
  path: string;
  now: () => number;
  onProblem: (error: unknown) => void;
}>): Promise<AccountsReader> => {
  /** The stamp of the file that was read last, even if it could not be used. */
  let fingerprint = await fingerprintOf(path);
  let state = await readAccountsFile(path);
  let withKey = keyIndexOf(state.accounts);
  let checkedAt = now();
  /** Checks run one after the other, so that earlier contents never replace later ones. */
  let checks = Promise.resolve();

  const readFile = async (): Promise<AccountsState> => {
    const found = await readAccountsFile(path);
    const isLost = found.accounts.length === 0 && state.accounts.length > 0;
    if (isLost && (await fingerprintOf(path)) === 'ENOENT') {
      throw new StartError(`The accounts file ${path} is gone. Restore it from a backup.`);
    }
    return found;
  };

  const check = async (): Promise<void> => {
    const found = await fingerprintOf(path);
    if (found === fingerprint) return;
    // Taken before reading. If the file is replaced meanwhile, its stamp differs, and the next check reads again.
    fingerprint = found;
    try {
      state = await readFile();
      withKey = keyIndexOf(state.accounts);
    } catch (error) {
      onProblem(error);
    }
  };

  const reload = (): Promise<void> => {
    checkedAt = now();
    checks = checks.then(check);
    return checks;
  };

  const refresh = async (): Promise<void> => {
    // The absolute difference, because a clock may be set back.
    if (Math.abs(now() - checkedAt) >= checkIntervalMs) void reload();
    // Callers wait for a check under way too, since the accounts in memory are older than a second.
    await checks;
  };

  const findByKey = async (key: string): Promise<StoredAccount | undefined> => {
    await refresh();
    return withKey(key);
  };

  return {
    read: async () => {
      await refresh();
      return state;
    },
    findByKey,
    readFile,
    reload,
  };
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
