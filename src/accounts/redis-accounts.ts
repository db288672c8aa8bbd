import { randomUUID } from 'node:crypto';
import { isDataGone } from '../state/away.ts';
import type { State } from '../state/state.ts';
import { accountsFileOf, type AccountsState, accountsStateIn } from './accounts-file.ts';
import type { Accounts } from './accounts.ts';
import { createCachedAccounts } from './cached-accounts.ts';
import { secretIn } from './secret.ts';
import type { Edit } from './store.ts';
import { createStoredAccounts } from './stored-accounts.ts';

type RedisAccountsOptions = Readonly<{
  state: State;
  /** The file with the secret that seals API keys, the same on all nodes. */
  secretPath: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** How long the accounts read last stay in use while Redis is away. */
  graceMs: number;
}>;

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

/**
 * Accounts in Redis: one document, the text of an accounts file, and its version. A change replaces the document
 * only where it is unchanged, so that what must be unique, and the last administrator, are checked for all
 * nodes together. A node asks for the version once a second, so a change is in use on all nodes within a
 * second. While Redis is away, the accounts read last stay in use for `graceMs`; then calls reject with
 * `unavailable`. Changes reject with `unavailable` at once.
 */
export const createRedisAccounts = async (options: RedisAccountsOptions): Promise<Accounts> => {
  const { state, secretPath, now, graceMs } = options;
  const cached = await createCachedAccounts({
    version: async () =>
      String((await state.read('HGET', state.key('accounts'), 'version')) ?? '0'),
    load: async () => accountsIn((await readDocument(state)).document),
    now,
    // Accounts that Redis has no more may be others when it has some again.
    isTolerable: (error, silentMs) => !isDataGone(error) && silentMs <= graceMs,
  });

  const change = async <Result>(edit: Edit<Result>): Promise<Result> => {
    for (;;) {
      const { version, document } = await readDocument(state);
      const { state: after, result } = await edit(accountsIn(document));
      const changed = accountsFileOf(after);
      if (!(await replaceDocument(state, version, changed, randomUUID()))) continue;
      await cached.readAgain();
      return result;
    }
  };

  return createStoredAccounts({ ...cached, ...secretIn(secretPath), change }, now);
};

const accountsIn = (document: string | null): AccountsState =>
  document === null ? { accounts: [], links: [] } : accountsStateIn('in Redis', document);
