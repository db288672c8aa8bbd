import { type Bucket, bucketAway } from '../../bucket.ts';
import { ServiceError, systemCodeOf } from '../../errors.ts';
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
   * it, or no object, or one with other bytes than were stored. Rejects with `unavailable` when it cannot be brought, and
   * `storage_full`.
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
  /** For what `disk` cannot take, since it is full or away. */
  spare: DiskLru<LocalRecord>;
  pointers: Pointers;
  onProblem: (message: string) => void;
}>;

export const maxRecordBytes = 4 * 1024 * 1024;
const mostDamaged = 1000;

/** Brings objects of the bucket to this node, each once for all who wait for it. */
export const createBringing = (options: BringingOptions): Bringing => {
  const { bucket, disk, spare, pointers, onProblem } = options;
  const places = [disk, spare];
  /** By key on this node. */
  const underWay = new Map<string, Promise<Lease<LocalRecord> | undefined>>();
  const damaged = new Set<string>();

  const once = async (key: string, bring: Bring): Promise<Lease<LocalRecord> | undefined> => {
    for (const place of places) {
      // One that is away has nothing.
      const here = await place.open(key).catch(() => undefined);
      if (here !== undefined) return here;
    }
    const begun = underWay.get(key) ?? begin(key, bring);
    return (await begun)?.share();
  };

  const begin = (key: string, bring: Bring): Promise<Lease<LocalRecord> | undefined> => {
    const begun = brought(key, bring).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    // Released after all who wait for it have a lease of their own.
    void begun.then((lease) => setImmediate(() => lease?.release())).catch(() => undefined);
    return begun;
  };

  const brought = async (key: string, bring: Bring): Promise<Lease<LocalRecord> | undefined> => {
    try {
      return await broughtTo(disk, key, bring);
    } catch (error) {
      if (!isOfDisk(error)) throw error;
      onProblem(`The output ${key} cannot be kept on the disk of this node: ${String(error)}`);
      return broughtTo(spare, key, bring);
    }
  };

  /** `false` where there is nothing to bring. The pointer is then removed, unless the output is damaged. */
  const settle = async (key: string, folder: string, outcome: Outcome): Promise<boolean> => {
    if (outcome === 'whole') return true;
    const what = outcome === 'missing' ? 'not in the bucket' : 'not what was stored';
    onProblem(`${folder}, the output ${key}, is ${what}.`);
    // All attempts have read other bytes. Nodes that have a copy go on with it.
    if (outcome === 'other' && isOutput(folder)) {
      if (damaged.size >= mostDamaged) damaged.clear();
      damaged.add(key);
    } else await pointers.remove(key);
    return false;
  };

  const bringResult = async (key: string, to: Place): Promise<boolean> => {
    const pointer = await pointers.get(key);
    if (pointer === undefined) return false;
    const { folder } = pointer;
    const found = await bucket.read(`${folder}/${recordName}`, maxRecordBytes, recordIn);
    if (typeof found === 'string') return settle(key, folder, found);
    const stored = ownRecord(key, found, pointer);
    const record = { kind: 'result', base: baseOf(folder), stored } as const;
    const files = { result: resultIn(stored) };
    const entry = { key, folder, files, record };
    return settle(key, folder, await fetchEntry({ bucket, disk: to }, entry));
  };

  const bringSource = async (
    key: string,
    { source }: Pick<Output, 'source'>,
    base: string,
    to: Place,
  ): Promise<boolean> => {
    const pointer = await pointers.get(key);
    if (pointer === undefined) return false;
    const { folder } = pointer;
    const record = { kind: 'source', sha256: source.sha256 } as const;
    const entry = { key: sourceKeyOf(base), folder, files: { source }, record };
    return settle(key, folder, await fetchEntry({ bucket, disk: to }, entry));
  };

  return {
    result: (key) => once(key, (to) => bringResult(key, to)),
    source: (key, output, base) =>
      once(sourceKeyOf(base), (to) => bringSource(key, output, base, to)),
    isDamaged: (key) => damaged.has(key),
  };
};

type Place = DiskLru<LocalRecord>;
/** `false` where there is nothing to bring. */
type Bring = (to: Place) => Promise<boolean>;

const broughtTo = async (
  place: Place,
  key: string,
  bring: Bring,
): Promise<Lease<LocalRecord> | undefined> => {
  if (!(await bring(place))) return undefined;
  const lease = await place.open(key);
  if (lease === undefined) throw bucketAway(new Error(`${key} was evicted at once`));
  return lease;
};

/** Whether the disk is full, or failed with an error of the system. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof ServiceError &&
  (error.code === 'storage_full' || systemCodeOf(error.cause) !== undefined);

/** The record in an object. Throws when it is none. */
export const recordIn = (bytes: Buffer): StoredRecord =>
  parseRecord(bytes.toString(), isStoredRecord).record;

/** The record of an output that shares the objects of another one has an owner and an id of its own. */
export const ownRecord = (key: string, stored: StoredRecord, pointer: Pointer): StoredRecord => {
  if (stored.kind === 'result') return stored;
  const { owner, createdAt } = pointer;
  return { kind: 'output', output: { ...stored.output, id: key, owner, createdAt } };
};
