import type { Bucket } from '../../bucket.ts';
import { StartError } from '../../errors.ts';
import type { Scope } from '../google-auth.ts';
import type { BucketPlace, ObjectClient } from '../object-client.ts';
import { createObjectClients } from '../object-clients.ts';
import { bucketProblem, objectKeyProblem } from '../object-path.ts';
import { placeWithCredentials } from './credentials.ts';
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
  const service = kind === 's3' ? 'objstore' : 'cstore';
  checkNames(service, settings);
  const place = await placeWithCredentials(
    { ...settings, service, bucket: settings.name },
    setting,
  );
  const clients = createObjectClients({ silenceMs: silenceMsOf(settings), scope });
  return { client: await clients.open(place), close: clients.close };
};

const checkNames = (service: BucketPlace['service'], { name, prefix }: BucketSettings): void => {
  const bucket = bucketProblem(service, name);
  if (bucket !== undefined) throw new StartError(`outputs.bucket.name: expected ${bucket}.`);
  const key = objectKeyProblem(`${prefix}name`);
  if (key !== undefined) throw new StartError(`outputs.bucket.prefix: expected ${key}.`);
};

const setting = 'outputs.bucket.credentialsFile';
