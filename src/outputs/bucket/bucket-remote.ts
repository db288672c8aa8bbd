import { type Bucket, bucketAway } from '../../bucket.ts';
import { ServiceError } from '../../errors.ts';
import type { State } from '../../state/state.ts';
import { ownerOf } from '../output-record.ts';
import type { Remote } from '../remote.ts';
import { fetchEntry } from './fetch-entry.ts';
import { folderOf, isOutput, randomBase } from './objects.ts';
import { createPointers, termsOf } from './pointers.ts';
import { createSending } from './sending.ts';
import { createUses } from './uses.ts';

type BucketRemoteOptions = Readonly<{
  bucket: Bucket;
  state: State;
  retentionSeconds?: number;
  shareBetweenAccounts?: boolean;
  now?: () => number;
  onProblem: (message: string) => void;
}>;

const mostDamaged = 1000;

/** Outputs in a bucket that all nodes read. Redis has where each one is, and when it was last used. */
export const createBucketRemote = (options: BucketRemoteOptions): Remote => {
  const { bucket, state, now = Date.now, retentionSeconds = 48 * 3600, onProblem } = options;
  const { shareBetweenAccounts = true } = options;
  const retentionMs = retentionSeconds * 1000;
  const pointers = createPointers({ state, retentionMs });
  const uses = createUses({ bucket, pointers, retentionMs, now, onProblem });
  /** Keys of outputs that came here with other bytes than were stored. */
  const damaged = new Set<string>();

  return {
    begin: (key, kind) => {
      const own =
        kind === 'output' ? folderOf('o', key, now()) : folderOf('r', randomBase(), now());
      const { send, finish, abort } = createSending(bucket, own);
      let shared: string | undefined;
      return {
        send,
        abort,
        share: async (other) => {
          const pointer = await pointers.get(other.key);
          if (pointer === undefined) throw bucketAway(new Error(`${other.key} has expired`));
          shared = await uses.refreshed(other, pointer.folder);
        },
        publish: async (record) => {
          if (shared === undefined) await finish(record);
          const createdAt = record.kind === 'output' ? record.output.createdAt : now();
          const pointer = { folder: shared ?? own, owner: ownerOf(record), createdAt };
          return pointers.publish(key, pointer, termsOf(record));
        },
      };
    },
    download: async (key, name, begin, record) => {
      const pointer = await pointers.get(key);
      if (pointer === undefined) return false;
      const outcome = await fetchEntry({ bucket, key, pointer, record, name, begin });
      if (outcome === 'whole') return true;
      const what = outcome === 'missing' ? 'not in the bucket' : 'not what was stored';
      onProblem(`${pointer.folder}, the output ${key}, is ${what}.`);
      // All attempts have read other bytes. Nodes that have a copy go on with it.
      if (outcome === 'other' && isOutput(pointer.folder)) {
        if (damaged.size >= mostDamaged) damaged.clear();
        damaged.add(key);
      } else await pointers.remove(key);
      return false;
    },
    has: async (key) => (await pointers.get(key)) !== undefined,
    find: async (by, term, owner) => {
      try {
        for (const key of await pointers.find(by, term, owner)) {
          const pointer = damaged.has(key) ? undefined : await pointers.get(key);
          if (pointer && (shareBetweenAccounts || pointer.owner === owner)) return key;
        }
      } catch (error) {
        // Where Redis is away, work is done again.
        if (!(error instanceof ServiceError)) throw error;
      }
      return undefined;
    },
    used: uses.note,
    close: uses.close,
  };
};
