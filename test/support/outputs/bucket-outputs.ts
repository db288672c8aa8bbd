import { writeFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import type { Bucket } from '../../../src/bucket.ts';
import { createBucketRemote } from '../../../src/outputs/bucket/bucket-remote.ts';
import { createOutputs } from '../../../src/outputs/outputs.ts';
import type { Outputs } from '../../../src/outputs/output.ts';
import type { BucketCall } from '../../../src/storage/bucket/create-bucket.ts';
import { type BucketKind, openBucket } from '../../../src/storage/bucket/open-bucket.ts';
import type { BucketSettings } from '../../../src/storage/bucket/settings.ts';
import type { State } from '../../../src/state/state.ts';
import { openState } from '../state/open-state.ts';
import type { GoogleStorage } from '../storage/google-storage.ts';
import type { Radosgw } from '../storage/radosgw.ts';

/** A bucket of a test: its kind and settings but for the prefix, and the text of its credentials. */
export type BucketUnderTest = Readonly<{
  kind: BucketKind;
  settings: Omit<BucketSettings, 'credentialsFile' | 'prefix'>;
  credentials: string;
}>;

/** `port`: that of a proxy in front of it. */
export const s3Bucket = (
  { user, bucket, ...radosgw }: Radosgw,
  { port = radosgw.port, ...more }: Partial<BucketSettings> & Readonly<{ port?: number }> = {},
): BucketUnderTest => ({
  kind: 's3',
  settings: {
    name: bucket,
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    deadlineSeconds: 15,
    attempts: 4,
    ...more,
  },
  credentials: JSON.stringify(user),
});

export const googleBucket = (
  google: GoogleStorage,
  more: Partial<BucketSettings> = {},
): BucketUnderTest => ({
  kind: 'google',
  settings: {
    name: 'pictures',
    endpoint: google.url,
    region: 'us-east-1',
    forcePathStyle: false,
    deadlineSeconds: 15,
    attempts: 4,
    ...more,
  },
  credentials: google.serviceAccountKey,
});

export type OpenedBucket = Bucket & Readonly<{ calls: readonly BucketCall[] }>;

/** `credentialsFile`: where the credentials are written. */
export const openBucketUnderTest = async (
  { kind, settings, credentials }: BucketUnderTest,
  { credentialsFile, prefix = '' }: Readonly<{ credentialsFile: string; prefix?: string }>,
): Promise<OpenedBucket> => {
  await writeFile(credentialsFile, credentials);
  const calls: BucketCall[] = [];
  const place = { ...settings, credentialsFile, prefix };
  return { ...(await openBucket(kind, place, (call) => calls.push(call))), calls };
};

export type NodeOptions = Readonly<{
  /** The copies on this node. */
  folder: string;
  /** Where they are when that folder cannot take them. */
  spareFolder?: string;
  maxBytes?: number;
  retentionSeconds?: number;
  shareBetweenAccounts?: boolean;
  now?: () => number;
  /** The clock of Redis, where it is another one. */
  redisNow?: () => number;
  onProblem: (message: string) => void;
  /** Nodes with the same name share their outputs. */
  cluster: string;
}>;

/** A state whose Redis has the clock of a test. Keys expire in real time all the same. */
const atTime = (state: State, now: () => number): State => {
  const timed = (script: string): string =>
    script.replaceAll(
      "redis.call('TIME')",
      `{'${Math.floor(now() / 1000)}', '${(now() % 1000) * 1000}'}`,
    );
  return {
    ...state,
    run: (script, ...given) => state.run(timed(script), ...given),
    write: (script, ...given) => state.write(timed(script), ...given),
  };
};

export type BucketNode = Outputs & Readonly<{ bucket: OpenedBucket }>;

/** The outputs of one node on a bucket and a Redis. */
export const openBucketNode = async (
  underTest: BucketUnderTest,
  redisUrl: string,
  { cluster, maxBytes = 1e9, ...options }: NodeOptions,
): Promise<BucketNode> => {
  const name = hash('sha256', cluster).slice(0, 16);
  const opened = await openState(redisUrl, { prefix: `{${name}}:`, deadlineMs: 1000 });
  const state =
    options.now === undefined ? opened : atTime(opened, options.redisNow ?? options.now);
  const credentialsFile = `${options.folder}.credentials`;
  const bucket = await openBucketUnderTest(underTest, { credentialsFile, prefix: `${name}/` });
  const spareFolder = options.spareFolder ?? `${options.folder}-spare`;
  const remote = createBucketRemote({ ...options, bucket, state });
  const outputs = await createOutputs({ ...options, maxBytes, beyond: { remote, spareFolder } });
  const close = async (): Promise<void> => {
    await outputs.close();
    bucket.close();
    await state.close();
  };
  return { ...outputs, bucket, close };
};
