import type { ListedObject } from '../../bucket.ts';
import { reasonOf } from '../failure.ts';
import type { Selection } from '../selection.ts';
import { drySweep } from '../sweep/dry-sweep.ts';
import type { SweepWork } from '../sweep/store-result.ts';
import { sweepObject } from '../sweep/sweep-object.ts';
import { giveBack } from '../sweep/undo-sweep.ts';
import type { ObjectResult, Sweep } from './ledger.ts';
import { isInterruption, type ObjectWork } from './run-shard.ts';

type Looking = Readonly<{ work: SweepWork; selection: Selection; atOnce: number }>;

/** What is done with each object of a sweep, by its kind. */
export const lookOf = ({ kind, undoes }: Sweep, looking: Looking): ObjectWork['look'] => {
  if (kind === 'undo') return undoing(looking.work, undoes);
  return kind === 'dry-run' ? estimating(looking) : compressing(looking.work);
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
  (looking: Looking): ObjectWork['look'] =>
  async (_: ListedObject, signal): Promise<ObjectResult> => {
    const ends = { stopping: signal, ending: signal, onOutcome: () => undefined };
    const estimate = await drySweep({ ...looking, ...ends, size });
    signal.throwIfAborted();
    return { happened: 'estimated', before: 0, after: 0, ...(estimate && { estimate }) };
  };
