import type { FoundObject, ObjectBody, ObjectStore } from '../../bucket.ts';
import type { Operation } from '../../service/operation.ts';
import { plainFileStream } from '../../plain-files.ts';
import type { CompressedPicture, Compressor } from '../compressor.ts';
import type { Journal } from '../journal/journal.ts';
import { type RawPath, rawOf } from '../raw-path.ts';
import { markKey, markOf, sweepKey, type SweepRecord, versionKey } from './sweep-record.ts';

/** What is to be done with each object. */
export type SweepWork = Readonly<{
  source: ObjectStore;
  /** Where results go, under the same keys; undefined: in the place of their sources. */
  target: ObjectStore | undefined;
  /** Where sources are kept that are replaced. */
  backup: ObjectStore | undefined;
  /** Whether the version of a source is noted in its result, by which it is given back. */
  keepsVersions: boolean;
  /** Whether the store refuses to replace an object that has changed. */
  heedsConditions: boolean;
  /** Whether nothing is written. */
  isTrial: boolean;
  /** Undefined where what was done is noted elsewhere. */
  journal: Journal<SweepRecord> | undefined;
  /** Id of the sweep of a service, by which it finds its own results. */
  sweep?: string;
  /** Whether an error is no fault of the object: it then rejects. None is by default. */
  isInterruption?: (error: unknown) => boolean;
  compressor: Pick<Compressor, 'compress' | 'check'>;
  operation: Operation;
  /** Digest of the wishes and settings. */
  settings: string;
  /** Share of the bytes, 0 to 1, below which an object is left alone. */
  minSaving: number;
  /** Of a picture. */
  maxBytes: number;
  /** For objects that are under way. */
  folder: string;
}>;

/** Why an object is not touched. */
export class Left extends Error {}

/** Somebody has replaced or removed it. */
export class Changed extends Left {
  constructor() {
    super('It was changed meanwhile.');
  }
}

/** Stores a result, once its source is safe. Gives its key. */
export const storeResult = async (
  found: FoundObject,
  picture: CompressedPicture,
  path: string,
  work: SweepWork,
  signal: AbortSignal,
): Promise<RawPath> => {
  const { key, etag, version } = found;
  const { source, target, backup, compressor, settings, keepsVersions, sweep } = work;
  await compressor.check(plainFileStream(picture.path), signal);
  const original: ObjectBody = { path, bytes: found.bytes, sha256: picture.source.sha256 };
  const mark = markOf(found, settings);
  const kept = await found.traits(signal);
  if (kept === 'changed') throw new Changed();
  const marked = { ...kept, metadata: { ...kept.metadata, [markKey]: mark } };
  if (target === undefined && backup !== undefined) {
    // Another node may have stored the result of a newer object meanwhile, whose original has this place.
    await checkUnchanged(source, found, signal);
    // By the mark it is known of which result it is the original.
    await backup.put(key, original, marked, { signal });
  }
  const metadata = {
    ...marked.metadata,
    ...(target === undefined && keepsVersions && version && { [versionKey]: version }),
    ...(sweep !== undefined && { [sweepKey]: sweep }),
  };
  const { bytes, sha256, made } = picture;
  const result: ObjectBody = { path: picture.path, bytes, sha256 };
  const traits = { ...kept, mediaType: made.mediaType, metadata };
  if (target !== undefined) {
    await target.put(key, result, traits, { signal });
    await note(found, 'made', { etag, after: bytes }, work);
    return rawOf(key);
  }
  // What is left is the moment between this request and the next.
  if (!work.heedsConditions) await checkUnchanged(source, found, signal);
  const condition = work.heedsConditions ? { replaces: etag } : {};
  const put = await source.put(key, result, traits, { ...condition, signal });
  const stored = put === 'changed' ? await ownResult(source, key, mark, signal) : put;
  await note(found, 'replaced', { etag: stored.etag, after: bytes }, work);
  return rawOf(key);
};

const checkUnchanged = async (
  source: ObjectStore,
  { key, etag }: FoundObject,
  signal: AbortSignal,
): Promise<void> => {
  const now = await source.head(key, signal);
  if (typeof now === 'string' || now.etag !== etag) throw new Changed();
};

/** The result, where an attempt whose answer was lost has stored it. */
const ownResult = async (
  source: ObjectStore,
  key: string,
  mark: string,
  signal: AbortSignal,
): Promise<FoundObject> => {
  const now = await source.head(key, signal);
  if (typeof now === 'string' || now.metadata[markKey] !== mark) throw new Changed();
  return now;
};

/** Notes what was done with an object. */
export const note = async (
  { key, bytes }: FoundObject,
  kind: SweepRecord['kind'],
  { etag, after }: Readonly<{ etag: string; after: number }>,
  { journal, settings }: SweepWork,
): Promise<void> =>
  journal?.append({ path: rawOf(key), kind, etag, settings, before: bytes, after });
