import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { LifecycleRule } from '@aws-sdk/client-s3';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import type { ObjectBody } from '../bucket.ts';
import { plainFileStream } from '../plain-files.ts';
import {
  type ExpiryRule,
  type ObjectClient,
  type ObjstorePlace,
  StorageFailure,
} from './object-client.ts';
import { clientSettingsOf, failureOf, type SdkError, signBody } from './s3-sdk.ts';

/**
 * Connections for all buckets and keys, which have no limit: uploads have one, and those to a storage that stalls must
 * hold up no others. Agents of their own use no proxy of the environment and no setting of the process.
 */
export const createConnections = async (silenceMs: number): Promise<NodeHttpHandler> => {
  const { NodeHttpHandler } = await import('@smithy/node-http-handler');
  const agent = { keepAlive: true, maxSockets: Infinity, timeout: longestIdleMs };
  return new NodeHttpHandler({
    httpAgent: agent,
    httpsAgent: agent,
    connectionTimeout: silenceMs,
    socketTimeout: silenceMs,
  });
};

/** After which an idle connection ends. */
const longestIdleMs = 30_000;

/** A client for a bucket in S3 or S3-compatible storage. The first one loads the SDK. */
export const createS3Client = async (
  place: ObjstorePlace,
  requestHandler: NodeHttpHandler,
  silenceMs: number,
): Promise<ObjectClient> => {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({ ...clientSettingsOf(place), requestHandler });
  const Bucket = place.bucket;

  /** What the request gives; undefined where the storage answers with this code. */
  const unless = async <T>(code: string, request: Promise<T>): Promise<T | undefined> => {
    try {
      return await request;
    } catch (error) {
      if ((error as Error).name === code) return undefined;
      throw new StorageFailure(failureOf(error, silenceMs));
    }
  };

  const rules = async (abortSignal: AbortSignal): Promise<readonly LifecycleRule[]> => {
    const command = new sdk.GetBucketLifecycleConfigurationCommand({ Bucket });
    const asked = client.send(command, { abortSignal });
    return (await unless('NoSuchLifecycleConfiguration', asked))?.Rules ?? [];
  };

  return {
    put: (Key, body, { mediaType, headers, acl, signal }) =>
      withBody(body, signal, async (Body, abortSignal) => {
        const command = new sdk.PutObjectCommand({
          ...{ Bucket, Key, Body },
          ContentLength: body.bytes,
          ContentType: mediaType ?? 'application/octet-stream',
          CacheControl: headers?.cacheControl,
          ContentDisposition: headers?.contentDisposition,
          Expires: headers?.expires,
          Metadata: headers?.metadata,
          ...(acl !== undefined && { ACL: acl as never }),
        });
        signBody(command, body.sha256);
        await unless('', client.send(command, { abortSignal }));
      }),
    get: async (Key, abortSignal) => {
      const command = new sdk.GetObjectCommand({ Bucket, Key });
      const answer = await unless('NoSuchKey', client.send(command, { abortSignal }));
      return answer?.Body as Readable | undefined;
    },
    expiry: async (signal) => (await rules(signal)).flatMap(expiryOf),
    setExpiry: async (wanted, abortSignal) => {
      const isOther = (rule: LifecycleRule): boolean =>
        !wanted.some(({ prefix }) => rule.ID === ruleId(prefix));
      const kept = (await rules(abortSignal)).filter(isOther);
      const command = new sdk.PutBucketLifecycleConfigurationCommand({
        Bucket,
        LifecycleConfiguration: { Rules: [...kept, ...wanted.map(ruleOf)] },
      });
      await unless('', client.send(command, { abortSignal }));
    },
    now: async (abortSignal) => {
      const command = new sdk.GetObjectCommand({ Bucket, Key: `clock-${randomUUID()}` });
      let date: string | undefined;
      // An object that is never there, whose answer is an error.
      const asked = client.send(command, { abortSignal }).catch((error: SdkError) => {
        date = error.$response?.headers?.['date'];
        throw error;
      });
      await unless('NoSuchKey', asked);
      return Date.parse(date ?? '');
    },
  };
};

/** Sends a file as a stream. Rejects with the error of the file where it cannot be read. */
export const withBody = async <T>(
  body: ObjectBody,
  signal: AbortSignal,
  send: (data: Readable | Uint8Array, signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  if ('data' in body) return send(body.data, signal);
  const file = plainFileStream(body.path);
  const broken = new AbortController();
  file.on('error', (error) => broken.abort(error));
  try {
    return await send(file, AbortSignal.any([signal, broken.signal]));
  } catch (error) {
    broken.signal.throwIfAborted();
    throw error;
  } finally {
    file.destroy();
  }
};

/** The prefix is in it, so that services that share a bucket have rules of their own. */
const ruleId = (prefix: string): string => `shrinkd ${prefix}`;

const ruleOf = ({ prefix, days }: ExpiryRule): LifecycleRule => ({
  ID: ruleId(prefix),
  Status: 'Enabled',
  Filter: { Prefix: prefix },
  Expiration: { Days: days },
});

/** The expiry in a rule; none where it is switched off, or for other objects or versions only. */
const expiryOf = (rule: LifecycleRule): readonly ExpiryRule[] => {
  const prefix = rule.Filter?.Prefix ?? rule.Prefix;
  const days = rule.Expiration?.Days;
  return rule.Status === 'Enabled' && prefix !== undefined && days !== undefined
    ? [{ prefix, days }]
    : [];
};
