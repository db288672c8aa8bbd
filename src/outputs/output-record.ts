import { isObject } from '../schema.ts';
import type { EntryFiles } from './entry-folder.ts';
import type { ImageDescription, ResultOrigin, Output } from './output.ts';

/** An output as it is stored, with its source and its result. */
type OutputRecord = Readonly<{ kind: 'output'; output: Output }>;

/** The result of an operation as it is stored: a result alone, found by the cache key of the work. */
type ResultRecord = Readonly<{
  kind: 'result';
  /** Account id. */
  owner: string;
  result: ImageDescription;
  made: ResultOrigin;
}>;

/** The record of an entry, by its kind. */
export type StoredRecord = OutputRecord | ResultRecord;

export type FileName = 'source' | 'result';

/** Account id of the owner. */
export const ownerOf = (record: StoredRecord): string =>
  record.kind === 'output' ? record.output.owner : record.owner;

/** The result that a record describes. */
export const resultIn = (record: StoredRecord): ImageDescription =>
  record.kind === 'output' ? record.output.result : record.result;

/** The files beside a record, by name. */
export const filesIn = (
  record: StoredRecord,
): Readonly<Partial<Record<FileName, ImageDescription>> & { result: ImageDescription }> =>
  record.kind === 'result'
    ? { result: record.result }
    : { source: record.output.source, result: record.output.result };

/** Their digests. */
export const digestsOf = (record: StoredRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filesIn(record)).map(([name, { sha256 }]) => [name, sha256]));

/** Whether a stored value is a record that describes exactly these files. */
export const isStoredRecord = (value: unknown, files: EntryFiles): value is StoredRecord => {
  if (!isObject(value)) return false;
  if (value['kind'] === 'result') {
    return (
      Object.keys(files).length === 1 &&
      describes(value['result'], files['result']) &&
      typeof value['owner'] === 'string' &&
      isOrigin(value['made'])
    );
  }
  return value['kind'] === 'output' && isOutput(value['output'], files);
};

/** Whether it is a record that describes these files, and perhaps others that are elsewhere. */
export const isRecordOfSome = (value: unknown, files: EntryFiles): value is StoredRecord =>
  Object.keys(files).length > 0 && isStoredRecord(value, { ...sizesIn(value), ...files });

const sizesIn = (value: unknown): EntryFiles => {
  const { output, result } = (value ?? {}) as Described & { output?: Described };
  const { source } = output ?? {};
  const sizes = Object.entries({ source, result: output?.result ?? result }).flatMap(
    ([name, image]) => (typeof image?.bytes === 'number' ? [[name, image.bytes]] : []),
  );
  return Object.fromEntries(sizes) as EntryFiles;
};

type Described = Partial<Record<FileName, { bytes?: unknown } | null>>;

const isOutput = (value: unknown, files: EntryFiles): boolean => {
  if (!isObject(value)) return false;
  const { id, owner, cacheKey, createdAt, source, result, receipt } = value;
  return (
    [id, owner, cacheKey].every((text) => typeof text === 'string') &&
    typeof createdAt === 'number' &&
    Object.keys(files).length === 2 &&
    describes(source, files['source']) &&
    describes(result, files['result']) &&
    isObject(source['facts']) &&
    isObject(receipt)
  );
};

const isOrigin = (value: unknown): boolean =>
  isObject(value) && typeof value['sourceSha256'] === 'string' && isObject(value['receipt']);

const describes = (value: unknown, bytes: number | undefined): value is Record<string, unknown> =>
  isObject(value) &&
  bytes !== undefined &&
  value['bytes'] === bytes &&
  [value['mediaType'], value['sha256']].every((text) => typeof text === 'string') &&
  [value['width'], value['height']].every((pixels) => Number.isInteger(pixels));
