import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import type { Outputs, ResultLease } from '../outputs/output.ts';
import { evictedAtOnce } from '../service/produce.ts';
import { createSingleFlight } from '../service/single-flight.ts';
import type { Locks } from '../state/locks.ts';
import type { Make, Work } from './make.ts';

type MakeOnceParts = Readonly<{
  make: Make;
  /** Those of all nodes; undefined: no other node has these outputs. */
  locks: Locks | undefined;
  outputs: Pick<Outputs, 'has' | 'openResult'>;
  /** Longest wait for another node, in milliseconds. */
  waitMs: number;
}>;

/** A result, the key that it is kept under, and whether it was there, made for another request, or for this one. */
export type Shared = ResultLease & Readonly<{ key: string; outcome: 'hit' | 'shared' | 'made' }>;

/** Makes a result that is not there. @throws what `Make` throws; ServiceError `unavailable`; the signal's reason. */
export type MakeOnce = (work: Work, signal: AbortSignal) => Promise<Shared>;

/** How often a node that waits looks whether the other one has made the result or has died. */
const lookMs = 100;

/**
 * Makes each result once for equal requests at the same time, on one of the nodes that share their outputs. The others
 * wait until it is there. Where the node that makes it dies, or has made nothing that others find, the next one does.
 */
export const createMakeOnce = (parts: MakeOnceParts): MakeOnce => {
  const { make, locks, outputs, waitMs } = parts;
  const flights = createSingleFlight<string>();

  const madeOnOneNode = async (
    { take }: Locks,
    key: string,
    signal: AbortSignal,
    makeHere: () => Promise<string>,
  ): Promise<string> => {
    const endBy = performance.now() + waitMs;
    while (performance.now() < endBy) {
      const lock = await take(key);
      try {
        // Looked for with the lock: another node may have made it since it was looked for last.
        if (await outputs.has(key)) return key;
        if (lock !== undefined) return await makeHere();
      } finally {
        await lock?.release();
      }
      await pause(lookMs, undefined, { signal });
    }
    const message = 'Another node is making the picture. Try again later.';
    throw new ServiceError('unavailable', message, { retryAfterSeconds: 5 });
  };

  return async (work, signal) => {
    let outcome: Shared['outcome'] = 'shared';
    const key = await flights.run(work.key, signal, (ofAll) => {
      const makeHere = (): Promise<string> => {
        outcome = 'made';
        return make(work, ofAll);
      };
      return locks ? madeOnOneNode(locks, work.key, ofAll, makeHere) : makeHere();
    });
    const lease = await outputs.openResult(key, work.account.id);
    if (lease === undefined) throw evictedAtOnce();
    return { ...lease, key, outcome };
  };
};
