import type { Draft, RemoteDraft } from './draft.ts';
import type { Lease } from './lease.ts';
import type { FileName, StoredRecord } from './output-record.ts';

/** By what outputs are found: cache key, or SHA-256 of the result. */
export type FindBy = 'cacheKey' | 'result';

/** An entry whose files can be opened on this node. */
export type OpenedEntry = Readonly<{
  key: string;
  record: StoredRecord;
  /** The file on this node, downloaded here when it is not. Undefined when it is gone. */
  file: (name: FileName) => Promise<Lease<StoredRecord> | undefined>;
}>;

/** Where the entries of all nodes are. All reject with `unavailable` while it is away. */
export type Remote = Readonly<{
  /** Begins an entry, which is published there before it is on the disk of this node. */
  begin: (
    key: string,
    kind: StoredRecord['kind'],
  ) => RemoteDraft<StoredRecord> &
    Readonly<{
      /** Shares the files of another entry, which are then not sent. Call it before `publish`. */
      share: (other: OpenedEntry) => Promise<void>;
    }>;
  /**
   * Writes the file `name` of an entry into a draft of this disk, and publishes that. `false` when there is no such
   * entry, or it has other bytes than were stored, which is reported. `record`: where it is known.
   */
  download: (
    key: string,
    name: FileName,
    begin: () => Draft<StoredRecord>,
    record?: StoredRecord,
  ) => Promise<boolean>;
  has: (key: string) => Promise<boolean>;
  /** Key of an entry of `owner`, else of an account that shares results. Undefined also while the remote is away. */
  find: (by: FindBy, term: string, owner: string) => Promise<string | undefined>;
  /** Notes a use, in the background. */
  used: (entry: OpenedEntry) => void;
  /** Resolves when all uses are noted. */
  close: () => Promise<void>;
}>;
