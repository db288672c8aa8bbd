import type { Bucket } from '../../bucket.ts';
import { ServiceError } from '../../errors.ts';
import type { State } from '../../state/state.ts';
import { createDiskLru } from '../disk-lru.ts';
import { eraseFolder } from '../entry-folder.ts';
import type { Lease } from '../lease.ts';
import type { Output, OutputLease, Outputs } from '../output.ts';
import type { OutputsOptions } from '../outputs.ts';
import { createBringing } from './bringing.ts';
import { createDrafts } from './drafts.ts';
import { digestsOf, isLocalRecord, type LocalRecord } from './local-record.ts';
import { createPointers, type Terms } from './pointers.ts';
import { createUses } from './uses.ts';

/** `folder` and `maxBytes`: the copies on this node. */
export type BucketOutputsOptions = OutputsOptions &
  Readonly<{
    bucket: Bucket;
    state: State;
    /** On another disk or in memory, for what `folder` cannot take. It is emptied at the start and at the end. */
    spareFolder: string;
  }>;

/** Of the spare folder, which may be in memory. */
const spareBytes = 512 * 1024 ** 2;

/**
 * Outputs in a bucket that all nodes read. Redis has where each one is, and when it was last used. What was made or
 * read on this node is also on its disk, least recently used first to go.
 * Rejects with the system error when the folder cannot be read or written.
 */
export const createBucketOutputs = async (options: BucketOutputsOptions): Promise<Outputs> => {
  const { bucket, state, spareFolder, retentionSeconds = 48 * 3600, onProblem } = options;
  const { now = Date.now, onEvict = () => undefined, shareBetweenAccounts = true } = options;
  const openDisk = (place: Pick<OutputsOptions, 'folder' | 'maxBytes'>) =>
    createDiskLru<LocalRecord>({
      ...{
        ...place,
        retentionSeconds,
        now,
        onEvict,
        isRecord: isLocalRecord,
        digestsOf,
        onProblem,
      },
      onAdd: () => undefined,
      onRemove: () => undefined,
    });
  const disk = await openDisk(options);
  await eraseFolder(spareFolder);
  const spare = await openDisk({ folder: spareFolder, maxBytes: spareBytes });
  const retentionMs = retentionSeconds * 1000;
  const pointers = createPointers({ state, retentionMs });
  const bringing = createBringing({ bucket, disk, spare, pointers, onProblem });
  const uses = createUses({ bucket, pointers, bringing, retentionMs, now, onProblem });
  const drafts = createDrafts({ bucket, disk, pointers, uses, now, onProblem });

  const open = async (key: string): Promise<OpenedResult | undefined> => {
    if (!isKey(key)) return undefined;
    const lease = await bringing.result(key);
    if (lease === undefined) return undefined;
    const { record } = lease;
    if (record.kind === 'result') {
      uses.note(key, record.stored);
      return { ...record, lease };
    }
    lease.release();
    return undefined;
  };

  const has = async (id: string): Promise<boolean> =>
    disk.has(id) || (await pointers.get(id)) !== undefined;

  /** Where Redis is away, work is done again. */
  const find = async (
    by: keyof Terms,
    term: string,
    owner: string,
  ): Promise<string | undefined> => {
    try {
      for (const key of await pointers.find(by, term, owner)) {
        const pointer = bringing.isDamaged(key) ? undefined : await pointers.get(key);
        if (pointer && (shareBetweenAccounts || pointer.owner === owner)) return key;
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
    return undefined;
  };

  const sourceOf = async (output: Output, base: string): Promise<Lease<LocalRecord>> => {
    const lease = await bringing.source(output.id, output, base);
    if (lease === undefined) throw gone();
    return lease;
  };

  return {
    draft: drafts.output,
    open: async (id) => {
      const found = await open(id);
      if (found?.stored.kind === 'output') {
        const { output } = found.stored;
        return outputLease(output, found.lease, () => sourceOf(output, found.base));
      }
      found?.lease.release();
      return undefined;
    },
    draftResult: drafts.result,
    openResult: async (cacheKey, owner) => {
      const found = await open(cacheKey);
      if (found?.stored.kind === 'result') {
        const { result, made } = found.stored;
        const { path, release } = found.lease;
        if (shareBetweenAccounts || found.stored.owner === owner) {
          return { result, resultPath: path('result'), release, made };
        }
      }
      found?.lease.release();
      return undefined;
    },
    has,
    findByCacheKey: (cacheKey, owner) => find('cacheKey', cacheKey, owner),
    isOurResult: async (sha256, owner) => (await find('result', sha256, owner)) !== undefined,
    stats: disk.stats,
    close: async () => {
      await uses.close();
      await disk.close();
      await spare.close();
      await eraseFolder(spareFolder);
    },
  };
};

type OpenedResult = Extract<LocalRecord, { kind: 'result' }> &
  Readonly<{ lease: Lease<LocalRecord> }>;

/** Ids and cache keys; sources on this node have longer keys. */
const isKey = (key: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(key);

/** A lease that keeps the source on this node too, from when it is needed. */
const outputLease = (
  output: Output,
  lease: Lease<LocalRecord>,
  bringSource: () => Promise<Lease<LocalRecord>>,
): OutputLease => {
  let source: Promise<Lease<LocalRecord>> | undefined;
  const release = (): void => {
    lease.release();
    source?.then((held) => held.release()).catch(() => undefined);
  };
  return {
    output,
    resultPath: lease.path('result'),
    source: async () => (await (source ??= bringSource())).path('source'),
    share: () => outputLease(output, lease.share(), bringSource),
    release,
    [Symbol.dispose]: release,
  };
};

const gone = (): ServiceError => new ServiceError('not_found', 'Resource not found or expired.');
