import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type IsRecord,
  parseRecord,
  readRecord,
  recordBytesOf,
  recordName,
  type RecordWithFiles,
} from './entry-folder.ts';

/** Records that are kept in memory, of some kilobytes each. */
const mostKept = 512;

/**
 * Reads the records of entries by their folders, as `readRecord` does. Those that were used or written last are read
 * again only when their files have changed, also by a new time: reading is a tenth of what a delivered picture costs.
 */
export const createRecordReader = <R>(isRecord: IsRecord<R>) => {
  /** By folder, the one used longest ago first. */
  const kept = new Map<string, Readonly<{ stamp: string; stored: RecordWithFiles<R> }>>();

  const remember = (folder: string, stamp: string, stored: RecordWithFiles<R>): void => {
    kept.delete(folder);
    kept.set(folder, { stamp, stored });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  };

  return {
    read: async (folder: string): Promise<RecordWithFiles<R>> => {
      const stamp = stampOf(await stat(join(folder, recordName), { bigint: true }));
      const known = kept.get(folder);
      const stored = known?.stamp === stamp ? known.stored : await readRecord(folder, isRecord);
      remember(folder, stamp, stored);
      return stored;
    },
    /** Notes the record that was just written, as reading would give it. */
    note: (folder: string, written: RecordWithFiles<R>): void => {
      const stats = statSync(join(folder, recordName), { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) return;
      remember(folder, stampOf(stats), parseRecord(recordBytesOf(written).toString(), isRecord));
    },
  };
};

/** A change of the file changes it, whatever time it is given (stat(2), st_ctim). */
const stampOf = ({ ino, size, ctimeNs }: BigIntStats): string => `${ino} ${size} ${ctimeNs}`;
