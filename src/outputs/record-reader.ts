import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type IsRecord, readRecord, recordName, type RecordWithFiles } from './entry-folder.ts';

/** Records that are kept in memory, of some kilobytes each. */
const mostKept = 512;

/**
 * Reads the records of entries by their folders, as `readRecord` does. Those that were used last are read again only when
 * their files have changed, also by a new time: reading is a tenth of what a delivered picture costs.
 */
export const createRecordReader = <R>(isRecord: IsRecord<R>) => {
  /** By folder, the one used longest ago first. */
  const kept = new Map<string, Readonly<{ stamp: string; stored: RecordWithFiles<R> }>>();

  return async (folder: string): Promise<RecordWithFiles<R>> => {
    const stamp = await stampOf(folder);
    const known = kept.get(folder);
    const stored = known?.stamp === stamp ? known.stored : await readRecord(folder, isRecord);
    kept.delete(folder);
    kept.set(folder, { stamp, stored });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return stored;
  };
};

/** A change of the file changes it, whatever time it is given (stat(2), st_ctim). */
const stampOf = async (folder: string): Promise<string> => {
  const { ino, size, ctimeNs } = await stat(join(folder, recordName), { bigint: true });
  return `${ino} ${size} ${ctimeNs}`;
};
