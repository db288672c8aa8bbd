import { open } from 'node:fs/promises';
import type { PutObjectCommand, S3ClientConfig } from '@aws-sdk/client-s3';
import { systemCodeOf } from '../errors.ts';
import type { ConnectionCache } from './connections.ts';
import { connectionFailure, type Failure, objstoreFailure, timeoutFailure } from './failures.ts';
import type { ObjstoreTarget, StoredFile } from './storage.ts';

export type ObjstoreUpload = Readonly<{
  target: ObjstoreTarget;
  file: StoredFile;
  signal: AbortSignal;
}>;

/**
 * A function that makes one attempt to upload a file to S3 or S3-compatible storage. It resolves with the
 * failure, or undefined. The first upload loads the SDK.
 */
export const createObjstore =
  ({ connections, silenceMs }: { connections: ConnectionCache; silenceMs: number }) =>
  async ({ target, file, signal }: ObjstoreUpload): Promise<Failure | undefined> => {
    const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
    const { objectKey, bucket, acl, headers } = target;
    const { handler, release } = await connections.take(target);
    const opened = await open(file.path, 'r').catch((error: unknown) => {
      release();
      throw error;
    });
    const body = opened.createReadStream();
    const client = new S3Client({ ...clientSettingsOf(target), requestHandler: handler });
    const broken = new AbortController();
    body.on('error', (error) => broken.abort(error));
    try {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: objectKey,
        Body: body,
        ContentLength: file.bytes,
        ContentType: file.mediaType,
        CacheControl: headers.cacheControl,
        ContentDisposition: headers.contentDisposition,
        Expires: headers.expires,
        Metadata: { ...headers.metadata },
        ...(acl !== undefined && { ACL: acl as never }),
      });
      signBody(command, file.sha256);
      await client.send(command, { abortSignal: AbortSignal.any([signal, broken.signal]) });
      return undefined;
    } catch (error) {
      // A file that cannot be read is an error of the service, not of the storage.
      broken.signal.throwIfAborted();
      return objstoreFailureOf(error, silenceMs);
    } finally {
      body.destroy();
      release();
    }
  };

/**
 * All settings that the SDK would otherwise read from the environment and profile files of this machine.
 * It makes one attempt, since a stream cannot be sent twice. The caller repeats attempts within its deadline.
 */
export const clientSettingsOf = (
  target: Pick<
    ObjstoreTarget,
    'endpoint' | 'region' | 'isPathStyle' | 'accessKeyId' | 'secretAccessKey'
  >,
) =>
  ({
    endpoint: target.endpoint,
    region: target.region,
    forcePathStyle: target.isPathStyle,
    credentials: {
      accessKeyId: target.accessKeyId.reveal(),
      secretAccessKey: target.secretAccessKey.reveal(),
    },
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard',
    authSchemePreference: ['sigv4'],
    sigv4aSigningRegionSet: [target.region],
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    disableClockSkewCorrection: true,
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: 'shrinkd',
    defaultUserAgentProvider: () => Promise.resolve([['shrinkd', '1']]),
    // The SDK would write to the console instead of the log.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  }) satisfies S3ClientConfig;

const ignore = (): void => undefined;

/**
 * Signs the known digest of the file, so that the storage refuses bytes that changed in transit (Signature
 * Version 4, `x-amz-content-sha256`). The SDK would leave a stream unsigned.
 */
export const signBody = (command: PutObjectCommand, sha256: string): void => {
  command.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { headers: Record<string, string> };
      request.headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'signBody' },
  );
};

/** What the SDK throws. Errors of the storage have a response, others do not. */
type SdkError = Error & {
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
  Region?: string;
};

/** The failure in what the SDK throws: an answer of the storage, or of the connection. */
export const objstoreFailureOf = (error: unknown, silenceMs: number): Failure => {
  const { name, $metadata, $response, Region } = error as SdkError;
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) {
    const region = tellableRegion($response?.headers?.['x-amz-bucket-region'] ?? Region);
    return objstoreFailure({ code: name, status, region });
  }
  // The transport uses this name for broken connections too, but those have a code of the system.
  const code = systemCodeOf(error);
  return name === 'TimeoutError' && code === undefined
    ? timeoutFailure(silenceMs / 1000, true)
    : connectionFailure(code ?? name);
};

const tellableRegion = (region: string | undefined): string | undefined =>
  region !== undefined && /^[a-z0-9-]{1,63}$/.test(region) ? region : undefined;
