import { bucketAway } from '../bucket.ts';
import { ServiceError, systemCodeOf } from '../errors.ts';
import type { DiskLru } from './disk-lru.ts';
import type { Lease } from './lease.ts';
import type { FileName, StoredRecord } from './output-record.ts';
import type { Remote } from './remote.ts';

type DownloadsOptions = Readonly<{
  remote: Pick<Remote, 'download'>;
  disk: DiskLru<StoredRecord>;
  /** For what `disk` cannot take, since it is full or away. */
  spare: DiskLru<StoredRecord>;
  onProblem: (message: string) => void;
}>;

export type WantedFile = Readonly<{
  key: string;
  name: FileName;
  /** Where it is known. */
  record?: StoredRecord;
}>;

type EntryLease = Lease<StoredRecord>;

/** Files of entries on this node, where they are downloaded when they are not there, each once for all who wait. */
export const createDownloads = ({ remote, disk, spare, onProblem }: DownloadsOptions) => {
  /** By key on this node. */
  const underWay = new Map<string, Promise<EntryLease | undefined>>();

  const openHere = async (entry: string, name: FileName): Promise<EntryLease | undefined> => {
    for (const place of [disk, spare]) {
      // A disk that is away has nothing.
      const lease = await place.open(entry).catch(() => undefined);
      if (lease?.has(name)) return lease;
      lease?.release();
    }
    return undefined;
  };

  const downloadTo = async (
    place: DiskLru<StoredRecord>,
    { key, name, record }: WantedFile,
  ): Promise<EntryLease | undefined> => {
    const entry = keyHere(key, name);
    if (!(await remote.download(key, name, () => place.begin(entry), record))) return undefined;
    const lease = await place.open(entry);
    if (lease === undefined) throw bucketAway(new Error(`${entry} was evicted at once`));
    return lease;
  };

  const download = async (wanted: WantedFile): Promise<EntryLease | undefined> => {
    try {
      return await downloadTo(disk, wanted);
    } catch (error) {
      if (!isOfDisk(error)) throw error;
      const { key } = wanted;
      onProblem(`The output ${key} cannot be kept on the disk of this node: ${String(error)}`);
      return downloadTo(spare, wanted);
    }
  };

  const begin = (entry: string, wanted: WantedFile): Promise<EntryLease | undefined> => {
    const begun = download(wanted).finally(() => underWay.delete(entry));
    underWay.set(entry, begun);
    // Released after all who wait for it have a lease of their own.
    void begun.then((lease) => setImmediate(() => lease?.release())).catch(() => undefined);
    return begun;
  };

  /**
   * A lease on an entry that has the file. Undefined when there is none at the remote, or what is there has other bytes
   * than were stored. Rejects with `unavailable` when it cannot be downloaded, and `storage_full`.
   */
  const open = async (wanted: WantedFile): Promise<EntryLease | undefined> => {
    const { key, name } = wanted;
    const entry = keyHere(key, name);
    for (const held of new Set([entry, key])) {
      const found = await openHere(held, name);
      if (found !== undefined) return found;
    }
    return (await (underWay.get(entry) ?? begin(entry, wanted)))?.share();
  };

  return {
    open,
    /** A lease on a source that was downloaded to this node. */
    downloadedSource: (key: string) => openHere(keyHere(key, 'source'), 'source'),
  };
};

/** Sources are downloaded apart, since clients usually want results alone. */
const keyHere = (key: string, name: FileName): string =>
  name === 'result' ? key : `${key}-${name}`;

/** Whether the disk is full, or failed with an error of the system. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof ServiceError &&
  (error.code === 'storage_full' || systemCodeOf(error.cause) !== undefined);
