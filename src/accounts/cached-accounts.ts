import type { AccountsState } from './accounts-file.ts';
import { isSameDigest, keyDigestOf } from './keys.ts';
import type { StoredAccount } from './stored-account.ts';

/** A document with all accounts, which other processes or nodes may change at any time. */
type Document = Readonly<{
  /** What changes with the document. */
  version: () => Promise<string>;
  /** What the document holds. `known`: what was read before. What it resolves with is in use until the next version. */
  load: (known: AccountsState | undefined) => Promise<AccountsState>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Whether the accounts read last stay in use after a check that failed, `silentMs` after the last one that did not. */
  isTolerable?: (error: unknown, silentMs: number) => boolean;
}>;

const checkIntervalMs = 1000;

/**
 * Keeps a document in memory, and asks for its version at a use, at most once a second. Uses reject as a check does that
 * cannot be tolerated. Rejects as the first `load` does.
 */
export const createCachedAccounts = async ({
  version: askVersion,
  load,
  now,
  isTolerable = () => false,
}: Document) => {
  let version = await askVersion();
  let state = await load(undefined);
  let withKey = keyIndexOf(state.accounts);
  let [checkedAt, reachedAt] = [now(), now()];
  /** Checks run one after the other, so that earlier contents never replace later ones. */
  let checks: Promise<void> = Promise.resolve();
  /** Checks under way, and whether the last one has failed. */
  let [checking, hasFailed] = [0, false];

  const check = async (): Promise<void> => {
    try {
      // Asked before reading. If the document is replaced meanwhile, the next check reads again.
      const found = await askVersion();
      if (found !== version) {
        state = await load(state);
        withKey = keyIndexOf(state.accounts);
        version = found;
      }
      reachedAt = now();
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      if (!isTolerable(error, now() - reachedAt)) throw error;
    }
  };

  const checkAgain = (): Promise<void> => {
    checkedAt = now();
    checking += 1;
    checks = checks
      .catch(() => undefined)
      .then(check)
      .finally(() => (checking -= 1));
    // Its callers get the error. Without one it must not count as unhandled.
    checks.catch(() => undefined);
    return checks;
  };

  const refresh = async (): Promise<void> => {
    // The absolute difference, because a clock may be set back. A failed check is repeated at once, so that accounts
    // are known as soon as they can be read again.
    const isDue = hasFailed || Math.abs(now() - checkedAt) >= checkIntervalMs;
    if (isDue && checking === 0) void checkAgain();
    // Callers wait for a check under way too, since what is in memory was read more than a second ago.
    await checks;
  };

  return {
    read: async (): Promise<AccountsState> => {
      await refresh();
      return state;
    },
    findByKey: async (key: string): Promise<StoredAccount | undefined> => {
      await refresh();
      return withKey(key);
    },
    readAgain: async (): Promise<AccountsState> => {
      await checkAgain();
      return state;
    },
    /** What was read last. Nothing is checked. */
    known: (): AccountsState => state,
  };
};

/** Finds the account with an API key, disabled or not. */
const keyIndexOf = (
  accounts: readonly StoredAccount[],
): ((key: string) => StoredAccount | undefined) => {
  const byDigestStart = Map.groupBy(accounts, ({ keyDigest }) => digestStartOf(keyDigest));
  return (key) => {
    const digest = keyDigestOf(key);
    const candidates = byDigestStart.get(digestStartOf(digest)) ?? [];
    return candidates.find(({ keyDigest }) => isSameDigest(keyDigest, digest));
  };
};

/** The first 32 bits. Their look-up is not in constant time and may reveal them; the comparison of all bits is. */
const digestStartOf = (digest: string): string => digest.slice(0, 8);
