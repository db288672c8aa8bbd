import type { PutObjectCommand, S3ClientConfig } from '@aws-sdk/client-s3';
import { systemCodeOf } from '../errors.ts';
import { connectionFailure, type Failure, objstoreFailure, timeoutFailure } from './failures.ts';
import type { ObjstorePlace } from './object-client.ts';

/**
 * All settings that the SDK would otherwise read from the environment and profile files of this machine.
 * It makes one attempt, since a stream cannot be sent twice.
 */
export const clientSettingsOf = (place: Omit<ObjstorePlace, 'service' | 'bucket'>) =>
  ({
    endpoint: place.endpoint,
    region: place.region,
    forcePathStyle: place.isPathStyle,
    credentials: {
      accessKeyId: place.accessKeyId.reveal(),
      secretAccessKey: place.secretAccessKey.reveal(),
    },
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard',
    authSchemePreference: ['sigv4'],
    sigv4aSigningRegionSet: [place.region],
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
 * Signs the known digest of the body, so that the storage refuses bytes that changed in transit (Signature
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
export type SdkError = Error & {
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
  Region?: string;
};

/** The failure in what the SDK throws: an answer of the storage, or of the connection. */
export const failureOf = (error: unknown, silenceMs: number): Failure => {
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
