import type { ListedObject, ObjectStore } from '../../bucket.ts';
import { eachAtOnce } from '../at-once.ts';
import type { Outcome } from '../outcome.ts';
import { rawOf } from '../raw-path.ts';
import type { Selection } from '../selection.ts';
import type { SweepWork } from './store-result.ts';
import { sweepObject } from './sweep-object.ts';
import { isDone } from './sweep-record.ts';

export type SweepOptions = Readonly<{
  work: SweepWork;
  selection: Selection;
  /** Objects that are compressed at once. */
  atOnce: number;
  /** Called once for each object. The sweep waits for it. */
  onOutcome: (outcome: Outcome) => Promise<void> | void;
  /** Aborts when no further object is to be begun. */
  stopping: AbortSignal;
  /** Aborts when objects under way are to be given up too. */
  ending: AbortSignal;
}>;

/** Compresses the objects of a bucket, but for those that an earlier sweep has done. */
export const sweepAll = async (options: SweepOptions): Promise<void> => {
  const { work, selection, atOnce, onOutcome, stopping, ending } = options;
  async function* toCompress(): AsyncGenerator<ListedObject> {
    for await (const object of selectedObjects(work.source, selection, ending)) {
      if (stopping.aborted) return;
      const path = rawOf(object.key);
      const record = work.journal?.find(path);
      if (record === undefined || !isDone(record, object, work.settings)) yield object;
      else await onOutcome({ path, happened: 'done', before: record.before, after: record.after });
    }
  }
  await eachAtOnce({
    ...{ items: toCompress(), atOnce, stopping },
    work: async (object) => {
      const outcome = await sweepObject(object, work, ending).catch((error: unknown) => {
        if (!ending.aborted) throw error;
      });
      if (outcome !== undefined) await onOutcome(outcome);
    },
  });
};

/** The objects that a sweep looks at, in the order of the listing. */
export async function* selectedObjects(
  store: ObjectStore,
  selection: Selection,
  signal: AbortSignal,
): AsyncGenerator<ListedObject> {
  for await (const object of store.list(signal)) {
    if (selection.takesFile(rawOf(object.key))) yield object;
  }
}

/** Number of objects that a sweep looks at; those until then where `signal` aborts. */
export const countObjects = async (
  {
    work,
    selection,
  }: Pick<SweepOptions, 'selection'> & Readonly<{ work: Pick<SweepWork, 'source'> }>,
  signal: AbortSignal,
): Promise<number> => {
  let count = 0;
  try {
    for await (const _ of selectedObjects(work.source, selection, signal)) count += 1;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return count;
};
