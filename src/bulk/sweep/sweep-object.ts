import { createReadStream } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundObject, ListedObject } from '../../bucket.ts';
import { hasCode } from '../../errors.ts';
import { reasonNotToTake, reasonOf } from '../failure.ts';
import type { Outcome } from '../outcome.ts';
import { rawOf } from '../raw-path.ts';
import { Changed, Left, note, storeResult, type SweepWork } from './store-result.ts';
import { markKey, markOf, sweepKey, type SweepRecord } from './sweep-record.ts';

/**
 * Compresses one object. What prevents it is the outcome.
 * @throws the reason of `signal`, and interruptions.
 */
export const sweepObject = async (
  listed: ListedObject,
  work: SweepWork,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { key, bytes: before } = listed;
  const about = { path: rawOf(key), before, after: before };
  try {
    if (!isNamed(listed)) throw new Left('Its key is no UTF-8.');
    checkBytes(listed, work);
    if (listed.isArchived) throw new Left('It is archived.');
    const found = await headOf(listed, work, signal);
    // It may have been replaced since it was listed.
    checkBytes(found, work);
    const known = await doneInStore(found, work, signal);
    if (known !== undefined) {
      await note(found, known.kind, { etag: known.etag, after: known.bytes }, work);
      return { ...about, happened: known.isOwn ? 'compressed' : 'done', after: known.bytes };
    }
    await using folder = await mkdtempDisposable(join(work.folder, 'object-'));
    const path = join(folder.path, 'source');
    const asked = { key, etag: found.etag, bytes: found.bytes };
    if ((await work.source.fetch(asked, path, signal)) === 'changed') throw new Changed();
    return await compressFetched(found, path, work, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (work.isInterruption?.(error) === true) throw error;
    // Another node has it too, and was faster.
    const own = error instanceof Changed ? await resultOfSweep(listed, work, signal) : undefined;
    if (own !== undefined) return { ...about, happened: 'compressed', after: own.bytes };
    const isLeft = error instanceof Left || isOfOtherKind(error);
    return { ...about, happened: isLeft ? 'left' : 'failed', reason: reasonOf(error) };
  }
};

/** Whether requests can name an object. Some stores take keys that are no UTF-8, which no client library can send. */
export const isNamed = ({ key }: Pick<ListedObject, 'key'>): boolean => !key.includes('\uFFFD');

const checkBytes = ({ bytes }: ListedObject, { maxBytes }: SweepWork): void => {
  if (bytes > maxBytes) throw new Left(`It has more than ${maxBytes} bytes.`);
};

/** Whether a picture is one that is not taken, and not a broken one. */
const isOfOtherKind = (error: unknown): boolean =>
  hasCode(error, 'too_large', 'unsupported_media_type');

const reasons = {
  encrypted: 'It is encrypted with a key of its owner (SSE-C).',
  coded: 'It has a Content-Encoding.',
  bound: 'It has a lock, or headers that a result would lose.',
} as const;

const headOf = async (
  listed: ListedObject,
  { source }: SweepWork,
  signal: AbortSignal,
): Promise<FoundObject> => {
  const found = await source.head(listed.key, signal);
  if (typeof found === 'string')
    throw found === 'missing' ? new Changed() : new Left(reasons[found]);
  if (found.isArchived) throw new Left('It is archived.');
  return found;
};

/** A result that is there already, and whether this sweep has made it, which was interrupted before it was counted. */
type Known = Pick<SweepRecord, 'kind' | 'etag'> & Readonly<{ bytes: number; isOwn: boolean }>;

/** The object that a sweep has made of this one, by its mark. */
const doneInStore = async (
  found: FoundObject,
  { target, settings, sweep }: SweepWork,
  signal: AbortSignal,
): Promise<Known | undefined> => {
  const isOwn = ({ metadata }: FoundObject): boolean =>
    sweep !== undefined && metadata[sweepKey] === sweep;
  // A result is not compressed again, whatever the settings are now.
  if (target === undefined) {
    const { etag, bytes } = found;
    if (found.metadata[markKey] === undefined) return undefined;
    return { kind: 'replaced', etag, bytes, isOwn: isOwn(found) };
  }
  const there = await target.head(found.key, signal);
  if (there === 'missing') return undefined;
  const mark = typeof there === 'string' ? undefined : there.metadata[markKey];
  if (typeof there === 'string' || mark === undefined) {
    throw new Left('Another object has the key of its result.');
  }
  if (mark !== markOf(found, settings)) return undefined;
  return { kind: 'made', etag: found.etag, bytes: there.bytes, isOwn: isOwn(there) };
};

/** The result that another node of this sweep has stored in the place of the object. */
const resultOfSweep = async (
  { key }: ListedObject,
  { source, sweep }: SweepWork,
  signal: AbortSignal,
): Promise<FoundObject | undefined> => {
  const now = sweep === undefined ? 'missing' : await source.head(key, signal);
  return typeof now !== 'string' && now.metadata[sweepKey] === sweep ? now : undefined;
};

const compressFetched = async (
  found: FoundObject,
  path: string,
  work: SweepWork,
  signal: AbortSignal,
): Promise<Outcome> => {
  await using picture = await work.compressor.compress(
    createReadStream(path),
    work.operation,
    signal,
  );
  const { bytes: after, made } = picture;
  const about = { path: rawOf(found.key), before: found.bytes, made };
  const reason = reasonNotToTake(found.bytes, after, work.minSaving);
  if (reason !== undefined) {
    await note(found, 'left', { etag: found.etag, after: found.bytes }, work);
    return { ...about, happened: 'left', reason, after: found.bytes };
  }
  if (work.isTrial) return { ...about, happened: 'compressed', after };
  const target = await storeResult(found, picture, path, work, signal);
  return { ...about, happened: 'compressed', after, target };
};
