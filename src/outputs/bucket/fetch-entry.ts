import type { Bucket } from '../../bucket.ts';
import type { Draft } from '../draft.ts';
import { parseRecord, recordName } from '../entry-folder.ts';
import { type FileName, filesIn, isStoredRecord, type StoredRecord } from '../output-record.ts';
import type { Pointer } from './pointers.ts';

/** `missing`: an object is not there. `other`: one is not what was stored. */
export type Outcome = Awaited<ReturnType<Bucket['fetch']>>;

type FetchedEntry = Readonly<{
  bucket: Pick<Bucket, 'read' | 'fetch'>;
  key: string;
  pointer: Pointer;
  /** Where it is known. */
  record?: StoredRecord | undefined;
  /** Default: all files of the entry. */
  name?: FileName;
  begin: () => Pick<Draft<StoredRecord>, 'receive' | 'publish' | 'discard'>;
}>;

/**
 * Fetches files of an entry into a draft and publishes that, unless one of them is missing or other than it was stored.
 * Rejects with `unavailable` where the bucket is away, and as the draft does.
 */
export const fetchEntry = async (entry: FetchedEntry): Promise<Outcome> => {
  const { bucket, pointer, name, begin } = entry;
  const record = entry.record ?? (await recordOf(entry));
  if (typeof record === 'string') return record;
  const draft = begin();
  let outcome: Outcome = 'whole';
  try {
    for (const [file, { bytes, sha256 }] of Object.entries(filesIn(record))) {
      if (name !== undefined && file !== name) continue;
      await draft.receive(file, bytes, async (path) => {
        outcome = await bucket.fetch(`${pointer.folder}/${file}`, { path, bytes, sha256 });
        if (outcome !== 'whole') throw new Error(outcome);
      });
    }
    await draft.publish(record);
    return outcome;
  } catch (error) {
    if (outcome === 'whole') throw error;
    return outcome;
  } finally {
    await draft.discard();
  }
};

/** The record of an output that shares the objects of another one has an owner and an id of its own. */
const recordOf = async ({
  bucket,
  key,
  pointer: { folder, owner, createdAt },
}: FetchedEntry): Promise<StoredRecord | 'missing' | 'other'> => {
  const found = await readRecord(bucket, folder);
  return typeof found === 'string' || found.kind === 'result'
    ? found
    : { kind: 'output', output: { ...found.output, id: key, owner, createdAt } };
};

const maxRecordBytes = 4 * 1024 * 1024;

/** The record in a folder of the bucket. */
export const readRecord = (
  bucket: Pick<Bucket, 'read'>,
  folder: string,
): Promise<StoredRecord | 'missing' | 'other'> =>
  bucket.read(
    `${folder}/${recordName}`,
    maxRecordBytes,
    (bytes) => parseRecord(bytes.toString(), isStoredRecord).record,
  );
