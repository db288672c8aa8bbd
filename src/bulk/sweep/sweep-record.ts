import { hash } from 'node:crypto';
import type { ListedObject } from '../../bucket.ts';
import type { Operation } from '../../service/operation.ts';
import type { RawPath } from '../raw-path.ts';

/** What a sweep has done with an object, so that the next one needs the listing alone. */
export type SweepRecord = Readonly<{
  /** The key of the object. */
  path: RawPath;
  /** `replaced`: it is a result. `made`: its result is elsewhere. `left`: it stays as it is. */
  kind: 'replaced' | 'made' | 'left';
  /** By which a listing names the object when nobody has changed it since. */
  etag: string;
  /** Digest of the wishes and settings. */
  settings: string;
  before: number;
  after: number;
}>;

/** Whether a record says that nothing is to be done with an object. A result is not compressed again. */
export const isDone = (
  { kind, etag, settings }: SweepRecord,
  object: ListedObject,
  wanted: string,
): boolean => etag === object.etag && (kind === 'replaced' || settings === wanted);

/** Keys of the metadata of results. */
export const markKey = 'shrinkd';
/** The version of the source, where the bucket keeps it. */
export const versionKey = 'shrinkd-version';

/** The sweep of a service that has made it. */
export const sweepKey = 'shrinkd-sweep';

/** The mark of a result: the digest of its settings, and that of its source as the storage names it. */
export const markOf = (
  { key, etag, bytes }: Pick<ListedObject, 'key' | 'etag' | 'bytes'>,
  settings: string,
): string => `${settings}-${hash('sha256', `${key}\n${etag}\n${bytes}`).slice(0, 16)}`;

/** Digest of the wishes and settings of a sweep. */
export const settingsOf = (engine: string, operation: Operation, minSaving: number): string =>
  hash('sha256', JSON.stringify([engine, operation, minSaving])).slice(0, 16);
