import type { ListedObject, ObjectStore } from '../../bucket.ts';
import { rawOf } from '../raw-path.ts';
import type { Batch } from '../run.ts';
import type { Selection } from '../selection.ts';
import type { SweepWork } from './store-result.ts';
import { sweepObject } from './sweep-object.ts';
import { isDone } from './sweep-record.ts';

/** The objects of a bucket. */
export const objectBatch = (work: SweepWork, selection: Selection): Batch<ListedObject> => ({
  items: (signal) => selectedObjects(work.source, selection, signal),
  sizeOf: ({ key, bytes }) => ({ path: rawOf(key), bytes }),
  doneBefore: (object) => {
    const path = rawOf(object.key);
    const record = work.journal?.find(path);
    if (record === undefined || !isDone(record, object, work.settings)) return undefined;
    return { path, happened: 'done', before: record.before, after: record.after };
  },
  compress: (object, signal) => sweepObject(object, work, signal),
});

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
