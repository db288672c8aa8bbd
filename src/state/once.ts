import type { State } from './state.ts';

/** Names that may be used once: on one node, or on all nodes that share their state. */
export type Once = Readonly<{
  /**
   * Uses a name, and says whether nobody used it before. The name is remembered for `ms`. The caller has to refuse
   * names that are older.
   */
  use: (name: string, ms: number) => Promise<boolean>;
}>;

/** Names in the memory of this process. `now`: milliseconds since 1970. */
export const createMemoryOnce = (now: () => number): Once => {
  /** Until when a name is remembered. */
  const used = new Map<string, number>();
  return {
    use: async (name, ms) => {
      for (const [old, until] of used) if (until <= now()) used.delete(old);
      if (used.has(name)) return false;
      used.set(name, now() + ms);
      return true;
    },
  };
};

const useScript = `return redis.call('SET', KEYS[1], '', 'NX', 'PX', ARGV[1])`;

/** Names in Redis, where all nodes see them. It rejects with `unavailable` where Redis is away. */
export const createRedisOnce = ({ run, key }: Pick<State, 'run' | 'key'>): Once => ({
  use: async (name, ms) => (await run(useScript, [key(`once:${name}`)], [String(ms)])) !== null,
});
