import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskLru, type DiskLru, type DiskLruOptions } from '../../../src/outputs/disk-lru.ts';
import { temporaryFolders } from '../temporary-folders.ts';

/** The record of the entries in these tests: only those with a note are valid. */
export type Note = Readonly<{ note: string }>;

export const isNote = (value: unknown): value is Note =>
  typeof value === 'object' && value !== null && 'note' in value && typeof value.note === 'string';

/** A store of notes in `folder`; everything else may be left out. */
export const openNotes = (
  folder: string,
  options: Partial<DiskLruOptions<Note>> = {},
): Promise<DiskLru<Note>> =>
  createDiskLru({
    folder,
    maxBytes: 1_000_000,
    retentionSeconds: 60,
    now: Date.now,
    isRecord: isNote,
    digestsOf: () => ({}),
    onAdd: () => undefined,
    onRemove: () => undefined,
    onEvict: () => undefined,
    onProblem: (message) => {
      throw new Error(message);
    },
    ...options,
  });

/** A valid key that starts with `name`. */
export const keyOf = (name: string): string => name.padEnd(20, '-');

/**
 * Publishes the entry `keyOf(name)` with one file, `result`, of `size` bytes. Within the limit it counts
 * for its blocks of 4096 bytes, one for the record and one for the folder. Resolves as `publish` does.
 */
export const publishNote = async (
  notes: DiskLru<Note>,
  name: string,
  { path, size = 100 }: Readonly<{ path: string; size?: number }>,
): Promise<boolean> => {
  await writeFile(path, Buffer.alloc(size, name));
  const draft = notes.begin(keyOf(name));
  await draft.add('result', path);
  return draft.publish({ note: name });
};

type NotesUnderTest = {
  /** Path of a file beside the store's folder. */
  temporary: (name: string) => string;
  folder: string;
  nowMs: number;
  now: () => number;
  evictions: [number, string][];
  notes: DiskLru<Note>;
  open: (maxBytes?: number) => Promise<void>;
  restart: (maxBytes?: number) => Promise<void>;
  publish: (name: string, size?: number) => Promise<boolean>;
  isFound: (name: string) => Promise<boolean>;
};

/** Gives each test of the surrounding `describe` an open and empty store with a clock of its own. */
export const notesUnderTest = (): NotesUnderTest => {
  const temporary = temporaryFolders();
  const store = { temporary, now: () => store.nowMs } as NotesUnderTest;
  store.open = async (maxBytes = 1_000_000) => {
    const onEvict = (bytes: number, reason: string) => store.evictions.push([bytes, reason]);
    store.notes = await openNotes(store.folder, { maxBytes, now: store.now, onEvict });
  };
  store.restart = async (maxBytes) => {
    await store.notes.close();
    await store.open(maxBytes);
  };
  store.publish = (name, size = 100) =>
    publishNote(store.notes, name, { path: temporary(name), size });
  store.isFound = async (name) => {
    const lease = await store.notes.open(keyOf(name));
    lease?.release();
    return lease !== undefined;
  };
  beforeEach(async () => {
    store.folder = temporary('store');
    store.nowMs = 1_700_000_000_000;
    store.evictions = [];
    await store.open();
  });
  afterEach(() => store.notes.close());
  return store;
};

/** Bytes that a folder's contents take in blocks of 4096, a block for each folder; now, in one go. */
export const diskUseOf = (folder: string): number => {
  let bytes = 0;
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const item = lstatSync(path, { throwIfNoEntry: false });
    if (item?.isDirectory()) bytes += 4096 + diskUseOf(path);
    else if (item) bytes += Math.ceil(item.size / 4096) * 4096;
  }
  return bytes;
};

/** Keys of the entries in a folder that lack their record or their file; now, in one go. */
export const partialEntriesIn = (folder: string): string[] =>
  namesIn(folder).filter((name) => {
    const path = join(folder, name);
    const names = namesIn(path);
    const isWhole = names.includes('record.json') && names.includes('result');
    // One that is gone by now may have been on its way out while it was read.
    return !name.startsWith('.') && !isWhole && existsSync(path);
  });

/** Another thread may be removing what is being counted. */
const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
