import type { DigestsOf } from '../file-check.ts';
import type { IsRecord } from '../entry-folder.ts';
import { isStoredRecord, resultIn, type StoredRecord } from '../output-record.ts';

/*
 * What of the bucket is on the disk of this node: results with their records, and sources by themselves, since a
 * download needs no source.
 */

export type LocalResult = Readonly<{
  kind: 'result';
  /** Names the objects, whichever folder they are in. */
  base: string;
  stored: StoredRecord;
}>;

export type LocalRecord = LocalResult | Readonly<{ kind: 'source'; sha256: string }>;

/** The key of a source on this node. */
export const sourceKeyOf = (base: string): string => `${base}-source`;

export const digestsOf: DigestsOf<LocalRecord> = (record) =>
  record.kind === 'source' ? { source: record.sha256 } : { result: resultIn(record.stored).sha256 };

export const isLocalRecord: IsRecord<LocalRecord> = (value, files): value is LocalRecord => {
  const { kind, base, sha256, stored } = (value ?? {}) as Record<string, unknown>;
  if (Object.keys(files).length !== 1) return false;
  if (kind === 'source') return typeof sha256 === 'string' && files['source'] !== undefined;
  const result = files['result'];
  return (
    kind === 'result' &&
    typeof base === 'string' &&
    result !== undefined &&
    isStoredRecord(stored, { ...sourceIn(stored), result })
  );
};

/** The source that a record names, as the files beside a record are given. */
const sourceIn = (stored: unknown): Readonly<Record<string, number>> => {
  const { output } = (stored ?? {}) as { output?: { source?: { bytes?: unknown } } };
  const bytes = output?.source?.bytes;
  return typeof bytes === 'number' ? { source: bytes } : {};
};
