import { randomUUID } from 'node:crypto';
import type { ListedObject, ObjectStore } from '../../bucket.ts';
import { StorageFailure } from '../../storage/object-client.ts';
import { dryRun } from '../dry-run.ts';
import { reasonOf } from '../failure.ts';
import type { Selection } from '../selection.ts';
import { objectBatch } from '../sweep/object-batch.ts';
import type { SweepWork } from '../sweep/store-result.ts';
import { sweepObject } from '../sweep/sweep-object.ts';
import { giveBack } from '../sweep/undo-sweep.ts';
import type { ObjectResult, Sweep } from './ledger.ts';
import { isInterruption, type ObjectWork } from './run-shard.ts';

type Looking = Readonly<{ work: SweepWork; selection: Selection; atOnce: number }>;

/** What is done with each object of a sweep, by its kind. */
export const lookOf = (
  { kind, undoes }: Pick<Sweep, 'kind' | 'undoes'>,
  looking: Looking,
): ObjectWork['look'] => {
  const { work } = looking;
  if (kind === 'dry-run') return estimating(looking);
  return failingAlone(kind === 'undo' ? undoing(work, undoes) : compressing(work), work);
};

/** An object has failed that the storage does not give or take, time after time, although it answers. */
const failingAlone =
  (look: ObjectWork['look'], stores: Stores): ObjectWork['look'] =>
  async (object, signal) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await look(object, signal);
      } catch (error) {
        if (!(error instanceof StorageFailure) || !(await doAnswer(stores, signal))) throw error;
        // The first time, the storage may have been away until now.
        if (tries === 1) continue;
        const { key, bytes } = object;
        const failure = { key, reason: reasonOf(error) };
        return { happened: 'failed', before: bytes, after: bytes, failure };
      }
    }
  };

type Stores = Pick<SweepWork, 'source' | 'target' | 'backup'>;

/** Whether stores answer when they are asked for an object that is not there. */
const doAnswer = async (
  { source, target, backup }: Stores,
  signal: AbortSignal,
): Promise<boolean> => {
  const ask = async (store: ObjectStore): Promise<boolean> => {
    try {
      await store.head(`.shrinkd-probe-${randomUUID()}`, signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      // One that refuses has answered.
      return error instanceof StorageFailure && !error.failure.isRetryable;
    }
  };
  const asked = [source, target, backup].filter((store) => store !== undefined).map(ask);
  return (await Promise.all(asked)).every(Boolean);
};

const compressing =
  (work: SweepWork): ObjectWork['look'] =>
  async (object, signal) => {
    const { happened, before, after, reason, made } = await sweepObject(object, work, signal);
    // That a picture cannot be made smaller is known by the count.
    const isTold = reason !== undefined && made === undefined;
    return {
      ...{ happened, before, after },
      ...(isTold && { failure: { key: object.key, reason } }),
    };
  };

const undoing =
  (work: SweepWork, undoes: string | undefined): ObjectWork['look'] =>
  async ({ key, bytes }, signal) => {
    const about = { before: bytes, after: bytes };
    const undo = { ...work, ...(undoes !== undefined && { sweep: undoes }) };
    try {
      const isRestored = await giveBack({ key }, undo, signal);
      return { ...about, happened: isRestored ? 'restored' : 'left' };
    } catch (error) {
      signal.throwIfAborted();
      if (isInterruption(error)) throw error;
      return { ...about, happened: 'failed', failure: { key, reason: reasonOf(error) } };
    }
  };

/** Objects of the sample. */
const size = 50;

const estimating =
  ({ work, selection, atOnce }: Looking): ObjectWork['look'] =>
  async (_: ListedObject, signal): Promise<ObjectResult> => {
    const ends = { stopping: signal, ending: signal, onOutcome: () => undefined };
    const batch = objectBatch(work, selection);
    const estimate = await dryRun({ batch, atOnce, ...ends, size });
    signal.throwIfAborted();
    return { happened: 'estimated', before: 0, after: 0, ...(estimate && { estimate }) };
  };
