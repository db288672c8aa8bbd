import { hash, randomUUID } from 'node:crypto';
import type { State } from './state.ts';

/**
 * The sources whose results were purged. A result has the generation of its source in its key, which is read before the
 * source is: so one that is being made during a purge is found by no later request.
 */
export type Purges = Readonly<{
  /** Undefined where the source was not purged, or so long ago that all results of that time have expired. */
  generationOf: (source: string) => Promise<string | undefined>;
  /** Begins a generation, which is remembered for `keptMs`. Resolves when it is stored. */
  purge: (source: string, keptMs: number) => Promise<void>;
}>;

export const newGeneration = (): string => randomUUID();

/** Purges in Redis, where all nodes see them. Calls reject with `unavailable` where it is away. */
export const createRedisPurges = ({
  read,
  write,
  key,
}: Pick<State, 'read' | 'write' | 'key'>): Purges => {
  const keyOf = (source: string): string => key(`purged:${hash('sha256', source)}`);
  return {
    generationOf: async (source) =>
      ((await read('GET', keyOf(source))) as string | null) ?? undefined,
    purge: async (source, keptMs) => {
      const script = "return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])";
      await write(script, [keyOf(source)], [newGeneration(), String(keptMs)]);
    },
  };
};
