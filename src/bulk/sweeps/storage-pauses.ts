import { lookedAt, type Sweep } from './ledger.ts';

export type PauseTimes = Readonly<{ firstMs: number; longestMs: number }>;

type PausedSweep = Pick<Sweep, 'id' | 'counts' | 'since'>;

/**
 * Says whether a sweep goes on that is paused since its storage has failed; it is asked again and again. A pause is
 * short at first, and twice as long where no object was looked at since the one before. Each node measures pauses of
 * its own, and the first one ends it for all.
 */
export const createStoragePauses = (
  { firstMs, longestMs }: PauseTimes,
  now: () => number = () => performance.now(),
): ((sweep: PausedSweep) => boolean) => {
  let last: Readonly<{ id: string; afterRunAt: number; begunAt: number; ms: number }> | undefined;

  return ({ id, counts, since }) => {
    if (last?.id !== id || last.afterRunAt !== since.at) {
      const hasFailedAgain = last?.id === id && lookedAt({ counts }) === since.objects;
      const ms = hasFailedAgain ? Math.min(2 * (last?.ms ?? firstMs), longestMs) : firstMs;
      last = { id, afterRunAt: since.at, begunAt: now(), ms };
    }
    return now() - last.begunAt >= last.ms;
  };
};
