import { setTimeout } from 'node:timers/promises';
import type { ListedObject } from '../../bucket.ts';
import { hasCode } from '../../errors.ts';
import { StorageFailure } from '../../storage/object-client.ts';
import { eachAtOnce } from '../at-once.ts';
import type { ObjectResult, Shard, Sweep, SweepLedger } from './ledger.ts';

/** How one object is worked on. */
export type ObjectWork = Readonly<{
  /** Objects that are worked on at once. */
  atOnce: number;
  /** Works on an object. @throws interruptions, and the reason of the signal. */
  look: (object: ListedObject, signal: AbortSignal) => Promise<ObjectResult>;
  /** @throws ServiceError `monthly_limit_exceeded` where `objects` more are not to be compressed. */
  checkRoom: (objects: number) => Promise<void>;
  /**
   * Counts a compression for the account; once for an id, however often it is called, also by another process. Where it
   * rejects, it is not known whether it is counted, so it has to be repeated.
   */
  count: (id: string) => Promise<void>;
}>;

export type ShardParts = Readonly<{
  ledger: SweepLedger;
  /** How often a shard is held. */
  holdMs: number;
  /** Pause before what has to wait is tried again. */
  pauseMs: number;
  onResult: (result: ObjectResult) => void;
  onProblem: (error: unknown) => void;
}>;

/** Of a lack of this service, which passes: the object is tried again. */
const isBusy = (error: unknown): boolean => hasCode(error, 'unavailable', 'storage_full');

/** What is no fault of an object: a lack of this service, the limit of the account, or storage that is away. */
export const isInterruption = (error: unknown): boolean =>
  isBusy(error) ||
  hasCode(error, 'monthly_limit_exceeded') ||
  (error instanceof StorageFailure && error.failure.isRetryable);

/**
 * Works on the objects of a shard that were not counted, until the sweep is paused or ends. Rejects with what
 * interrupts it, when what was under way has ended.
 */
export const runShard = async (
  sweep: Pick<Sweep, 'id'>,
  shard: Shard,
  work: ObjectWork,
  parts: ShardParts,
  closing: AbortSignal,
): Promise<void> => {
  const { ledger, holdMs, pauseMs, onResult, onProblem } = parts;
  const stopping = new AbortController();
  const hold = async (): Promise<void> => {
    if ((await ledger.hold(sweep.id, shard.id)) !== 'running') stopping.abort();
  };
  const holding = setInterval(() => void hold().catch(onProblem), holdMs);
  /** Objects that were begun and are not counted for the account. */
  const uncounted = new Set<ListedObject>();

  /** Repeats what fails for a reason that passes. */
  const repeated = async <T>(attempt: () => Promise<T>, mayRepeat = isBusy): Promise<T> => {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        closing.throwIfAborted();
        if (!mayRepeat(error)) throw error;
        onProblem(error);
        await setTimeout(pauseMs, undefined, { signal: closing });
      }
    }
  };

  const lookAt = async (object: ListedObject): Promise<ObjectResult | undefined> => {
    if (stopping.signal.aborted) return undefined;
    await work.checkRoom(uncounted.size);
    return work.look(object, closing);
  };

  try {
    await eachAtOnce({
      items: shard.objects.entries().filter(([index]) => !shard.isCounted(index)),
      ...{ atOnce: work.atOnce, stopping: AbortSignal.any([stopping.signal, closing]) },
      work: async ([index, object]) => {
        uncounted.add(object);
        try {
          const result = await repeated(() => lookAt(object));
          if (result === undefined) return;
          // Stored by now, so both have to be counted, by this node or by the one that has the shard after a kill.
          const id = `${sweep.id}-${shard.id}-${index}`;
          if (result.happened === 'compressed') await repeated(() => work.count(id), always);
          uncounted.delete(object);
          await repeated(() => ledger.advance(sweep.id, shard.id, index, result), always);
          onResult(result);
        } finally {
          uncounted.delete(object);
        }
      },
    });
  } finally {
    clearInterval(holding);
    await ledger.release(sweep.id, shard.id).catch(onProblem);
  }
};

const always = (): boolean => true;
