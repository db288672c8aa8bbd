import { join } from 'node:path';
import { isMachineFault } from '../errors.ts';
import { createDraft, type Draft, type RemoteDraft } from './draft.ts';
import {
  folderAway,
  identityOf,
  isEntryKey,
  writeLastUse,
  type IsRecord,
  type StoredEntry,
} from './entry-folder.ts';
import { createFileCheck, type DigestsOf } from './file-check.ts';
import { createLease, type Lease } from './lease.ts';
import { createLruIndex, type LruEntry, type LruIndex, type LruIndexOptions } from './lru-index.ts';
import { createRecordReader } from './record-reader.ts';
import { rebuildIndex } from './rebuild.ts';

export type DiskLruStats = Readonly<{
  entries: number;
  /** Counted bytes on disk, including those that drafts have reserved. */
  bytes: number;
  maxBytes: number;
}>;

/** Entries on disk: a JSON record and named files each. The least recently used are evicted for new ones. */
export type DiskLru<R> = Awaited<ReturnType<typeof createDiskLru<R>>>;

/**
 * `folder` is created when missing. Only this process may use it. It never holds more than `maxBytes`,
 * including files being written, counted in blocks of 4096 bytes. An entry that has not been used for
 * `retentionSeconds` has expired. `now` returns milliseconds since 1970.
 */
export type DiskLruOptions<R> = LruIndexOptions &
  Readonly<{
    isRecord: IsRecord<R>;
    /** The digests that the files of an entry must have; `file-check.ts` checks them. */
    digestsOf: DigestsOf<R>;
    /** Called when an entry can be found: after it was published, or found on disk at the start. */
    onAdd: (key: string, record: R) => void;
  }>;

const sweepIntervalMs = 60_000;
const lastUsePrecisionMs = 1000;

/**
 * The entries of `folder`, in the order of use of the last run. Entries over a lowered limit are evicted.
 * Rejects with the system error when the folder cannot be read or written.
 */
export const createDiskLru = async <R>(options: DiskLruOptions<R>) => {
  const { folder, maxBytes, now, isRecord, digestsOf, onAdd, onProblem } = options;
  const index = createLruIndex(options);
  const records = createRecordReader(isRecord);
  const checkFiles = createFileCheck(digestsOf);
  await load(index, options);
  const identity = await identityOf(folder);
  void index.removeExpired();
  const timer = setInterval(index.removeExpired, sweepIntervalMs).unref();

  const isKeyFree = async (key: string): Promise<boolean> => {
    if (index.find(key)) return false;
    await index.removal(key);
    return true;
  };

  /**
   * A draft of the entry `key`, which is published at `remote` too.
   * @throws Error when the key is not 16 to 80 of `a-z`, `0-9`, `-`.
   */
  const begin = (key: string, remote?: RemoteDraft<R>): Draft<R> => {
    if (!isEntryKey(key)) throw new Error(`${key} cannot be the key of an entry.`);
    const keep = ({ bytes, lastUsedMs, ...stored }: StoredEntry<R>, stamps: string): void => {
      index.insert(key, bytes, lastUsedMs, stamps);
      index.space.unhold(bytes);
      records.note(join(folder, key), stored);
      onAdd(key, stored.record);
    };
    const { space, erasures } = index;
    const rest = { isRecord, now, isKeyFree, keep, onProblem };
    return createDraft({ folder, key, remote, space, erasures, ...rest });
  };

  const noteUse = async (entry: LruEntry): Promise<void> => {
    if (entry.lastUsedMs - entry.writtenUseMs < lastUsePrecisionMs) return;
    entry.writtenUseMs = entry.lastUsedMs;
    // It is needed after the next start alone, and the folder may be read-only.
    await writeLastUse(join(folder, entry.key), entry.lastUsedMs).catch((error: unknown) =>
      onProblem(`The use of the output ${entry.key} is not noted: ${String(error)}`),
    );
  };

  const read = async (entry: LruEntry): Promise<Lease<R>> => {
    const path = join(folder, entry.key);
    const stored = await records.read(path);
    await checkFiles(entry, path, stored);
    await noteUse(entry);
    const [pin, unpin] = [() => index.pin(entry), () => index.unpin(entry)];
    return createLease(path, stored, { pin, unpin });
  };

  /**
   * Finds and pins an entry. This counts as a use. `undefined` when there is none, when it has expired, or
   * when its files are not what was stored: then it is removed and reported to `onProblem`. Rejects with `unavailable`
   * when the folder is away, or cannot be read for another reason of the machine.
   */
  const open = async (key: string): Promise<Lease<R> | undefined> => {
    const entry = index.find(key);
    if (!entry) return undefined;
    index.pin(entry);
    try {
      return await read(entry);
    } catch (error) {
      const isDamaged = !isMachineFault(error) && (await identityOf(folder)) === identity;
      if (isDamaged) index.doom(entry);
      index.unpin(entry);
      if (!isDamaged) throw folderAway(error);
      onProblem(`The damaged output ${key} is removed: ${String(error)}`);
      return undefined;
    }
  };

  /** Removes an entry. Its files are removed before this resolves, or when the last lease on it is released. */
  const remove = async (key: string): Promise<void> => {
    const entry = index.find(key);
    if (entry) index.doom(entry);
    await index.removal(key);
  };

  return {
    begin,
    open,
    /** Whether `open` would find the entry. This does not count as a use. */
    has: (key: string): boolean => index.find(key) !== undefined,
    remove,
    /** Removes what has expired, one entry after the other. A timer also calls it once a minute. */
    removeExpired: index.removeExpired,
    stats: (): DiskLruStats => ({
      entries: index.size(),
      bytes: index.space.usedBytes(),
      maxBytes,
    }),
    /** Stops the timer; resolves when no removal is under way. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      await index.close();
    },
  };
};

/** Fills an empty index from the folder, and evicts what is over the limit. */
const load = async <R>(index: LruIndex, options: DiskLruOptions<R>): Promise<void> => {
  const found: Pick<LruEntry, 'key' | 'bytes' | 'lastUsedMs'>[] = [];
  await rebuildIndex({
    ...options,
    onEntry: (key, { bytes, lastUsedMs, record }) => {
      found.push({ key, bytes, lastUsedMs });
      options.onAdd(key, record);
    },
  });
  found.sort((a, b) => a.lastUsedMs - b.lastUsedMs);
  for (const { key, bytes, lastUsedMs } of found) {
    index.space.adopt(bytes);
    index.insert(key, bytes, lastUsedMs);
  }
  await index.space.reserve(0);
};
