import { stat } from 'node:fs/promises';
import { StartError, systemCodeOf } from '../errors.ts';
import { readAccountsFile } from './accounts-file.ts';
import { keyDigestOf, isSameDigest } from './keys.ts';
import type { StoredAccount } from './stored-account.ts';

/** The accounts file as another process may change it at any time. */
export type AccountsReader = Readonly<{
  /** All accounts, as they were at most a second ago. */
  all: () => Promise<readonly StoredAccount[]>;
  /** The account with this API key, disabled or not, as it was at most a second ago. */
  findByKey: (key: string) => Promise<StoredAccount | undefined>;
  /** What the file says now. Throws `StartError` when it is damaged, or gone though there were accounts. */
  readFile: () => Promise<readonly StoredAccount[]>;
  /** Resolves when the file has been looked at again, however short a time ago that was last done. */
  reload: () => Promise<void>;
}>;

const checkIntervalMs = 1000;

/**
 * Reads the accounts file now and, on use, whenever it has changed. A changed file that cannot be used
 * is reported once to `onProblem`, and the accounts read last stay. Rejects as `readFile` does.
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
  /** Of the file that was read last, whether it could be used or not. */
  let fingerprint = await fingerprintOf(path);
  let accounts = await readAccountsFile(path);
  let byDigestStart = groupedByDigestStart(accounts);
  let checkedAt = now();
  /** Checks run one after the other, so that an older reading never replaces a newer one. */
  let checks = Promise.resolve();

  const readFile = async (): Promise<readonly StoredAccount[]> => {
    const read = await readAccountsFile(path);
    if (read.length === 0 && accounts.length > 0 && (await fingerprintOf(path)) === 'ENOENT') {
      throw new StartError(`The accounts file ${path} is gone. Restore it from a backup.`);
    }
    return read;
  };

  const check = async (): Promise<void> => {
    const found = await fingerprintOf(path);
    if (found === fingerprint) return;
    // Taken before reading: a file replaced meanwhile differs from it, and the next check reads again.
    fingerprint = found;
    try {
      accounts = await readFile();
      byDigestStart = groupedByDigestStart(accounts);
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
    // The distance in either direction, because a clock may be set back.
    if (Math.abs(now() - checkedAt) >= checkIntervalMs) void reload();
    // Also for those who ask while another's check is under way: what is known is older than a second.
    await checks;
  };

  const findByKey = async (key: string): Promise<StoredAccount | undefined> => {
    await refresh();
    const digest = keyDigestOf(key);
    const candidates = byDigestStart.get(digestStartOf(digest)) ?? [];
    return candidates.find(({ keyDigest }) => isSameDigest(keyDigest, digest));
  };

  return {
    all: async () => {
      await refresh();
      return accounts;
    },
    findByKey,
    readFile,
    reload,
  };
};

/** What changes whenever a file is replaced or written to; the error code where there is no file to see. */
const fingerprintOf = async (path: string): Promise<string> => {
  try {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch (error) {
    return systemCodeOf(error) ?? 'unknown';
  }
};

/** The 32 bits an account is looked up by. That look-up's timing may tell them; the rest is compared in constant time. */
const digestStartOf = (digest: string): string => digest.slice(0, 8);

const groupedByDigestStart = (
  accounts: readonly StoredAccount[],
): ReadonlyMap<string, readonly StoredAccount[]> =>
  Map.groupBy(accounts, ({ keyDigest }) => digestStartOf(keyDigest));
