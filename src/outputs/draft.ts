import { lstatSync } from 'node:fs';
import { isDiskFull, isMachineFault, ServiceError } from '../errors.ts';
import { createDraftFolder, type DraftFolderOptions } from './draft-folder.ts';
import { folderAway } from './entry-folder.ts';
import { copySynced, linkSynced } from './synced-files.ts';

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
  /** Has `publish` wait for `work` too, as for a write. */
  also: (work: Promise<void>) => Promise<void>;
  /**
   * Waits for the writes and makes the entry visible, complete and on disk. `false` when another entry has
   * the key; it stays, and this draft is discarded. Rejects as `add` does.
   */
  publish: (record: R) => Promise<boolean>;
  /** Removes what was written, unless it is published. May be called at any time and more than once. */
  discard: () => Promise<void>;
}>;

/**
 * The same entry where other nodes can read it. It is published there before it is on this disk. Where this disk fails,
 * it is there alone.
 */
export type RemoteDraft<R> = Readonly<{
  /** Sends a file that is added, and not one that is linked or received. */
  send: (name: string, path: string) => Promise<void>;
  /** `false` when another entry has the key. */
  publish: (record: R) => Promise<boolean>;
  /** Ends what is being sent. */
  abort: () => void;
}>;

type DraftOptions<R> = DraftFolderOptions<R> &
  Readonly<{ remote?: RemoteDraft<R> | undefined; onProblem: (message: string) => void }>;

/** A new draft. The creation of its folder has begun. */
export const createDraft = <R>(options: DraftOptions<R>): Draft<R> => {
  const { key, remote, onProblem } = options;
  let state: 'open' | 'publishing' | 'published' | 'discarded' = 'open';
  const folder = createDraftFolder(options, () => state === 'discarded');
  // Everything that writes into the folder, or to the remote. The draft is discarded only after all of it has ended.
  const writes: Promise<unknown>[] = [];
  // Whether this disk has failed, and the entry is at the remote alone.
  let isLost = false;
  let discarding: Promise<void> | undefined;

  /** A write on this disk. Where there is a remote, its failure is only reported. */
  const here = <T>(write: Promise<T>): Promise<T | void> =>
    remote === undefined
      ? write
      : write.catch((error: unknown) => {
          const isNews = !isLost && state !== 'discarded';
          isLost = true;
          if (isNews)
            onProblem(`The output ${key} is in the bucket, but not on this node: ${String(error)}`);
        });

  /** What the first of `work` gives, when all of it is done. A failure discards the draft. */
  const attempt = <T>(
    ...work: readonly [Promise<T>, ...(Promise<unknown> | undefined)[]]
  ): Promise<T> => {
    for (const each of work) if (each !== undefined) writes.push(each);
    const outcome = Promise.all(work).then(
      ([first]) => first as T,
      async (error: unknown) => {
        await discard();
        throw failureOf(error);
      },
    );
    // `publish` reports it too. After a discard it is not needed.
    outcome.catch(() => undefined);
    return outcome;
  };
  const closed = (): Promise<never> => attempt(Promise.reject(new Error('The draft is closed.')));

  const discard = (): Promise<void> => (discarding ??= removeAll());

  const removeAll = async (): Promise<void> => {
    if (!isPublished()) {
      state = 'discarded';
      remote?.abort();
    }
    await Promise.allSettled(writes);
    if (!folder.isKept()) await folder.remove();
  };

  // A function, because a publish under way may still succeed while `removeAll` waits for it.
  const isPublished = (): boolean => state === 'published';

  const addFile = (
    name: string,
    bytesOf: () => Promise<number>,
    write: (target: string, bytes: number) => Promise<void>,
    send?: () => Promise<void>,
  ): Promise<void> => {
    if (state !== 'open') return closed();
    return attempt(here(folder.add(name, bytesOf, write)), send?.());
  };

  const publishHere = async (record: R, written: readonly Promise<unknown>[]): Promise<boolean> => {
    const isDone = await folder.publish(record, written);
    if (isDone) state = 'published';
    return isDone;
  };

  const publishBoth = async (
    there: RemoteDraft<R>,
    record: R,
    written: readonly Promise<unknown>[],
  ): Promise<boolean> => {
    await Promise.all(written);
    if (!(await there.publish(record))) return false;
    state = 'published';
    if (!isLost) await here(folder.publish(record, []));
    return true;
  };

  const publish = async (record: R): Promise<boolean> => {
    if (state !== 'open') return closed();
    state = 'publishing';
    const written = [...writes];
    const isDone = await attempt(
      remote === undefined ? publishHere(record, written) : publishBoth(remote, record, written),
    );
    if (!folder.isKept()) await discard();
    return isDone;
  };

  // Writers and `publish` report the error. A draft that is discarded at once does not.
  folder.prepared.catch(() => undefined);
  writes.push(here(folder.prepared));

  return {
    add: (name, path) => {
      const send = remote && (() => remote.send(name, path));
      return addFile(name, sizeOf(path), (to, bytes) => copySynced(path, to, bytes), send);
    },
    link: (name, path) => addFile(name, sizeOf(path), (to, bytes) => linkSynced(path, to, bytes)),
    receive: (name, bytes, write) => addFile(name, async () => bytes, write),
    also: (work) => attempt(work),
    publish,
    discard,
  };
};

/** Synchronous, since the file was just written, or read. */
const sizeOf = (path: string) => async (): Promise<number> => lstatSync(path).size;

/** The error of a failed write for the caller. A disk that is full or away is not an internal error. */
const failureOf = (error: unknown): unknown => {
  if (!isDiskFull(error)) return isMachineFault(error) ? folderAway(error) : error;
  const message = 'The image cannot be stored: the disk is full.';
  return new ServiceError('storage_full', message, { cause: error });
};
