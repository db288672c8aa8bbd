import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../errors.ts';
import { createDiskLru, type DiskLru } from '../disk-lru.ts';
import { digestsOf, filesIn, isStoredRecord, type StoredRecord } from '../output-record.ts';
import { type CopiedOutputs, type CopyingOptions, createCopyCount } from './copying.ts';
import { fetchEntry } from './fetch-entry.ts';
import { createPointers, type Pointer } from './pointers.ts';
import { digestOf } from './sending.ts';

/** `maxBytes`: the limit of the folder. Where it is too small, the outputs that were used last are kept. */
export type CopyToFilesOptions = CopyingOptions & Readonly<{ maxBytes: number }>;

/**
 * Copies the outputs of a bucket to files, and reads them back. What is there from an earlier copy stays.
 * Rejects with `unavailable` where the bucket or Redis is away, and with `storage_full`.
 */
export const copyToFiles = async (options: CopyToFilesOptions): Promise<CopiedOutputs> => {
  const { folder, bucket, state, retentionSeconds, now, isDryRun } = options;
  const { maxBytes, onProgress, onProblem } = options;
  const pointers = createPointers({ state, retentionMs: retentionSeconds * 1000 });
  const found = new Map<string, Pointer>();
  for await (const [key, pointer] of pointers.all()) found.set(key, pointer);
  const count = createCopyCount(found.size, onProgress);
  // The oldest first, each at the time of its last use, so that the order of use is kept.
  const ordered = [...found].toSorted(([, one], [, other]) => one.usedMs - other.usedMs);
  if (isDryRun) {
    for (const [key] of ordered) count.add(existsSync(join(folder, key)) ? 'present' : 'copied');
    return count.counted();
  }
  let clockMs = ordered[0]?.[1].usedMs ?? now();
  const disk = await createDiskLru<StoredRecord>({
    ...{ folder, maxBytes, retentionSeconds, isRecord: isStoredRecord, digestsOf, onProblem },
    now: () => clockMs,
    onAdd: () => undefined,
    onRemove: () => undefined,
    onEvict: () => undefined,
  });
  try {
    for (const [key, pointer] of ordered) {
      clockMs = pointer.usedMs;
      if (disk.has(key)) count.add('present');
      else await copy(key, pointer);
    }
    return count.counted();
  } finally {
    await disk.close();
  }

  async function copy(key: string, pointer: Pointer): Promise<void> {
    const begin = () => disk.begin(key);
    const outcome = await fetchEntry({ bucket, key, pointer, begin });
    if (outcome !== 'whole') {
      const what = outcome === 'missing' ? 'not there' : 'damaged';
      onProblem(`The output ${key} is ${what} in the bucket, and not copied.`);
      return count.add('skipped');
    }
    count.add('copied', await bytesReadBack(disk, key));
  }
};

const bytesReadBack = async (disk: DiskLru<StoredRecord>, key: string): Promise<number> => {
  using lease = await disk.open(key);
  if (lease === undefined) throw new StartError(`${key} is not what was copied. Copy again.`);
  let sum = 0;
  for (const [name, { bytes, sha256 }] of Object.entries(filesIn(lease.record))) {
    const digest = await digestOf(lease.path(name));
    if (digest.sha256 !== sha256)
      throw new StartError(`${key}: ${name} is not what was copied. Copy again.`);
    sum += bytes;
  }
  return sum;
};
