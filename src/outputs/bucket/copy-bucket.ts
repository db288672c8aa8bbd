import { join } from 'node:path';
import type { Bucket } from '../../bucket.ts';
import { StartError } from '../../errors.ts';
import type { State } from '../../state/state.ts';
import { filesIn, ownerOf, type StoredRecord } from '../output-record.ts';
import type { CopySide } from './copying.ts';
import { fetchEntry } from './fetch-entry.ts';
import { folderOf, randomBase } from './objects.ts';
import { createPointers, type Pointer, termsOf } from './pointers.ts';
import { createSending } from './sending.ts';

type BucketSideOptions = Readonly<{
  bucket: Bucket;
  state: State;
  retentionSeconds: number;
  now: () => number;
  onProblem: (message: string) => void;
}>;

/** The outputs in a bucket. */
export const openBucketSide = (options: BucketSideOptions): CopySide => {
  const { bucket, state, retentionSeconds, now, onProblem } = options;
  const pointers = createPointers({ state, retentionMs: retentionSeconds * 1000 });
  const found = new Map<string, Pointer>();

  const fetched = async (key: string, pointer: Pointer, folder: string) => {
    let record: StoredRecord | undefined;
    const path = (name: string): string => join(folder, name);
    const outcome = await fetchEntry({
      ...{ bucket, key, pointer },
      begin: () => ({
        receive: (name, _bytes, write) => write(path(name)),
        publish: async (whole) => {
          record = whole;
          return true;
        },
        discard: async () => undefined,
      }),
    });
    return record === undefined ? outcome : { key, record, path };
  };

  return {
    list: async () => {
      for await (const [key, pointer] of pointers.all()) found.set(key, pointer);
      const keys = [...found].map(([key, { usedMs }]) => ({ key, usedMs }));
      return keys.toSorted((one, other) => one.usedMs - other.usedMs);
    },
    has: async (key) => (await pointers.get(key)) !== undefined,
    look: () => 0,
    open: async (key, folder) => {
      const pointer = found.get(key);
      const entry = pointer === undefined ? 'missing' : await fetched(key, pointer, folder);
      if (typeof entry !== 'string') return entry;
      const what = entry === 'missing' ? 'not there' : 'damaged';
      onProblem(`The output ${key} is ${what} in the bucket, and not copied.`);
      return undefined;
    },
    put: async ({ key, record, path, usedMs }, into) => {
      const isOutput = record.kind === 'output';
      const folder = folderOf(isOutput ? 'o' : 'r', isOutput ? key : randomBase(), now());
      const { send, finish } = createSending(bucket, folder);
      await Promise.all(Object.keys(filesIn(record)).map((name) => send(name, path(name))));
      await finish(record);
      const createdAt = isOutput ? record.output.createdAt : usedMs;
      const pointer = { folder, owner: ownerOf(record), createdAt, usedMs };
      const back = await fetched(key, pointer, into);
      if (typeof back === 'string' || JSON.stringify(back.record) !== JSON.stringify(record))
        throw new StartError(`The bucket does not have ${key} as it was sent. Copy again.`);
      await pointers.publish(key, pointer, termsOf(record));
    },
  };
};
