import { randomBytes } from 'node:crypto';
import { createDiskLru } from './disk-lru.ts';
import type { EvictReason } from './lru-index.ts';
import { createOutputIndex } from './output-index.ts';
import { digestsOf, isStoredRecord, type StoredRecord } from './output-record.ts';
import { outputDraft, outputLease, resultDraft, resultLease } from './stored-kinds.ts';
import type { Outputs } from './output.ts';

export type OutputsOptions = Readonly<{
  /** Created when missing. Only this process may use it. */
  folder: string;
  /** Largest size of the folder, including files being written. Sizes count in blocks of 4096 bytes. */
  maxBytes: number;
  /** An output that has not been used for so long has expired. Default: 48 hours. */
  retentionSeconds?: number;
  /** Whether equal work of one account finds the results of others. Default: true. */
  shareBetweenAccounts?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Called when an output was removed because its space was needed or it had expired. */
  onEvict?: (bytes: number, reason: EvictReason) => void;
  /** Called with a sentence for the operator: a damaged output, a disk that fails. */
  onProblem: (message: string) => void;
}>;

/**
 * The outputs on the disk, in the order of use of the last run.
 * Rejects with the system error when the folder cannot be read or written.
 */
export const createOutputs = async (options: OutputsOptions): Promise<Outputs> => {
  const { folder, maxBytes, retentionSeconds = 48 * 3600, onProblem } = options;
  const { now = Date.now, onEvict = () => undefined, shareBetweenAccounts = true } = options;
  const index = createOutputIndex();
  const disk = await createDiskLru<StoredRecord>({
    folder,
    maxBytes,
    retentionSeconds,
    now,
    isRecord: isStoredRecord,
    digestsOf,
    onAdd: (key, record) => {
      if (record.kind === 'output') index.add(record.output);
      else index.addResult(key, record.result.sha256, record.owner);
    },
    onRemove: index.remove,
    onEvict,
    onProblem,
  });
  const mayFind = (id: string, owner: string): boolean =>
    shareBetweenAccounts || index.ownerOf(id) === owner;

  return {
    draft: () => {
      const id = createId();
      return outputDraft(id, disk.begin(id), now);
    },
    open: async (id) => {
      const lease = await disk.open(id);
      return lease && outputLease(lease);
    },
    draftResult: (cacheKey, owner) => resultDraft(owner, disk.begin(cacheKey)),
    openResult: async (cacheKey, owner) => {
      const lease = mayFind(cacheKey, owner) ? await disk.open(cacheKey) : undefined;
      return lease && resultLease(lease);
    },
    has: async (id) => disk.has(id),
    findByCacheKey: async (cacheKey, owner) =>
      index.idsOf(cacheKey, owner).find((id) => mayFind(id, owner) && disk.has(id)),
    isOurResult: async (sha256, owner) =>
      index.idsOfResult(sha256).some((id) => mayFind(id, owner) && disk.has(id)),
    stats: disk.stats,
    close: disk.close,
  };
};

/** 160 random bits: 40 of `0-9`, `a-f`. */
const createId = (): string => randomBytes(20).toString('hex');
