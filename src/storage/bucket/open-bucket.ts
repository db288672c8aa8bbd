import { readFile } from 'node:fs/promises';
import type { Bucket } from '../../bucket.ts';
import { StartError, systemCodeOf } from '../../errors.ts';
import { type Secret, secretOf, withoutQuotation } from '../../redacted.ts';
import { type Scope, serviceAccountOf } from '../google-auth.ts';
import { cstorePlace, objstorePlace } from '../location.ts';
import type { ObjectClient, ObjstorePlace } from '../object-client.ts';
import { createObjectClients } from '../object-clients.ts';
import { bucketProblem, objectKeyProblem } from '../object-path.ts';
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
  createBucket({ ...settings, ...(await openBucketClient(kind, settings)), onCall });

/** Single requests to the bucket. `scope`: what is asked of Google. @throws StartError as `openBucket` does. */
export const openBucketClient = async (
  kind: BucketKind,
  settings: BucketSettings,
  scope?: Scope,
): Promise<Readonly<{ client: ObjectClient; close: () => void }>> => {
  checkNames(kind, settings);
  const { name: bucket, endpoint, region, forcePathStyle, credentialsFile: path } = settings;
  const text = await readCredentials(path);
  const place =
    kind === 's3'
      ? objstorePlace({ bucket, endpoint, region, forcePathStyle, ...keysIn(path, text) })
      : cstorePlace({ bucket, endpoint, rights: { serviceAccountKey: accountKey(path, text) } });
  const clients = createObjectClients({ silenceMs: silenceMsOf(settings), scope });
  return { client: await clients.open(place), close: clients.close };
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

const keysIn = (
  path: string,
  text: string,
): Pick<ObjstorePlace, 'accessKeyId' | 'secretAccessKey'> => {
  const { accessKeyId, secretAccessKey } = fieldsIn(path, text);
  if (typeof accessKeyId !== 'string' || typeof secretAccessKey !== 'string') {
    throw unusable(path, 'expected JSON with accessKeyId and secretAccessKey');
  }
  return { accessKeyId: secretOf(accessKeyId), secretAccessKey: secretOf(secretAccessKey) };
};

const fieldsIn = (path: string, text: string): Record<string, unknown> => {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch (error) {
    throw unusable(path, withoutQuotation(error instanceof Error ? error.message : String(error)));
  }
};

const accountKey = (path: string, text: string): Secret => {
  if (serviceAccountOf(text) !== undefined) return secretOf(text);
  throw unusable(path, 'expected the JSON key of a service account, as downloaded from Google');
};

const unusable = (path: string, problem: string): StartError =>
  new StartError(`outputs.bucket.credentialsFile: ${path}: ${problem}.`);
