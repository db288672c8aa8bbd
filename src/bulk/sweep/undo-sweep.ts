import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundObject, ListedObject, ObjectStore, ObjectTraits } from '../../bucket.ts';
import { digestOf, plainFileStream } from '../../plain-files.ts';
import { eachAtOnce } from '../at-once.ts';
import { reasonOf } from '../failure.ts';
import { rawOf } from '../raw-path.ts';
import type { Undone } from '../undo.ts';
import type { Selection } from '../selection.ts';
import { selectedObjects } from './object-batch.ts';
import { markKey, sweepKey, versionKey } from './sweep-record.ts';

type UndoWork = Readonly<{
  source: ObjectStore;
  /** Has the originals; undefined: they are versions of the bucket. */
  backup: ObjectStore | undefined;
  heedsConditions: boolean;
  folder: string;
  /** Id of the sweep of a service whose results alone are meant. */
  sweep?: string;
}>;

type UndoSweepOptions = UndoWork &
  Readonly<{
    selection: Selection;
    atOnce: number;
    onUndone: (undone: Undone) => void;
    stopping: AbortSignal;
  }>;

/**
 * Gives the originals back of all results below the prefix, which have a mark. Objects that somebody has replaced since
 * have none.
 */
export const undoSweep = async (options: UndoSweepOptions): Promise<void> => {
  const { source, selection, atOnce, stopping, onUndone } = options;
  await eachAtOnce({
    ...{ items: selectedObjects(source, selection, new AbortController().signal) },
    ...{ atOnce, stopping },
    work: async (object) => {
      const path = rawOf(object.key);
      try {
        if (await giveBack(object, options, new AbortController().signal))
          onUndone({ path, happened: 'restored' });
      } catch (error) {
        onUndone({ path, happened: 'failed', reason: reasonOf(error) });
      }
    },
  });
};

/** Gives back the original of one object. False for one that is no result. @throws an error that says what prevents it. */
export const giveBack = async (
  { key }: Pick<ListedObject, 'key'>,
  { source, backup, heedsConditions, folder: parent, sweep }: UndoWork,
  signal: AbortSignal,
): Promise<boolean> => {
  const result = await source.head(key, signal);
  if (typeof result === 'string' || result.metadata[markKey] === undefined) return false;
  if (sweep !== undefined && result.metadata[sweepKey] !== sweep) return false;
  const { original, traits } = await originalOf(result, { source, backup }, signal);
  await using folder = await mkdtempDisposable(join(parent, 'object-'));
  const path = join(folder.path, 'original');
  const fetched = await (backup ?? source).fetch(original, path, signal);
  if (fetched === 'changed') throw new Error('Its original was changed meanwhile.');
  const { sha256 } = await digestOf(plainFileStream(path));
  const body = { path, bytes: original.bytes, sha256 };
  const condition = heedsConditions ? { replaces: result.etag } : {};
  const put = await source.put(key, body, traits, { ...condition, signal });
  if (put === 'changed') throw new Error('It was changed meanwhile.');
  return true;
};

/** What the object was before, as it is to be stored again. */
const originalOf = async (
  { key, metadata }: FoundObject,
  { source, backup }: Pick<UndoSweepOptions, 'source' | 'backup'>,
  signal: AbortSignal,
): Promise<Readonly<{ original: FoundObject; traits: ObjectTraits }>> => {
  const version = metadata[versionKey];
  if (backup === undefined && version === undefined) {
    throw new Error('No version of its original is known: name the --backup.');
  }
  const original = await (backup ?? source).head(
    key,
    signal,
    backup === undefined ? version : undefined,
  );
  if (typeof original === 'string') throw new Error('Its original is gone.');
  const traits = await original.traits(signal);
  if (traits === 'changed') throw new Error('Its original is gone.');
  if (backup === undefined) return { original: { ...original, version }, traits };
  const { [markKey]: mark, ...others } = original.metadata;
  if (mark !== metadata[markKey]) throw new Error('Its backup is that of another object.');
  return { original: { ...original, version: undefined }, traits: { ...traits, metadata: others } };
};
