import { hash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../errors.ts';

/*
 * An entry on disk: a folder named after its key that holds `record.json` and the named files. The
 * record's modification time is the entry's last use.
 */

/** The files of an entry by name, with their sizes in bytes. */
export type EntryFiles = Readonly<Record<string, number>>;

/** Whether a parsed record is one of ours and fits the files it stands beside. */
export type IsRecord<R> = (value: unknown, files: EntryFiles) => value is R;

export type RecordWithFiles<R> = Readonly<{ record: R; files: EntryFiles }>;

export type StoredEntry<R> = RecordWithFiles<R> &
  Readonly<{
    /** What the entry counts for against the limit; see `diskBytesOf`. */
    bytes: number;
    /** Milliseconds since 1970. */
    lastUsedMs: number;
  }>;

/** Folders without a meaning after a crash: entries being written, and entries being removed. */
export type TemporaryKind = 'draft' | 'gone';

const recordName = 'record.json';
const formatVersion = 1;
const blockBytes = 4096;

/** What a folder counts for by itself. */
export const folderBytes = blockBytes;

/** Whether `key` may name an entry. No such name leads out of the folder or looks like a temporary one. */
export const isEntryKey = (key: string): boolean => /^[a-z0-9-]{16,80}$/.test(key);

/** Whether `name` may name a file of an entry; never the record's own name. */
export const isFileName = (name: string): boolean => /^[a-z][a-z0-9-]{0,30}$/.test(name);

/** A fresh name for a temporary folder. */
export const temporaryName = (kind: TemporaryKind): string => `.${kind}-${randomUUID()}`;

/** Whether a folder of this name was temporary. */
export const isTemporaryName = (name: string): boolean => /^\.(draft|gone)-/.test(name);

/** What a file of `size` bytes takes on disk: whole blocks of 4096 bytes. */
export const diskBytesOf = (size: number): number => Math.ceil(size / blockBytes) * blockBytes;

/** Makes an empty folder that only we may enter. */
export const makeFolder = async (path: string): Promise<void> => {
  await mkdir(path, { mode: 0o700 });
};

/** A record as the bytes of its file. `sha256` is the digest of all that follows it. */
export const recordBytesOf = <R>({ record, files }: RecordWithFiles<R>): Buffer => {
  const rest = `${JSON.stringify({ files, record }).slice(1)}\n`;
  return Buffer.from(`{"version":${formatVersion},"sha256":"${hash('sha256', rest)}",${rest}`);
};

/** Writes the record of the entry in `folder`; resolves when its bytes are on disk. */
export const writeRecord = async (
  folder: string,
  bytes: Uint8Array,
  lastUsedMs: number,
): Promise<void> => {
  const file = await open(join(folder, recordName), 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.utimes(lastUsedMs / 1000, lastUsedMs / 1000);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Notes on disk when the entry in `folder` was last used. */
export const writeLastUse = (folder: string, lastUsedMs: number): Promise<void> =>
  utimes(join(folder, recordName), lastUsedMs / 1000, lastUsedMs / 1000);

/** The record of the entry in `folder`. Rejects when it is missing, broken or not one of ours. */
export const readRecord = async <R>(
  folder: string,
  isRecord: IsRecord<R>,
): Promise<RecordWithFiles<R>> =>
  parseRecord(await readFile(join(folder, recordName), 'utf8'), isRecord);

const parseRecord = <R>(json: string, isRecord: IsRecord<R>): RecordWithFiles<R> => {
  // Older versions wrote no digest.
  const [start, sha256] = /^\{"version":1,"sha256":"([0-9a-f]{64})",/.exec(json) ?? [];
  if (start !== undefined && hash('sha256', json.slice(start.length)) !== sha256) {
    throw new Error(`${recordName} is not what was stored`);
  }
  const stored: unknown = JSON.parse(json);
  if (!isEnvelope(stored)) throw new Error(`${recordName} is not of version ${formatVersion}`);
  const { files, record } = stored;
  if (!isRecord(record, files)) throw new Error(`${recordName} does not describe the entry`);
  return { record, files };
};

const isEnvelope = (value: unknown): value is RecordWithFiles<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === formatVersion &&
  'record' in value &&
  'files' in value &&
  typeof value.files === 'object' &&
  value.files !== null &&
  Object.keys(value.files).every(isFileName);

/**
 * The entry in `folder`, checked against the disk: its record, and exactly the files the record names,
 * in the sizes it gives. Throws what is wrong. Synchronous, because it is for the start alone, and 50,000
 * entries then cost a third of the time that they cost with promises.
 */
export const readEntrySync = <R>(folder: string, isRecord: IsRecord<R>): StoredEntry<R> => {
  const items = readdirSync(folder, { withFileTypes: true });
  const odd = items.find((item) => !item.isFile());
  if (odd) throw new Error(`${odd.name} is not a plain file`);
  const recordPath = join(folder, recordName);
  const { record, files } = parseRecord(readFileSync(recordPath, 'utf8'), isRecord);
  const { size, mtimeMs } = statSync(recordPath);
  if (items.length !== Object.keys(files).length + 1) throw new Error('it holds other files');
  for (const [name, bytes] of Object.entries(files)) checkSize(folder, name, bytes);
  const sizes = [size, ...Object.values(files)];
  const bytes = sizes.map(diskBytesOf).reduce((sum, blocks) => sum + blocks, folderBytes);
  return { record, files, bytes, lastUsedMs: Math.round(mtimeMs) };
};

const checkSize = (folder: string, name: string, expected: number): void => {
  const { size } = statSync(join(folder, name));
  if (size !== expected) throw new Error(`${name} has ${size} bytes instead of ${expected}`);
};

/**
 * Whether a failure to read an entry lies outside it. It says nothing about the entry then: removing it
 * would destroy an entry that a later attempt can read.
 */
export const isOutsideCause = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(systemCodeOf(error) ?? '');

/** Removes a folder and what is in it; a symbolic link goes, what it points to stays. */
export const eraseFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true });

/** Removes an entry. Its name is given up in one step first, so that no part of it is ever an entry. */
export const eraseEntry = async (folder: string, key: string): Promise<void> => {
  const gone = join(folder, temporaryName('gone'));
  await rename(join(folder, key), gone);
  await eraseFolder(gone);
};
