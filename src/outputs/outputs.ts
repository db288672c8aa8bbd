import { randomBytes } from 'node:crypto';
import { createDownloads, type WantedFile } from './downloads.ts';
import { createDiskLru } from './disk-lru.ts';
import { eraseFolder } from './entry-folder.ts';
import type { Lease } from './lease.ts';
import type { EvictReason } from './lru-index.ts';
import { createOutputIndex } from './output-index.ts';
import {
  digestsOf,
  isRecordOfSome,
  isStoredRecord,
  ownerOf,
  type StoredRecord,
} from './output-record.ts';
import { entryLeaseOf, outputLease } from './output-lease.ts';
import type { Output, OutputLease, Outputs } from './output.ts';
import type { OpenedEntry, Remote } from './remote.ts';

type OutputsOptions = Readonly<{
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
  /** Has the outputs of all nodes; the folder then has what was made or read on this one. */
  beyond?: Readonly<{
    remote: Remote;
    /**
     * On another disk or in memory, for what `folder` cannot take. It is emptied at the start and at the end.
     */
    spareFolder: string;
  }>;
}>;

/** Of the spare folder, which may be in memory. */
const spareBytes = 512 * 1024 ** 2;

/**
 * The outputs on the disk, in the order of use of the last run, and those beyond it.
 * Rejects with the system error when the folder cannot be read or written.
 */
export const createOutputs = async (options: OutputsOptions): Promise<Outputs> => {
  const { beyond, shareBetweenAccounts: isShared = true, now = Date.now, onProblem } = options;
  const remote = beyond?.remote;
  const index = createOutputIndex();
  const openDisk = (place: Pick<OutputsOptions, 'folder' | 'maxBytes'>) =>
    createDiskLru<StoredRecord>({
      ...{ retentionSeconds: 48 * 3600, onEvict: () => undefined, ...options, ...place, now },
      isRecord: remote === undefined ? isStoredRecord : isRecordOfSome,
      digestsOf,
      // The remote finds what all nodes have.
      onAdd: remote === undefined ? index.add : () => undefined,
      onRemove: index.remove,
    });
  const disk = await openDisk(options);
  const openSpare = async (folder: string) => {
    await eraseFolder(folder);
    return openDisk({ folder, maxBytes: spareBytes });
  };
  const spare = beyond && (await openSpare(beyond.spareFolder));
  const downloads = remote && spare && createDownloads({ remote, disk, spare, onProblem });

  const hold = (wanted: WantedFile): Promise<Lease<StoredRecord> | undefined> =>
    downloads === undefined ? disk.open(wanted.key) : downloads.open(wanted);
  const entryOf = (key: string, record: StoredRecord): OpenedEntry => ({
    ...{ key, record },
    file: (name) => hold({ key, name, record }),
  });

  /** A lease on the result of an entry of this kind, which `owner` may have where one is given. */
  const open = async <K extends StoredRecord['kind']>(key: string, kind: K, owner?: string) => {
    const lease = isKey(key) ? await hold({ key, name: 'result' }) : undefined;
    if (lease === undefined) return undefined;
    const { record } = lease;
    const isOpen = isShared || owner === undefined || ownerOf(record) === owner;
    if (isOpen && record.kind === kind) {
      remote?.used(entryOf(key, record));
      return lease as Lease<Extract<StoredRecord, { kind: K }>>;
    }
    lease.release();
    return undefined;
  };

  const find: Remote['find'] = async (by, term, owner) =>
    remote === undefined
      ? index
          .keysOf(by, term, owner)
          .find((key) => (isShared || index.ownerOf(key) === owner) && disk.has(key))
      : remote.find(by, term, owner);

  return {
    draft: () => {
      const id = createId();
      const there = remote?.begin(id, 'output');
      const draft = disk.begin(id, there);
      /** The source too, unless it is at the remote alone. */
      const linkSource = async (other: OutputLease): Promise<void> => {
        const lease = entryLeaseOf(other);
        if (lease?.has('source')) return draft.link('source', lease.path('source'));
        using downloaded = await downloads?.downloadedSource(other.output.id);
        if (downloaded !== undefined) await draft.link('source', downloaded.path('source'));
      };
      return {
        id,
        addSource: (path) => draft.add('source', path),
        addResult: (path) => draft.add('result', path),
        linkFrom: async (lease) => {
          const other = entryOf(lease.output.id, { kind: 'output', output: lease.output });
          await Promise.all([
            there && draft.also(there.share(other)),
            draft.link('result', lease.resultPath),
            linkSource(lease),
          ]);
        },
        publish: async ({ owner, cacheKey, source, result, receipt }) => {
          const output: Output = { id, owner, cacheKey, createdAt: now(), source, result, receipt };
          if (!(await draft.publish({ kind: 'output', output })))
            throw new Error(`${id} is taken.`);
          return output;
        },
        discard: draft.discard,
      };
    },
    open: async (id) => {
      const lease = await open(id, 'output');
      return lease && outputLease(lease, () => entryOf(id, lease.record).file('source'));
    },
    draftResult: (cacheKey, owner) => {
      const draft = disk.begin(cacheKey, remote?.begin(cacheKey, 'result'));
      return {
        addResult: (path) => draft.add('result', path),
        publish: async (result, made) => {
          await draft.publish({ kind: 'result', owner, result, made });
        },
        discard: draft.discard,
      };
    },
    openResult: async (cacheKey, owner) => {
      const lease = await open(cacheKey, 'result', owner);
      if (lease === undefined) return undefined;
      const { record, path, release } = lease;
      return { result: record.result, resultPath: path('result'), made: record.made, release };
    },
    has: async (id) => disk.has(id) || (await remote?.has(id)) === true,
    findByCacheKey: (cacheKey, owner) => find('cacheKey', cacheKey, owner),
    isOurResult: async (sha256, owner) => (await find('result', sha256, owner)) !== undefined,
    stats: disk.stats,
    close: async () => {
      await remote?.close();
      await disk.close();
      await spare?.close();
      if (beyond) await eraseFolder(beyond.spareFolder);
    },
  };
};

/** 160 random bits: 40 of `0-9`, `a-f`. */
const createId = (): string => randomBytes(20).toString('hex');

/** Ids and cache keys; sources that were downloaded have longer ones. */
const isKey = (key: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(key);
