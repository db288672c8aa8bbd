import { type ObjectIdentifier, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import type { DescribedSweep } from '../../../src/bulk/sweeps/describe.ts';
import type { Radosgw } from '../storage/radosgw.ts';
import { until } from '../until.ts';
import { type Client, jsonOf } from './client.ts';

/** Settings with stores in a radosgw: `shop`, `originals` and `small`, below a prefix. */
export const sweptStores = ({ user, bucket, url }: Radosgw, prefix: string) => {
  const store = (name: string) => ({
    ...{ service: 'objstore', bucket, prefix: `${prefix}/${name}/`, region: 'us-east-1' },
    ...{ endpoint: url, forcePathStyle: true, acl: 'no-acl' },
    ...{ accessKeyId: user.accessKeyId, secretAccessKey: user.secretAccessKey },
  });
  const names = ['shop', 'originals', 'small'];
  return { storage: { stores: Object.fromEntries(names.map((name) => [name, store(name)])) } };
};

export type SweepRequests = Readonly<{
  ask: (method: 'GET' | 'POST', path: string, body?: object) => Promise<readonly [number, unknown]>;
  start: (request: object) => Promise<DescribedSweep>;
  find: (id: string) => Promise<DescribedSweep>;
  act: (id: string, action: string) => Promise<DescribedSweep>;
  /** The sweep when it has this status. */
  when: (id: string, status: string, deadlineMs?: number) => Promise<DescribedSweep>;
}>;

/** What an administrator asks of sweeps. Requests that break off, since a node was killed, are made again. */
export const sweepRequests = ({ send }: Pick<Client, 'send'>, key: string): SweepRequests => {
  const ask: SweepRequests['ask'] = async (method, path, body) => {
    const headers = { 'Content-Type': 'application/json' };
    const asked = { method, path, key, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await send(asked);
    return [answer.status, jsonOf(answer)];
  };
  const sweepOf = async (expected: number, ...asked: Parameters<typeof ask>) => {
    const [status, sweep] = await ask(...asked);
    expect(status, JSON.stringify(sweep)).to.equal(expected);
    return sweep as DescribedSweep;
  };
  const find = (id: string) => sweepOf(200, 'GET', `/sweeps/${id}`);
  return {
    ask,
    start: (request) => sweepOf(201, 'POST', '/sweeps', request),
    find,
    act: (id, action) =>
      sweepOf(action === 'undo' ? 201 : 200, 'POST', `/sweeps/${id}`, { action }),
    when: (id, status, deadlineMs) => {
      let last: unknown;
      return until(
        () => `the sweep is ${status}: ${JSON.stringify(last)}`,
        async () => {
          const sweep = await find(id).catch((error: unknown) => void (last = String(error)));
          last = sweep ?? last;
          return sweep?.status === status && sweep;
        },
        deadlineMs,
      );
    },
  };
};

export const putPicture = async (
  { client, bucket }: Pick<Radosgw, 'client' | 'bucket'>,
  Key: string,
  Body: Uint8Array,
): Promise<void> => {
  await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType: 'image/jpeg' }));
};

/** The metadata of all objects below a prefix, by their keys after it. */
export const metadataBelow = async (
  { client, bucket: Bucket }: Readonly<{ client: S3Client; bucket: string }>,
  prefix: string,
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> => {
  const keys: ObjectIdentifier[] = [];
  for (let token: string | undefined; ;) {
    const asked = { Bucket, Prefix: prefix, ContinuationToken: token };
    const page = await client.send(new ListObjectsV2Command(asked));
    for (const { Key } of page.Contents ?? []) keys.push({ Key });
    token = page.NextContinuationToken;
    if (token === undefined) break;
  }
  const found = await Promise.all(
    keys.map(async ({ Key }) => {
      const { Metadata = {} } = await client.send(new HeadObjectCommand({ Bucket, Key }));
      return [Key!.slice(prefix.length), Metadata] as const;
    }),
  );
  return new Map(found);
};
