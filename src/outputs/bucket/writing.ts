import type { Bucket } from '../../bucket.ts';
import type { DiskLru } from '../disk-lru.ts';
import type { Draft } from '../draft.ts';
import type { StoredRecord } from '../output-record.ts';
import { type LocalRecord, sourceKeyOf } from './local-record.ts';
import { baseOf } from './objects.ts';
import type { Pointers } from './pointers.ts';
import { createSending } from './sending.ts';
import { termsOf } from './uses.ts';

export type WritingParts = Readonly<{
  bucket: Bucket;
  disk: Pick<DiskLru<LocalRecord>, 'begin'>;
  pointers: Pick<Pointers, 'publish' | 'get'>;
  now: () => number;
  onProblem: (message: string) => void;
}>;

type FileName = 'source' | 'result';

/**
 * An entry being written to the bucket and to the disk of this node. A failed write discards it; but where it is this
 * disk that fails, the entry is in the bucket alone.
 */
export type Writing = Readonly<{
  add: (name: FileName, path: string) => Promise<void>;
  /** Shares the objects in the folder that `folderOfOther` gives. `path` is their result on this node. */
  link: (path: string, folderOfOther: () => Promise<string>) => Promise<void>;
  /** Waits for the writes. `false` when another entry has the key. */
  publish: (stored: StoredRecord, owner: string) => Promise<boolean>;
  /** Ends what is being written, unless it is published. */
  discard: () => Promise<void>;
}>;

/** `folder`: where its objects are to be. */
export const createWriting = (
  key: string,
  folder: string,
  { bucket, disk, pointers, now, onProblem }: WritingParts,
): Writing => {
  const sending = createSending(bucket, folder);
  const drafts = new Map<FileName, Draft<LocalRecord>>();
  const writes: Promise<unknown>[] = [];
  let state: 'open' | 'publishing' | 'published' | 'discarded' = 'open';
  let shared: string | undefined;
  let discarding: Promise<void> | undefined;

  const draftOf = (name: FileName): Draft<LocalRecord> => {
    const begun =
      drafts.get(name) ?? disk.begin(name === 'result' ? key : sourceKeyOf(baseOf(folder)));
    drafts.set(name, begun);
    return begun;
  };

  /** What the first of `work` gives, when all of it is done. All has ended before the entry is discarded. */
  const attempt = <T>(work: readonly [Promise<T>, ...Promise<unknown>[]]): Promise<T> => {
    writes.push(...work);
    const outcome = Promise.all(work).then(
      ([first]) => first,
      async (error: unknown) => {
        await discard();
        throw error;
      },
    );
    // `publish` reports it too. After a discard it is not needed.
    outcome.catch(() => undefined);
    return outcome;
  };

  const discard = (): Promise<void> => (discarding ??= removeAll());

  const removeAll = async (): Promise<void> => {
    if (state !== 'published') {
      state = 'discarded';
      sending.abort();
    }
    await Promise.allSettled(writes);
    await Promise.all([...drafts.values()].map((draft) => draft.discard()));
  };

  /** A draft that fails has discarded itself. */
  const kept = (name: FileName, writing: Promise<void>): Promise<void> =>
    writing.catch((error: unknown) => {
      drafts.delete(name);
      if (state !== 'discarded') onNotHere(error);
    });

  const onNotHere = (error: unknown): void =>
    onProblem(`The output ${key} is in the bucket, but not on this node: ${String(error)}`);

  const write = (one: () => Promise<void>, other: () => Promise<void>): Promise<void> =>
    attempt(
      state === 'open' ? [one(), other()] : [Promise.reject(new Error('The draft is closed.'))],
    );

  const publishAll = async (
    stored: StoredRecord,
    owner: string,
    earlier: readonly Promise<unknown>[],
  ): Promise<boolean> => {
    await Promise.all(earlier);
    if (shared === undefined) await sending.finish(stored);
    const at = shared ?? folder;
    const createdAt = stored.kind === 'output' ? stored.output.createdAt : now();
    const pointer = { folder: at, owner, createdAt };
    if (!(await pointers.publish(key, pointer, termsOf(stored)))) return false;
    state = 'published';
    await keepHere(baseOf(at), stored);
    return true;
  };

  /** The output is in the bucket, also where this disk is full. */
  const keepHere = async (base: string, stored: StoredRecord): Promise<void> => {
    const [result, source] = [drafts.get('result'), drafts.get('source')];
    const sha256 = stored.kind === 'output' ? stored.output.source.sha256 : '';
    try {
      await Promise.all([
        result?.publish({ kind: 'result', base, stored }),
        source?.publish({ kind: 'source', sha256 }),
      ]);
    } catch (error) {
      onNotHere(error);
    }
  };

  return {
    add: (name, path) =>
      write(
        () => sending.send(name, path),
        () => kept(name, draftOf(name).add(name, path)),
      ),
    link: (path, folderOfOther) =>
      write(
        async () => void (shared = await folderOfOther()),
        () => kept('result', draftOf('result').link('result', path)),
      ),
    publish: async (stored, owner) => {
      if (state !== 'open') throw new Error('The draft is closed.');
      state = 'publishing';
      const isDone = await attempt([publishAll(stored, owner, [...writes])]);
      if (!isDone) await discard();
      return isDone;
    },
    discard,
  };
};
