import { randomBytes } from 'node:crypto';
import type { State } from './state.ts';

/** Work that one node at a time does, of those that share their state. */
export type Locks = Readonly<{
  /**
   * Takes the lock of this name; undefined where another one has it. It is kept until it is released, or until its
   * node has not reported for five seconds since it has died. Rejects with `unavailable` where Redis is away.
   */
  take: (name: string) => Promise<Lock | undefined>;
}>;

export type Lock = Readonly<{
  /** Never rejects: a lock that cannot be released ends by itself. */
  release: () => Promise<void>;
}>;

/** Takes a lock, or keeps it. KEYS lock; ARGV its holder, milliseconds. Answers whether this holder has it. */
const holdScript = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** KEYS lock; ARGV its holder. */
const releaseScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/** Locks in Redis, which end after `keptMs` by its clock unless their nodes keep them. */
export const createLocks = (
  { run, key }: Pick<State, 'run' | 'key'>,
  { keptMs = 5000 }: Readonly<{ keptMs?: number }> = {},
): Locks => ({
  take: async (name) => {
    const keys = [key(`lock:${name}`)];
    const holder = randomBytes(16).toString('hex');
    const hold = () => run(holdScript, keys, [holder, String(keptMs)]);
    if ((await hold()) !== 1) return undefined;
    const timer = setInterval(() => void hold().catch(() => undefined), keptMs / 4);
    timer.unref();
    return {
      release: async () => {
        clearInterval(timer);
        await run(releaseScript, keys, [holder]).catch(() => undefined);
      },
    };
  },
});
