import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../errors.ts';
import { createDiskLru } from '../disk-lru.ts';
import { isEntryKey, readEntrySync, recordName } from '../entry-folder.ts';
import { digestsOf, filesIn, isStoredRecord, type StoredRecord } from '../output-record.ts';
import { bytesIn, type CopySide, isWhole } from './copying.ts';

/** The outputs in files. No service may use the folder. */
export type FilesSideOptions = Readonly<{
  folder: string;
  /** The limit of the folder. Where it is too small, the outputs that were used last are kept. */
  maxBytes: number;
  retentionSeconds: number;
  now: () => number;
  onProblem: (message: string) => void;
  /** Whether entries are put there. They are put one after the other, so that the order of use is kept. */
  isTarget: boolean;
}>;

export const openFilesSide = async (
  options: FilesSideOptions,
): Promise<CopySide & { close: () => Promise<void> }> => {
  const { folder, retentionSeconds, now, onProblem, isTarget } = options;
  // While an entry is put, that of its last use.
  let clockMs = now();
  const disk =
    isTarget &&
    (await createDiskLru<StoredRecord>({
      ...options,
      now: () => clockMs,
      isRecord: isStoredRecord,
      digestsOf,
      onAdd: () => undefined,
      onRemove: () => undefined,
      onEvict: () => undefined,
    }));

  /** Undefined where it has expired, or is damaged, which is reported. */
  const recordIn = (key: string): StoredRecord | undefined => {
    try {
      const { record, lastUsedMs } = readEntrySync(join(folder, key), isStoredRecord);
      return now() - lastUsedMs < retentionSeconds * 1000 ? record : undefined;
    } catch (error) {
      onProblem(`The damaged output ${key} is not copied: ${String(error)}`);
      return undefined;
    }
  };

  return {
    list: async () => {
      const keys = (existsSync(folder) ? readdirSync(folder) : []).filter(isEntryKey);
      const found = keys.map((key) => ({ key, usedMs: lastUseOf(join(folder, key)) }));
      return found.toSorted((one, other) => one.usedMs - other.usedMs);
    },
    has: (key) => existsSync(join(folder, key)),
    look: (key) => {
      const record = recordIn(key);
      return record && bytesIn(record);
    },
    open: async (key) => {
      const record = recordIn(key);
      if (record === undefined) return undefined;
      const entry = { key, record, path: (name: string) => join(folder, key, name) };
      if (await isWhole(entry)) return entry;
      onProblem(`The damaged output ${key} is not copied: its files are not what was stored.`);
      return undefined;
    },
    put: async ({ key, record, path, usedMs }) => {
      if (!disk) throw new Error('The outputs in files are only read.');
      clockMs = usedMs;
      const draft = disk.begin(key);
      for (const name of Object.keys(filesIn(record))) await draft.add(name, path(name));
      await draft.publish(record);
      using lease = await disk.open(key);
      if (lease === undefined || !(await isWhole(lease)))
        throw new StartError(`The files of ${key} are not what was copied. Copy again.`);
    },
    close: async () => void (disk && (await disk.close())),
  };
};

/** Of an entry without a record, which is damaged: never. */
const lastUseOf = (path: string): number =>
  Math.round(statSync(join(path, recordName), { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
