import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError, systemCodeOf } from '../../errors.ts';
import { isEntryKey, readEntrySync, type StoredEntry } from '../entry-folder.ts';
import { filesIn, isStoredRecord, ownerOf, type StoredRecord } from '../output-record.ts';
import { type CopiedOutputs, type CopyingOptions, createCopyCount } from './copying.ts';
import { folderOf, randomBase } from './objects.ts';
import { readRecord } from './fetch-entry.ts';
import { createPointers, termsOf } from './pointers.ts';
import { createSending } from './sending.ts';

/** Outputs that are copied at the same time. */
const atOnce = 8;

/**
 * Copies the outputs in files to the bucket, and reads them back. The files stay as they are. A pointer is set when
 * all is there, so a copy that was interrupted is completed by the next one.
 * Rejects with `unavailable` where the bucket or Redis is away.
 */
export const copyToBucket = async (options: CopyingOptions): Promise<CopiedOutputs> => {
  const { folder, bucket, state, retentionSeconds, now, isDryRun, onProgress, onProblem } = options;
  const retentionMs = retentionSeconds * 1000;
  const pointers = createPointers({ state, retentionMs });
  const keys = (await namesIn(folder)).filter(isEntryKey);
  const count = createCopyCount(keys.length, onProgress);
  const checkFolder = await mkdtemp(join(tmpdir(), 'shrinkd-copy-'));

  /** Where it is sent; undefined when its files are not what the record describes. */
  const sent = async (key: string, record: StoredRecord): Promise<string | undefined> => {
    const target =
      record.kind === 'output' ? folderOf('o', key, now()) : folderOf('r', randomBase(), now());
    const sending = createSending(bucket, target);
    const names = Object.keys(filesIn(record));
    await Promise.all(names.map((name) => sending.send(name, join(folder, key, name))));
    if (!sending.isAsDescribed(record)) {
      onProblem(`The damaged output ${key} is not copied: its files are not what was stored.`);
      return undefined;
    }
    await sending.finish(record);
    return target;
  };

  const isThere = async (target: string, record: StoredRecord): Promise<boolean> => {
    for (const [name, { bytes, sha256 }] of Object.entries(filesIn(record))) {
      const path = join(checkFolder, randomBase());
      const outcome = await bucket.fetch(`${target}/${name}`, { path, bytes, sha256 });
      await rm(path, { force: true });
      if (outcome !== 'whole') return false;
    }
    const found = await readRecord(bucket, target);
    return JSON.stringify(found) === JSON.stringify(record);
  };

  const copy = async (key: string, { record, lastUsedMs, bytes }: Entry): Promise<void> => {
    if (isDryRun) return count.add('copied', bytes);
    const target = await sent(key, record);
    if (target === undefined) return count.add('skipped');
    if (!(await isThere(target, record)))
      throw new StartError(`The bucket does not have ${key} as it was sent. Copy again.`);
    const owner = ownerOf(record);
    const createdAt = record.kind === 'output' ? record.output.createdAt : lastUsedMs;
    const pointer = { folder: target, owner, createdAt, usedMs: lastUsedMs };
    await pointers.publish(key, pointer, termsOf(record));
    count.add('copied', bytes);
  };

  const copyEntry = async (key: string): Promise<void> => {
    const entry = entryIn(join(folder, key), onProblem);
    const isExpired = entry !== undefined && now() - entry.lastUsedMs >= retentionMs;
    if (entry === undefined || isExpired) return count.add('skipped');
    if ((await pointers.get(key)) !== undefined) return count.add('present');
    await copy(key, entry);
  };

  const waiting = keys.values();
  const copyNext = async (): Promise<void> => {
    for (const key of waiting) await copyEntry(key);
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, copyNext));
    return count.counted();
  } finally {
    await rm(checkFolder, { recursive: true, force: true });
  }
};

type Entry = StoredEntry<StoredRecord>;

const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
};

const entryIn = (path: string, onProblem: (message: string) => void): Entry | undefined => {
  try {
    return readEntrySync(path, isStoredRecord);
  } catch (error) {
    onProblem(`The damaged output ${path} is not copied: ${String(error)}`);
    return undefined;
  }
};
