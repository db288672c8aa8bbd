import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import { unescape } from 'node:querystring';
import type { Readable } from 'node:stream';
import type { ListedObject, ObjectStore, ObjectTraits } from '../../bucket.ts';
import type { ObjstorePlace } from '../object-client.ts';
import { createConnections, withBody } from '../s3-client.ts';
import { clientSettingsOf, failureOf, type SdkError, signBody } from '../s3-sdk.ts';
import { createAsk, writeWhole } from './asking.ts';
import { archivedClasses, isBound, traitsOf } from './s3-traits.ts';

type S3StoreOptions = Readonly<{
  place: ObjstorePlace;
  /** Beginning of all keys. */
  prefix: string;
  /** Whether ACLs are read and kept. */
  keepsAcl: boolean;
}>;

const silenceMs = 30_000;

/** Some clients note the coding of their upload, which the storage has removed. */
const plainCodings = ['', 'identity', 'aws-chunked'];

/** A space is `+` at Amazon, and `%20` elsewhere. What is no UTF-8 is replaced by U+FFFD: no request can have it. */
const decodedKey = (key: string): string => unescape(key.replaceAll('+', ' '));

type ObjectVersion = Readonly<{ Bucket: string; Key: string; VersionId: string | undefined }>;

/** The objects below a prefix in S3 or S3-compatible storage. */
export const openS3Store = async (options: S3StoreOptions): Promise<ObjectStore> => {
  const { place, prefix, keepsAcl } = options;
  const sdk = await import('@aws-sdk/client-s3');
  const requestHandler = await createConnections(silenceMs);
  const client = new sdk.S3Client({ ...clientSettingsOf(place), requestHandler });
  const Bucket = place.bucket;
  const ask = createAsk((error) => ({
    status: (error as SdkError).$metadata?.httpStatusCode,
    failure: failureOf(error, silenceMs),
  }));

  async function* list(signal: AbortSignal, after = ''): AsyncGenerator<ListedObject> {
    for (let token: string | undefined; ;) {
      // XML cannot have all signs of keys, so they come encoded.
      const asked = {
        ...{ Bucket, Prefix: prefix, ContinuationToken: token },
        ...(after !== '' && { StartAfter: prefix + after }),
        EncodingType: 'url' as const,
      };
      const page = await ask('s3:ListBucket', signal, (abortSignal) =>
        client.send(new sdk.ListObjectsV2Command(asked), { abortSignal }),
      );
      for (const { Key = '', Size = 0, ETag = '', StorageClass } of page.Contents ?? []) {
        // A storage that does not say so has not encoded them.
        const whole = page.EncodingType === 'url' ? decodedKey(Key) : Key;
        const key = whole.slice(prefix.length);
        // radosgw begins with that key itself.
        if (after !== '' && key === after) continue;
        yield { key, bytes: Size, etag: ETag, isArchived: archivedClasses.includes(StorageClass) };
      }
      token = page.NextContinuationToken;
      if (page.IsTruncated !== true || token === undefined) return;
    }
  }

  const tagsOf = async (
    asked: ObjectVersion,
    { TagCount = 0 }: HeadObjectCommandOutput,
    signal: AbortSignal,
  ) => {
    if (TagCount === 0) return [];
    const answer = await ask('s3:GetObjectTagging', signal, (abortSignal) =>
      client.send(new sdk.GetObjectTaggingCommand(asked), { abortSignal }),
    );
    return answer.TagSet ?? [];
  };

  const grantsOf = async (asked: ObjectVersion, signal: AbortSignal) => {
    if (!keepsAcl) return [];
    const answer = await ask('s3:GetObjectAcl, or --no-acl', signal, (abortSignal) =>
      client.send(new sdk.GetObjectAclCommand(asked), { abortSignal }),
    );
    return answer.Grants ?? [];
  };

  const head: ObjectStore['head'] = async (key, signal, VersionId) => {
    const asked = { Bucket, Key: prefix + key, VersionId };
    const found = await ask<HeadObjectCommandOutput | 'missing' | 'encrypted'>(
      's3:GetObject',
      signal,
      (abortSignal) => client.send(new sdk.HeadObjectCommand(asked), { abortSignal }),
      // Without the key of SSE-C, the request is one that cannot be answered.
      (status) => ({ 404: 'missing' as const, 400: 'encrypted' as const })[status],
    );
    if (typeof found === 'string') return found;
    if (!plainCodings.includes(found.ContentEncoding ?? '')) return 'coded';
    if (isBound(found)) return 'bound';
    const { Metadata: metadata = {} } = found;
    return {
      ...{ key, bytes: found.ContentLength ?? 0, etag: found.ETag ?? '' },
      isArchived: archivedClasses.includes(found.StorageClass) || found.ArchiveStatus !== undefined,
      metadata,
      version: found.VersionId,
      traits: async (later) => {
        const [tags, grants] = [await tagsOf(asked, found, later), await grantsOf(asked, later)];
        const others = traitsOf(found, tags, grants) as ObjectTraits['others'];
        return { mediaType: found.ContentType ?? 'application/octet-stream', metadata, others };
      },
    };
  };

  return {
    list,
    head,
    fetch: ({ key, etag, bytes, version }, path, signal) =>
      ask<'whole' | 'changed'>(
        version === undefined ? 's3:GetObject' : 's3:GetObjectVersion',
        signal,
        async (abortSignal) => {
          const asked = { Bucket, Key: prefix + key, VersionId: version, IfMatch: etag };
          const { Body } = await client.send(new sdk.GetObjectCommand(asked), { abortSignal });
          await writeWhole(Body as Readable, { path, bytes }, abortSignal);
          return 'whole';
        },
        (status) => (status === 404 || status === 412 ? 'changed' : undefined),
      ),
    put: (key, body, { mediaType, metadata, others }, { replaces, signal }) =>
      ask<Readonly<{ etag: string }> | 'changed'>(
        's3:PutObject, and s3:PutObjectTagging and s3:PutObjectAcl for objects that have them',
        signal,
        (attempt) =>
          withBody(body, attempt, async (Body, abortSignal) => {
            const command = new sdk.PutObjectCommand({
              ...others,
              ...{ Bucket, Key: prefix + key, Body, ContentLength: body.bytes },
              ...{ ContentType: mediaType, Metadata: { ...metadata } },
              ...(replaces === 'nothing' && { IfNoneMatch: '*' }),
              ...(replaces !== undefined && replaces !== 'nothing' && { IfMatch: replaces }),
            });
            signBody(command, body.sha256);
            const { ETag = '' } = await client.send(command, { abortSignal });
            return { etag: ETag };
          }),
        // 409: another conditional write is under way.
        (status) =>
          status === 412 || (replaces !== undefined && (status === 404 || status === 409))
            ? 'changed'
            : undefined,
      ),
    remove: async (key, signal) => {
      await ask('s3:DeleteObject', signal, (abortSignal) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key }), { abortSignal }),
      );
    },
    keepsVersions: async (signal) => {
      const { Status } = await ask('s3:GetBucketVersioning', signal, (abortSignal) =>
        client.send(new sdk.GetBucketVersioningCommand({ Bucket }), { abortSignal }),
      );
      return Status === 'Enabled';
    },
    close: () => requestHandler.destroy(),
  };
};
