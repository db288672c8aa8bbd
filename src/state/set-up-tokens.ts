import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { State } from './state.ts';

/** The token that sets a service up, which has no administrator yet. There is one at a time. */
export type SetUpTokens = Readonly<{
  /** The present token; a new one where there is none. 128 random bits, Base64 for URLs. */
  current: () => Promise<string>;
  /** Whether this is the present token. `token` may be any text. */
  accepts: (token: string) => Promise<boolean>;
  /** Uses up the present token. True for one of several calls with it. */
  take: (token: string) => Promise<boolean>;
  /** Undoes `take`, where the set-up has failed. */
  giveBack: (token: string) => Promise<void>;
}>;

/** A token in the memory of this process, so that each start has another one. */
export const createMemorySetUpTokens = (): SetUpTokens => {
  const only = newToken();
  let isTaken = false;
  const accepts = (token: string): boolean => isSameText(token, only) && !isTaken;
  return {
    current: async () => only,
    accepts: async (token) => accepts(token),
    take: async (token) => {
      const isAccepted = accepts(token);
      isTaken ||= isAccepted;
      return isAccepted;
    },
    giveBack: async () => {
      isTaken = false;
    },
  };
};

/** Resolves a nonce: that of another node where one was faster. KEYS nonce; ARGV a new one. */
const currentScript = `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])`;

/** Removes a nonce. Answers 1 where it was there. KEYS nonce; ARGV the one that was read. */
const takeScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/**
 * A token that all nodes share, so that the address of each works on all of them, until one of them is used. Redis has
 * a nonce, of which a token is made with the secret of the nodes.
 */
export const createRedisSetUpTokens = (
  { run, read, key }: Pick<State, 'run' | 'read' | 'key'>,
  secret: Uint8Array,
): SetUpTokens => {
  const keys = [key('set-up')];
  /** The nonces of tokens that were taken here. */
  const taken = new Map<string, string>();

  const tokenOf = (nonce: string): string =>
    Buffer.from(hkdfSync('sha256', secret, nonce, 'set-up token', 16)).toString('base64url');

  const nonceOf = async (token: string): Promise<string | undefined> => {
    const nonce = (await read('GET', key('set-up'))) as string | null;
    return nonce !== null && isSameText(token, tokenOf(nonce)) ? nonce : undefined;
  };

  return {
    current: async () => tokenOf(String(await run(currentScript, keys, [newToken()]))),
    accepts: async (token) => (await nonceOf(token)) !== undefined,
    take: async (token) => {
      const nonce = await nonceOf(token);
      if (nonce === undefined || (await run(takeScript, keys, [nonce])) !== 1) return false;
      taken.set(token, nonce);
      return true;
    },
    giveBack: async (token) => {
      const nonce = taken.get(token);
      if (nonce !== undefined) await run(currentScript, keys, [nonce]);
    },
  };
};

const newToken = (): string => randomBytes(16).toString('base64url');

const isSameText = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};
