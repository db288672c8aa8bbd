import { randomUUID } from 'node:crypto';
import type { State } from '../state/state.ts';
import { accountsFileOf, type AccountsState, accountsStateIn } from './accounts-file.ts';
import type { Accounts } from './accounts.ts';
import { keyIndexOf } from './key-index.ts';
import { createSecretOnce, readSecret } from './secret.ts';
import { createStoredAccounts, type Edit } from './stored-accounts.ts';

export type RedisAccountsOptions = Readonly<{
  state: State;
  /** The file with the secret that seals API keys, the same on all nodes. */
  secretPath: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** How long the accounts read last stay in use while Redis is away. */
  graceMs: number;
}>;

const checkIntervalMs = 1000;

/**
 * Replaces the document where it is still the one that was read. KEYS accounts; ARGV version read, document, id of the
 * change. Answers 1, or 0 where another node was faster. A repetition of what has been done, known by its id, answers
 * 1, and writes for `WAIT`. Equal documents are no sign of it: two nodes that use one link make the same document.
 */
const replaceScript = `
if redis.call('HGET', KEYS[1], 'change') == ARGV[3] then
  redis.call('HSET', KEYS[1], 'change', ARGV[3])
  return 1
end
if (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[1] then return 0 end
redis.call('HINCRBY', KEYS[1], 'version', 1)
redis.call('HSET', KEYS[1], 'document', ARGV[2], 'change', ARGV[3])
return 1`;

/** The document and its version; `0` and null where there is none. */
export const readDocument = async (
  state: Pick<State, 'read' | 'key'>,
): Promise<Readonly<{ version: string; document: string | null }>> => {
  const reply = await state.read('HMGET', state.key('accounts'), 'version', 'document');
  const [version, document] = reply as readonly (string | null)[];
  return { version: version ?? '0', document: document ?? null };
};

/**
 * Replaces the document with this version. False where it has another one by now. A call that is repeated, since its
 * answer was lost, has the same `change`: an id that no other change has.
 */
export const replaceDocument = async (
  state: Pick<State, 'write' | 'key'>,
  version: string,
  document: string,
  change: string,
): Promise<boolean> =>
  (await state.write(replaceScript, [state.key('accounts')], [version, document, change])) === 1;

type Known = Readonly<{ version: string; state: AccountsState }>;

/**
 * Accounts in Redis: one document, the text of an accounts file, and its version. A change replaces the document
 * only where it is unchanged, so that what must be unique, and the last administrator, are checked for all
 * nodes together. A node asks for the version once a second, so a change is in use on all nodes within a
 * second. While Redis is away, the accounts read last stay in use for `graceMs`; then calls reject with
 * `unavailable`. Changes reject with `unavailable` at once.
 */
export const createRedisAccounts = async (options: RedisAccountsOptions): Promise<Accounts> => {
  const { state, secretPath, now, graceMs } = options;
  const key = state.key('accounts');

  const load = async (): Promise<Known> => {
    const { version, document } = await readDocument(state);
    if (document === null) return { version, state: { accounts: [], links: [] } };
    return { version, state: accountsStateIn('in Redis', document) };
  };

  let known = await load();
  let withKey = keyIndexOf(known.state.accounts);
  let [checkedAt, reachedAt] = [now(), now()];
  let checks: Promise<void> = Promise.resolve();
  /** Checks under way, and whether the last one has failed. */
  let [checking, hasFailed] = [0, false];

  const use = (loaded: Known): void => {
    known = loaded;
    withKey = keyIndexOf(loaded.state.accounts);
  };

  const check = async (): Promise<void> => {
    try {
      const version = (await state.read('HGET', key, 'version')) ?? '0';
      if (version !== known.version) use(await load());
      reachedAt = now();
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      if (now() - reachedAt > graceMs) throw error;
    }
  };

  const checkAgain = (): void => {
    checkedAt = now();
    checking += 1;
    checks = checks
      .catch(() => undefined)
      .then(check)
      .finally(() => (checking -= 1));
    // Its callers get the error. Without one it must not count as unhandled.
    checks.catch(() => undefined);
  };

  const refresh = async (): Promise<void> => {
    // The absolute difference, because a clock may be set back. A failed check is repeated at once, so that accounts
    // are known as soon as Redis is back.
    const isDue = hasFailed || Math.abs(now() - checkedAt) >= checkIntervalMs;
    if (isDue && checking === 0) checkAgain();
    await checks;
  };

  const change = async <Result>(edit: Edit<Result>): Promise<Result> => {
    for (;;) {
      const before = await load();
      const { state: after, result } = await edit(before.state);
      const document = accountsFileOf(after);
      if (!(await replaceDocument(state, before.version, document, randomUUID()))) continue;
      use(await load());
      return result;
    }
  };

  const store = {
    read: async () => {
      await refresh();
      return known.state;
    },
    findByKey: async (apiKey: string) => {
      await refresh();
      return withKey(apiKey);
    },
    readAgain: async () => {
      checkAgain();
      await checks;
      return known.state;
    },
    change,
    readSecret: () => readSecret(secretPath),
    createSecretOnce: () => createSecretOnce(secretPath),
  };
  return createStoredAccounts(store, now);
};
