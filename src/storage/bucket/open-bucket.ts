import { readFile } from 'node:fs/promises';
import type { Bucket } from '../../bucket.ts';
import { StartError, systemCodeOf } from '../../errors.ts';
import { secretOf, withoutQuotation } from '../../redacted.ts';
import type { Scope } from '../auth-clients.ts';
import { bucketProblem, objectKeyProblem } from '../object-path.ts';
import { serviceAccountOf } from '../service-account.ts';
import type { BucketClient } from './client.ts';
import { type BucketCall, createBucket, silenceMsOf } from './create-bucket.ts';
import type { BucketSettings } from './settings.ts';

export type BucketKind = 's3' | 'google';

/**
 * The bucket of the settings. Makes no request.
 * @throws StartError where the settings or the credentials cannot be used.
 */
export const openBucket = async (
  kind: BucketKind,
  settings: BucketSettings,
  onCall: (call: BucketCall) => void,
): Promise<Bucket> =>
  createBucket({ ...settings, client: await openBucketClient(kind, settings), onCall });

/** Single requests to the bucket. `scope`: what is asked of Google. @throws StartError as `openBucket` does. */
export const openBucketClient = async (
  kind: BucketKind,
  settings: BucketSettings,
  scope: Scope = 'read_write',
): Promise<BucketClient> => {
  checkNames(kind, settings);
  const { credentialsFile: path } = settings;
  const text = await readCredentials(path);
  const silenceMs = silenceMsOf(settings);
  if (kind === 'google') {
    if (serviceAccountOf(text) === undefined) {
      throw unusable(path, 'expected the JSON key of a service account, as downloaded from Google');
    }
    const { createGoogleClient } = await import('./google-client.ts');
    return createGoogleClient(settings, { serviceAccountKey: secretOf(text), scope }, silenceMs);
  }
  const { accessKeyId, secretAccessKey } = keysIn(path, text);
  if (typeof accessKeyId !== 'string' || typeof secretAccessKey !== 'string') {
    throw unusable(path, 'expected JSON with accessKeyId and secretAccessKey');
  }
  const keys = {
    accessKeyId: secretOf(accessKeyId),
    secretAccessKey: secretOf(secretAccessKey),
  };
  const { createS3Client } = await import('./s3-client.ts');
  return createS3Client(settings, keys, silenceMs);
};

const checkNames = (kind: BucketKind, { name, prefix }: BucketSettings): void => {
  const bucket = bucketProblem(kind === 's3' ? 'objstore' : 'cstore', name);
  if (bucket !== undefined) throw new StartError(`outputs.bucket.name: expected ${bucket}.`);
  const key = objectKeyProblem(`${prefix}name`);
  if (key !== undefined) throw new StartError(`outputs.bucket.prefix: expected ${key}.`);
};

const readCredentials = async (path: string): Promise<string> => {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw unusable(path, `it cannot be read (${systemCodeOf(error)})`);
  }
};

const keysIn = (path: string, text: string): Record<string, unknown> => {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch (error) {
    throw unusable(path, withoutQuotation(error instanceof Error ? error.message : String(error)));
  }
};

const unusable = (path: string, problem: string): StartError =>
  new StartError(`outputs.bucket.credentialsFile: ${path}: ${problem}.`);
