import type { Bucket } from '../../bucket.ts';
import type { DiskLru } from '../disk-lru.ts';

export type FetchedEntry<R> = Readonly<{
  /** Its name on this disk. */
  key: string;
  /** Where its objects are. */
  folder: string;
  files: Readonly<Record<string, Readonly<{ bytes: number; sha256: string }>>>;
  record: R;
}>;

/** `missing`: an object is not there. `other`: one is not what was stored. */
export type Outcome = Awaited<ReturnType<Bucket['fetch']>>;

/**
 * Fetches the files of an entry and publishes it, unless one of them is missing or other than it was stored.
 * Rejects as `Bucket.fetch` does, and with `storage_full`.
 */
export const fetchEntry = async <R>(
  { bucket, disk }: Readonly<{ bucket: Pick<Bucket, 'fetch'>; disk: Pick<DiskLru<R>, 'begin'> }>,
  { key, folder, files, record }: FetchedEntry<R>,
): Promise<Outcome> => {
  const draft = disk.begin(key);
  let outcome: Outcome = 'whole';
  try {
    for (const [name, { bytes, sha256 }] of Object.entries(files)) {
      await draft.receive(name, bytes, async (path) => {
        outcome = await bucket.fetch(`${folder}/${name}`, { path, bytes, sha256 });
        if (outcome !== 'whole') throw new Error(outcome);
      });
    }
    await draft.publish(record);
    return outcome;
  } catch (error) {
    if (outcome === 'whole') throw error;
    return outcome;
  } finally {
    await draft.discard();
  }
};
