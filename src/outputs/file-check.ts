import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf, plainFileStream } from '../plain-files.ts';
import type { EntryFiles, RecordWithFiles } from './entry-folder.ts';

/** Digests of an entry's files by name, perhaps also of some that are elsewhere: SHA-256, 64 hexadecimal digits. */
export type DigestsOf<R> = (record: R) => Readonly<Record<string, string>>;

/** Inode, size and time of an entry's files. A change of the files changes them. */
type FileStamps = string;

/** An entry, and the stamps of its files when they last had the digests of the record. */
type CheckedEntry = { readonly key: string; checkedAs: FileStamps | undefined };

export const createFileCheck = <R>(digestsOf: DigestsOf<R>) => {
  /** Checks under way by key. Further callers wait for the same check. */
  const underWay = new Map<string, Promise<void>>();

  const read = async (
    entry: CheckedEntry,
    folder: string,
    { record, files }: RecordWithFiles<R>,
    stamps: FileStamps,
  ): Promise<void> => {
    for (const [name, expected] of Object.entries(digestsOf(record))) {
      if (files[name] === undefined) continue;
      const { sha256 } = await digestOf(plainFileStream(join(folder, name)));
      if (sha256 !== expected) throw new Error(`${name} is not what was stored`);
    }
    entry.checkedAs = stamps;
  };

  /**
   * Resolves when the files in `folder` have the digests of their record. They are read at their first use
   * after a start, and again when their stamps have changed. Rejects with an error that says what is wrong.
   */
  return async (entry: CheckedEntry, folder: string, stored: RecordWithFiles<R>): Promise<void> => {
    const stamps = await fileStampsOf(folder, stored.files);
    if (entry.checkedAs === stamps) return;
    const { key } = entry;
    const check =
      underWay.get(key) ?? read(entry, folder, stored, stamps).finally(() => underWay.delete(key));
    underWay.set(key, check);
    await check;
  };
};

/** The stamps of the files in `folder`. Rejects when a file does not have the size in the record. */
export const fileStampsOf = async (folder: string, files: EntryFiles): Promise<FileStamps> => {
  const stamps = Object.entries(files).map(async ([name, bytes]) => {
    const { ino, size, mtimeNs } = await stat(join(folder, name), { bigint: true });
    if (size !== BigInt(bytes)) throw new Error(`${name} has ${size} bytes instead of ${bytes}`);
    return `${name} ${ino} ${mtimeNs}`;
  });
  return (await Promise.all(stamps)).join('\n');
};
