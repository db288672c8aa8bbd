import { writeFile } from 'node:fs/promises';
import {
  type GetObjectCommandOutput,
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import type { ObjectStore } from '../../../src/bucket.ts';
import { openJournal } from '../../../src/bulk/journal/journal.ts';
import type { Outcome } from '../../../src/bulk/outcome.ts';
import { textOf } from '../../../src/bulk/raw-path.ts';
import { compressAll } from '../../../src/bulk/run.ts';
import { createSelection } from '../../../src/bulk/selection.ts';
import type { SweepWork } from '../../../src/bulk/sweep/store-result.ts';
import { objectBatch } from '../../../src/bulk/sweep/object-batch.ts';
import type { SweepRecord } from '../../../src/bulk/sweep/sweep-record.ts';
import type { Undone } from '../../../src/bulk/undo.ts';
import { undoSweep } from '../../../src/bulk/sweep/undo-sweep.ts';
import { openStore } from '../../../src/storage/sweep/open-store.ts';
import type { Radosgw } from '../storage/radosgw.ts';
import { halvingCompressor } from './halving-compressor.ts';

export const never = new AbortController().signal;
export const allPictures = createSelection({ include: [], exclude: [] });

/** Opens objects of a radosgw. `port`: that of a proxy before it. */
export const openTestStore = async (
  { user, bucket, port: ownPort }: Radosgw,
  {
    credentialsFile,
    prefix,
    port = ownPort,
  }: Readonly<{ credentialsFile: string; prefix: string; port?: number }>,
): Promise<ObjectStore> => {
  await writeFile(credentialsFile, JSON.stringify(user));
  return openStore({
    ...{ address: `s3://${bucket}/${prefix}`, endpoint: `http://127.0.0.1:${port}` },
    ...{ region: 'us-east-1', forcePathStyle: true, credentialsFile, keepsAcl: true },
  });
};

type SweepWishes = Partial<SweepWork> &
  Readonly<{ source: ObjectStore; folder: string; journalFile?: string }>;

/** Sweeps by halving objects, and gives what happened to each by its key. */
export const sweepBy = async ({
  journalFile,
  ...wishes
}: SweepWishes): Promise<Readonly<Record<string, string>>> => {
  const outcomes: Outcome[] = [];
  const journal = await openJournal<SweepRecord>(journalFile ?? `${wishes.folder}/journal`);
  try {
    const work = {
      ...{ target: undefined, backup: undefined, keepsVersions: false, heedsConditions: false },
      ...{ journal, compressor: halvingCompressor(), operation: { preserve: [] } },
      ...{ settings: 'a'.repeat(16), minSaving: 0, maxBytes: 1e6, isTrial: false },
      ...wishes,
    };
    await compressAll({
      ...{ batch: objectBatch(work, allPictures), atOnce: 4, stopping: never, ending: never },
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
  } finally {
    journal.close();
  }
  return Object.fromEntries(
    outcomes.map(({ path, happened, reason }) => [
      textOf(path),
      reason === undefined ? happened : `${happened}: ${reason}`,
    ]),
  );
};

/** Gives back what a sweep has replaced, and what happened to each object by its key. */
export const undoBy = async (
  options: Pick<Parameters<typeof undoSweep>[0], 'source' | 'backup' | 'folder'>,
): Promise<Readonly<Record<string, string>>> => {
  const undone: Undone[] = [];
  await undoSweep({
    ...options,
    ...{ heedsConditions: false, selection: allPictures, atOnce: 2, stopping: never },
    onUndone: (one) => void undone.push(one),
  });
  return Object.fromEntries(
    undone.map(({ path, happened, reason }) => [textOf(path), reason ?? happened]),
  );
};

export const putObject = async (
  { client, bucket }: Radosgw,
  Key: string,
  Body: string,
  more: Partial<PutObjectCommandInput> = {},
): Promise<void> => {
  await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ...more }));
};

/** An object as it is now, and its bytes as text. */
export const getObject = async (
  { client, bucket }: Radosgw,
  Key: string,
): Promise<GetObjectCommandOutput & Readonly<{ text: string }>> => {
  const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
  return { ...found, text: await found.Body!.transformToString() };
};
