import type { Readable } from 'node:stream';
import type { LifecycleRule } from '@aws-sdk/client-s3';
import type { ObjectBody } from '../../bucket.ts';
import { plainFileStream } from '../../plain-files.ts';
import { createConnectionCache } from '../connections.ts';
import { isPathStyle, objstoreEndpoint } from '../location.ts';
import { clientSettingsOf, objstoreFailureOf, signBody } from '../objstore.ts';
import type { ObjstoreTarget } from '../storage.ts';
import { type BucketClient, BucketFailure, type ExpiryRule } from './client.ts';
import type { BucketSettings } from './settings.ts';

type Keys = Pick<ObjstoreTarget, 'accessKeyId' | 'secretAccessKey'>;

/** A bucket in S3 or S3-compatible storage. Loads the SDK. `silenceMs`: longest wait for more bytes. */
export const createS3Client = async (
  { name: bucket, endpoint: configured, region, forcePathStyle }: BucketSettings,
  keys: Keys,
  silenceMs: number,
): Promise<BucketClient> => {
  const sdk = await import('@aws-sdk/client-s3');
  const endpoint = objstoreEndpoint(configured, region);
  const place = { endpoint, region, ...keys };
  const connections = createConnectionCache({ silenceMs });
  const { handler, release } = await connections.take(place);
  const client = new sdk.S3Client({
    ...clientSettingsOf({ ...place, isPathStyle: isPathStyle(endpoint, bucket, forcePathStyle) }),
    requestHandler: handler,
  });
  /** What the request gives; undefined where the storage answers with one of these codes. */
  const attempt = async <T>(
    request: Promise<T>,
    codes: readonly string[],
  ): Promise<T | undefined> => {
    try {
      return await request;
    } catch (error) {
      if (codes.includes((error as Error).name)) return undefined;
      throw new BucketFailure(objstoreFailureOf(error, silenceMs));
    }
  };

  const rules = async (abortSignal: AbortSignal): Promise<readonly LifecycleRule[]> => {
    const command = new sdk.GetBucketLifecycleConfigurationCommand({ Bucket: bucket });
    const asked = client.send(command, { abortSignal });
    return (await attempt(asked, ['NoSuchLifecycleConfiguration']))?.Rules ?? [];
  };

  return {
    put: async (key, body, { isNew, signal }) => {
      const put = (data: Readable | Uint8Array, abortSignal: AbortSignal) => {
        const command = new sdk.PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: data,
          ContentLength: body.bytes,
          ContentType: 'application/octet-stream',
          ...(isNew && { IfNoneMatch: '*' }),
        });
        signBody(command, body.sha256);
        return attempt(client.send(command, { abortSignal }), isNew ? takenCodes : []);
      };
      return (await withBody(body, signal, put)) !== undefined;
    },
    get: async (key, abortSignal) => {
      const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: key });
      const answer = await attempt(client.send(command, { abortSignal }), ['NoSuchKey']);
      return answer?.Body as Readable | undefined;
    },
    expiry: async (signal) => (await rules(signal)).flatMap(expiryOf),
    setExpiry: async (wanted, abortSignal) => {
      const isOther = (rule: LifecycleRule): boolean =>
        !wanted.some(({ prefix }) => rule.ID === ruleId(prefix));
      const kept = (await rules(abortSignal)).filter(isOther);
      const command = new sdk.PutBucketLifecycleConfigurationCommand({
        Bucket: bucket,
        LifecycleConfiguration: { Rules: [...kept, ...wanted.map(ruleOf)] },
      });
      await attempt(client.send(command, { abortSignal }), []);
    },
    now: async (abortSignal) => {
      const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: clockKey });
      let date: string | undefined;
      command.middlewareStack.add(
        (next) => async (args) => {
          const answered = await next(args);
          ({ date } = (answered.response as { headers: Record<string, string> }).headers);
          return answered;
        },
        // Before the answer is read, which may be an error.
        { step: 'deserialize', priority: 'low', name: 'readDate' },
      );
      await attempt(client.send(command, { abortSignal }), ['NoSuchKey']);
      return Date.parse(date ?? '');
    },
    close: () => {
      release();
      connections.close();
    },
  };
};

/** An object that is never there. */
const clockKey = 'clock';

/** How S3 refuses to replace an object (Amazon S3 user guide, conditional writes). */
const takenCodes = ['PreconditionFailed'];

/** Sends a file as a stream. Rejects with the error of the file where it cannot be read. */
const withBody = async <T>(
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
