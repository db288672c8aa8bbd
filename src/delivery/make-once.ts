import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import type { Outputs } from '../outputs/output.ts';
import type { Locks } from '../state/locks.ts';
import { keyOf, type Make } from './make.ts';

type MakeOnceParts = Readonly<{
  make: Make;
  locks: Locks;
  /** Those of all nodes. */
  outputs: Pick<Outputs, 'has'>;
  /** Longest wait for another node, in milliseconds. */
  waitMs: number;
}>;

/** How often a node that waits looks whether the other one has made the result or has died. */
const lookMs = 100;

/**
 * Makes each result on one of the nodes that share their outputs. The others wait until it is there. Where the node
 * that makes it dies, or has made nothing that others find, the next one does.
 * @throws ServiceError `unavailable` where other nodes take longer than `waitMs`; what `make` throws.
 */
export const createMakeOnce =
  ({ make, locks, outputs, waitMs }: MakeOnceParts): Make =>
  async (work, signal, way) => {
    const key = keyOf(work, way);
    const endBy = performance.now() + waitMs;
    while (performance.now() < endBy) {
      const lock = await locks.take(key);
      try {
        // Looked for with the lock: another node may have made it since it was looked for last.
        if (await outputs.has(key)) return { key, isShared: true };
        if (lock !== undefined) return await make(work, signal, way);
      } finally {
        await lock?.release();
      }
      await pause(lookMs, undefined, { signal });
    }
    const message = 'Another node is making the picture. Try again later.';
    throw new ServiceError('unavailable', message, { retryAfterSeconds: 5 });
  };
