import { join } from 'node:path';
import { syncPath } from '../durable-file.ts';
import {
  diskBytesOf,
  eraseFolder,
  folderBytes,
  isFileName,
  makeFolder,
  recordBytesOf,
  temporaryName,
  writeRecord,
  type IsRecord,
  type StoredEntry,
} from './entry-folder.ts';
import type { Erasures } from './erasures.ts';
import { fileStampsOf } from './file-check.ts';
import type { Space } from './space.ts';
import { moveIntoPlace } from './synced-files.ts';

export type DraftFolderOptions<R> = Readonly<{
  /** The folder of all entries. */
  folder: string;
  key: string;
  space: Space;
  erasures: Pick<Erasures, 'erase'>;
  isRecord: IsRecord<R>;
  now: () => number;
  /** Resolves with whether the key is free, after an expired entry with this key has been removed. */
  isKeyFree: (key: string) => Promise<boolean>;
  /** Takes over the published entry, its held bytes, and the stamps of its files. */
  keep: (entry: StoredEntry<R>, stamps: string) => void;
}>;

/** The folder of a draft, whose creation has begun. Nothing is written any more where `isOver`. */
export const createDraftFolder = <R>(options: DraftFolderOptions<R>, isOver: () => boolean) => {
  const { folder, key, space, erasures, isRecord, now, isKeyFree, keep } = options;
  const path = join(folder, temporaryName('draft'));
  const files: Record<string, number> = {};
  // Resolve when the size of a file is known and its space is reserved, before it is written.
  const sizings: Promise<number>[] = [];
  let reservedBytes = 0;
  let [isMade, isKept] = [false, false];
  let recordWritten: Promise<void> | undefined;

  const reserve = async (bytes: number): Promise<void> => {
    await space.reserve(bytes);
    reservedBytes += bytes;
    if (isOver()) throw new Error('The draft was discarded.');
  };

  const prepare = async (): Promise<void> => {
    await reserve(folderBytes);
    await makeFolder(path);
    isMade = true;
  };
  const prepared = prepare();

  return {
    prepared,
    /** Has `write` create the file `name`. Its bytes are reserved before. */
    add: async (
      name: string,
      bytesOf: () => Promise<number>,
      write: (target: string, bytes: number) => Promise<void>,
    ): Promise<void> => {
      if (!isFileName(name)) throw new Error(`${name} cannot be the name of a file.`);
      const sized = async (): Promise<number> => {
        await prepared;
        const size = await bytesOf();
        await reserve(diskBytesOf(size));
        files[name] = size;
        return size;
      };
      const sizing = sized();
      sizings.push(sizing);
      await write(join(path, name), await sizing);
    },
    /**
     * Gives the folder its final name when `written` has ended and the record is on disk. `false` when another entry
     * has the key.
     */
    publish: async (record: R, written: readonly Promise<unknown>[]): Promise<boolean> => {
      await Promise.all([prepared, ...sizings]);
      if (!isRecord(record, files)) throw new Error('The record does not describe the files.');
      const bytes = recordBytesOf({ record, files });
      const lastUsedMs = now();
      await reserve(diskBytesOf(bytes.length));
      recordWritten = writeRecord(path, bytes, lastUsedMs);
      // Side by side: the record may be on disk before the files that it names, since the folder has its
      // final name only when all are.
      await Promise.all([...written, recordWritten]);
      await syncPath(path);
      const stamps = await fileStampsOf(path, files);
      if (!(await isKeyFree(key)) || !(await moveIntoPlace(path, join(folder, key)))) return false;
      isKept = true;
      keep({ record, files, bytes: reservedBytes, lastUsedMs }, stamps);
      return true;
    },
    /** Whether it has its final name. */
    isKept: () => isKept,
    /** Removes it. Nothing else may be writing into it. */
    remove: async (): Promise<void> => {
      await recordWritten?.catch(() => undefined);
      space.unhold(reservedBytes);
      // Where it could not be made, there is nothing to remove, and removing may fail for the same reason.
      const remove = isMade ? () => eraseFolder(path) : async () => undefined;
      await erasures.erase('An unfinished output', reservedBytes, remove);
    },
  };
};
