import { type Bucket, bucketAway } from '../../bucket.ts';
import type { DiskLru } from '../disk-lru.ts';
import { parseRecord } from '../entry-folder.ts';
import type { Lease } from '../lease.ts';
import { isStoredRecord, resultIn, type StoredRecord } from '../output-record.ts';
import type { Output } from '../output.ts';
import { fetchEntry, type Outcome } from './fetch-entry.ts';
import { type LocalRecord, sourceKeyOf } from './local-record.ts';
import { baseOf, isOutput } from './objects.ts';
import type { Pointer, Pointers } from './pointers.ts';
import { recordName } from './sending.ts';

export type Bringing = Readonly<{
  /**
   * A lease on an entry, which is brought here when it is not on this node. `undefined` when there is no pointer to
   * it, or no object. Rejects with `unavailable` when it cannot be brought, and `storage_full`.
   */
  result: (key: string) => Promise<Lease<LocalRecord> | undefined>;
  /** The same for the source of an output. */
  source: (
    key: string,
    output: Pick<Output, 'source'>,
    base: string,
  ) => Promise<Lease<LocalRecord> | undefined>;
  /** Whether the output came here with other bytes than were stored. */
  isDamaged: (key: string) => boolean;
}>;

export type BringingOptions = Readonly<{
  bucket: Bucket;
  disk: DiskLru<LocalRecord>;
  pointers: Pointers;
  onProblem: (message: string) => void;
}>;

export const maxRecordBytes = 4 * 1024 * 1024;
const mostDamaged = 1000;

/** Brings objects of the bucket to this node, each once for all who wait for it. */
export const createBringing = (options: BringingOptions): Bringing => {
  const { bucket, disk, pointers, onProblem } = options;
  /** By key on this node. */
  const underWay = new Map<string, Promise<Lease<LocalRecord> | undefined>>();
  const damaged = new Set<string>();

  const once = async (
    key: string,
    bring: () => Promise<boolean>,
  ): Promise<Lease<LocalRecord> | undefined> => {
    const here = await disk.open(key);
    if (here !== undefined) return here;
    const begun = underWay.get(key) ?? begin(key, bring);
    return (await begun)?.share();
  };

  const begin = (
    key: string,
    bring: () => Promise<boolean>,
  ): Promise<Lease<LocalRecord> | undefined> => {
    const begun = brought(key, bring).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    // Released after all who wait for it have a lease of their own.
    void begun.then((lease) => setImmediate(() => lease?.release())).catch(() => undefined);
    return begun;
  };

  const brought = async (
    key: string,
    bring: () => Promise<boolean>,
  ): Promise<Lease<LocalRecord> | undefined> => {
    if (!(await bring())) return undefined;
    const lease = await disk.open(key);
    if (lease === undefined) throw bucketAway(new Error(`${key} was evicted at once`));
    return lease;
  };

  /** `false` where there is nothing to bring: the pointer is then removed. */
  const settle = async (key: string, folder: string, outcome: Outcome): Promise<boolean> => {
    if (outcome === 'whole') return true;
    const what = outcome === 'missing' ? 'not in the bucket' : 'not what was stored';
    onProblem(`${folder}, the output ${key}, is ${what}.`);
    // Its bytes may have changed on their way. The result of an operation is made again.
    if (outcome === 'other' && isOutput(folder)) {
      if (damaged.size >= mostDamaged) damaged.clear();
      damaged.add(key);
      throw bucketAway(new Error(`${key} is ${what}`));
    }
    await pointers.remove(key);
    return false;
  };

  const bringResult = async (key: string): Promise<boolean> => {
    const pointer = await pointers.get(key);
    if (pointer === undefined) return false;
    const { folder } = pointer;
    const found = await bucket.read(`${folder}/${recordName}`, maxRecordBytes, recordIn);
    if (typeof found === 'string') return settle(key, folder, found);
    const stored = ownRecord(key, found, pointer);
    const record = { kind: 'result', base: baseOf(folder), stored } as const;
    const files = { result: resultIn(stored) };
    return settle(key, folder, await fetchEntry(options, { key, folder, files, record }));
  };

  const bringSource = async (
    key: string,
    { source }: Pick<Output, 'source'>,
    base: string,
  ): Promise<boolean> => {
    const pointer = await pointers.get(key);
    if (pointer === undefined) return false;
    const { folder } = pointer;
    const record = { kind: 'source', sha256: source.sha256 } as const;
    const entry = { key: sourceKeyOf(base), folder, files: { source }, record };
    return settle(key, folder, await fetchEntry(options, entry));
  };

  return {
    result: (key) => once(key, () => bringResult(key)),
    source: (key, output, base) => once(sourceKeyOf(base), () => bringSource(key, output, base)),
    isDamaged: (key) => damaged.has(key),
  };
};

/** The record in an object. Throws when it is none. */
export const recordIn = (bytes: Buffer): StoredRecord =>
  parseRecord(bytes.toString(), isStoredRecord).record;

/** The record of an output that shares the objects of another one has an owner and an id of its own. */
export const ownRecord = (key: string, stored: StoredRecord, pointer: Pointer): StoredRecord => {
  if (stored.kind === 'result') return stored;
  const { owner, createdAt } = pointer;
  return { kind: 'output', output: { ...stored.output, id: key, owner, createdAt } };
};
