import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull, isMachineFault, ServiceError } from '../errors.ts';
import { syncPath } from '../durable-file.ts';
import { copySynced, linkSynced, moveIntoPlace } from './synced-files.ts';
import {
  diskBytesOf,
  eraseFolder,
  folderAway,
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

/**
 * An entry being written. It is invisible until it is published. A failed write discards the draft, and
 * `publish` rejects with the same error, so callers need not await each write.
 */
export type Draft<R> = Readonly<{
  /**
   * Copies the file at `path` into the draft as `name`, and resolves when it is on disk. Several calls may
   * run at once. Rejects with `storage_full` when the limit or the disk leaves no room.
   */
  add: (name: string, path: string) => Promise<void>;
  /** Like `add`, for a file of another entry, whose lease the caller holds. Both share its bytes on disk. */
  link: (name: string, path: string) => Promise<void>;
  /**
   * Has `write` create the file `name`, of `bytes`. It need not be on disk: a file that a crash damages is not what
   * the record describes.
   */
  receive: (name: string, bytes: number, write: (path: string) => Promise<void>) => Promise<void>;
  /**
   * Waits for the writes and makes the entry visible, complete and on disk. `false` when another entry has
   * the key; it stays, and this draft is discarded. Rejects as `add` does.
   */
  publish: (record: R) => Promise<boolean>;
  /** Removes what was written, unless it is published. May be called at any time and more than once. */
  discard: () => Promise<void>;
}>;

export type DraftOptions<R> = Readonly<{
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
  keep: (entry: StoredEntry<R>, look: string) => void;
}>;

/** A new draft. The creation of its folder has begun. */
export const createDraft = <R>(options: DraftOptions<R>): Draft<R> => {
  const { folder, key, space, erasures, isRecord, now, isKeyFree, keep } = options;
  const path = join(folder, temporaryName('draft'));
  const files: Record<string, number> = {};
  // Everything that writes into the folder, which is removed only after all of it has ended.
  const writes: Promise<unknown>[] = [];
  // Resolve when the size of a file is known and its space is reserved, before it is written.
  const sizings: Promise<number>[] = [];
  let state: 'open' | 'publishing' | 'published' | 'discarded' = 'open';
  let reservedBytes = 0;
  let isMade = false;
  let discarding: Promise<void> | undefined;

  const reserve = async (bytes: number): Promise<void> => {
    await space.reserve(bytes);
    reservedBytes += bytes;
    if (state === 'discarded') throw new Error('The draft was discarded.');
  };

  const attempt = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const write = work();
    writes.push(write);
    const outcome = write.catch(async (error: unknown) => {
      await discard();
      throw failureOf(error);
    });
    // `publish` reports it too. After a discard it is not needed.
    outcome.catch(() => undefined);
    return outcome;
  };

  const discard = (): Promise<void> => (discarding ??= removeAll());

  const removeAll = async (): Promise<void> => {
    if (state !== 'published') state = 'discarded';
    await Promise.allSettled(writes);
    if (isPublished()) return;
    space.unhold(reservedBytes);
    // Where its folder could not be made, there is nothing to remove, and removing may fail for the same reason.
    const remove = isMade ? () => eraseFolder(path) : async () => undefined;
    await erasures.erase('An unfinished output', reservedBytes, remove);
  };

  // A function, because a publish under way may still succeed while `removeAll` waits for it.
  const isPublished = (): boolean => state === 'published';

  const addFile = (
    name: string,
    bytesOf: () => Promise<number>,
    write: (target: string, bytes: number) => Promise<void>,
  ): Promise<void> => {
    const isOpen = state === 'open';
    const sized = async (): Promise<number> => {
      if (!isOpen) throw new Error('The draft is closed.');
      if (!isFileName(name)) throw new Error(`${name} cannot be the name of a file.`);
      await prepared;
      const size = await bytesOf();
      await reserve(diskBytesOf(size));
      files[name] = size;
      return size;
    };
    return attempt(async () => {
      const sizing = sized();
      sizings.push(sizing);
      await write(join(path, name), await sizing);
    });
  };

  const publishFiles = async (
    record: R,
    earlier: readonly Promise<unknown>[],
  ): Promise<boolean> => {
    await Promise.all([prepared, ...sizings]);
    if (!isRecord(record, files)) throw new Error('The record does not describe the files.');
    const bytes = recordBytesOf({ record, files });
    const lastUsedMs = now();
    await reserve(diskBytesOf(bytes.length));
    const written = writeRecord(path, bytes, lastUsedMs);
    writes.push(written);
    // Side by side: the record may be on disk before the files that it names, since the folder has its
    // final name only when all are.
    await Promise.all([...earlier, written]);
    await syncPath(path);
    const look = await fileStampsOf(path, files);
    if (!(await isKeyFree(key)) || !(await moveIntoPlace(path, join(folder, key)))) return false;
    state = 'published';
    keep({ record, files, bytes: reservedBytes, lastUsedMs }, look);
    return true;
  };

  const publish = async (record: R): Promise<boolean> => {
    const isOpen = state === 'open';
    if (isOpen) state = 'publishing';
    const earlier = [...writes];
    const isDone = await attempt(async () => {
      if (!isOpen) throw new Error('The draft is closed.');
      return publishFiles(record, earlier);
    });
    if (!isDone) await discard();
    return isDone;
  };

  const prepare = async (): Promise<void> => {
    await reserve(folderBytes);
    await makeFolder(path);
    isMade = true;
  };

  const prepared = prepare();
  // Writers and `publish` report the error. A draft that is discarded at once does not.
  prepared.catch(() => undefined);
  writes.push(prepared);

  return {
    add: (name, source) => addFile(name, sizeOf(source), copyOf(source, copySynced)),
    link: (name, source) => addFile(name, sizeOf(source), copyOf(source, linkSynced)),
    receive: (name, bytes, write) => addFile(name, async () => bytes, write),
    publish,
    discard,
  };
};

const sizeOf = (path: string) => async (): Promise<number> => (await lstat(path)).size;

const copyOf =
  (source: string, copy: typeof copySynced) =>
  (target: string, bytes: number): Promise<void> =>
    copy(source, target, bytes);

/** The error of a failed write for the caller. A disk that is full or away is not an internal error. */
const failureOf = (error: unknown): unknown => {
  if (!isDiskFull(error)) return isMachineFault(error) ? folderAway(error) : error;
  const message = 'The image cannot be stored: the disk is full.';
  return new ServiceError('storage_full', message, { cause: error });
};
