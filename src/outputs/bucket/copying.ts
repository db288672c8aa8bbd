import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf, plainFileStream } from '../../plain-files.ts';
import { filesIn, type StoredRecord } from '../output-record.ts';

/** An entry, and the paths of its files, which are what the record describes. */
type CopiedEntry = Readonly<{
  key: string;
  record: StoredRecord;
  path: (name: string) => string;
  /** Milliseconds since 1970. */
  usedMs: number;
}>;

/** The outputs in files, or in a bucket. `folder` is an empty one of this machine, for the length of a call. */
export type CopySide = Readonly<{
  /** Keys and last uses; the oldest first. */
  list: () => Promise<readonly Pick<CopiedEntry, 'key' | 'usedMs'>[]>;
  has: (key: string) => boolean | Promise<boolean>;
  /** Bytes of an entry, 0 where that takes more than a look. Undefined as `open`. */
  look: (key: string) => number | undefined;
  /** Undefined when the entry has expired, or is not what was stored, which is reported. */
  open: (key: string, folder: string) => Promise<Omit<CopiedEntry, 'usedMs'> | undefined>;
  /** Puts an entry there, where it can be found when it has been read back. @throws StartError when it is another. */
  put: (entry: CopiedEntry, folder: string) => Promise<void>;
}>;

/** Outputs, and results of operations, until now. */
export type CopiedOutputs = Readonly<{
  total: number;
  /** Copied, and read back. */
  copied: number;
  /** There from an earlier copy. */
  present: number;
  /** Expired, or damaged where they were. */
  skipped: number;
  bytes: number;
}>;

export type CopyingOptions = Readonly<{
  from: Pick<CopySide, 'list' | 'look' | 'open'>;
  to: Pick<CopySide, 'has' | 'put'>;
  /** Entries that are copied at the same time. */
  atOnce: number;
  /** Says what would be copied, and copies nothing. */
  isDryRun: boolean;
  onProgress: (copied: CopiedOutputs) => void;
}>;

/**
 * Copies outputs. The side that they are from stays as it is. A copy that was interrupted is completed by the next one.
 * Rejects with `unavailable` where the bucket or Redis is away, and as `put` does.
 */
export const copyEntries = async (options: CopyingOptions): Promise<CopiedOutputs> => {
  const { from, to, atOnce, isDryRun, onProgress } = options;
  const listed = await from.list();
  let counted: CopiedOutputs = {
    total: listed.length,
    copied: 0,
    present: 0,
    skipped: 0,
    bytes: 0,
  };
  const count = (what: 'copied' | 'present' | 'skipped', bytes = 0): void => {
    counted = { ...counted, [what]: counted[what] + 1, bytes: counted.bytes + bytes };
    onProgress(counted);
  };

  const copy = async (key: string, usedMs: number): Promise<number | undefined> => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'shrinkd-copy-'));
    const entry = await from.open(key, folder.path);
    if (entry === undefined) return undefined;
    await to.put({ ...entry, usedMs }, folder.path);
    return bytesIn(entry.record);
  };

  const waiting = listed.values();
  const copyNext = async (): Promise<void> => {
    for (const { key, usedMs } of waiting) {
      if (await to.has(key)) count('present');
      else {
        const bytes = isDryRun ? from.look(key) : await copy(key, usedMs);
        if (bytes === undefined) count('skipped');
        else count('copied', bytes);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, copyNext));
  return counted;
};

/** Bytes of the files of an entry. */
export const bytesIn = (record: StoredRecord): number =>
  Object.values(filesIn(record)).reduce((sum, { bytes }) => sum + bytes, 0);

/** Whether the files have the digests of the record. */
export const isWhole = async ({
  record,
  path,
}: Pick<CopiedEntry, 'record' | 'path'>): Promise<boolean> => {
  for (const [name, { sha256 }] of Object.entries(filesIn(record))) {
    if ((await digestOf(plainFileStream(path(name)))).sha256 !== sha256) return false;
  }
  return true;
};
