import { readFile } from 'node:fs/promises';
import { StartError, systemCodeOf } from '../../errors.ts';
import { type Secret, secretOf, withoutQuotation } from '../../redacted.ts';
import { serviceAccountOf } from '../google-auth.ts';
import { cstorePlace, objstorePlace } from '../location.ts';
import type { BucketPlace, ObjstorePlace } from '../object-client.ts';

/** A bucket in S3 or Google Cloud Storage, as settings and flags name it. */
export type NamedPlace = Readonly<{
  service: BucketPlace['service'];
  bucket: string;
  /** Empty: the address of the service. */
  endpoint: string;
  region: string;
  forcePathStyle: boolean;
  credentialsFile: string;
}>;

/** The bucket with its credentials. `setting` names their file. @throws StartError where that cannot be used. */
export const placeWithCredentials = async (
  named: NamedPlace,
  setting: string,
): Promise<BucketPlace> => {
  const { service, bucket, endpoint, credentialsFile: path } = named;
  const text = await readCredentials(path, setting);
  if (service === 'objstore') return objstorePlace({ ...named, ...keysIn(path, text, setting) });
  const rights = { serviceAccountKey: accountKey(path, text, setting) };
  return cstorePlace({ bucket, endpoint, rights });
};

const readCredentials = async (path: string, setting: string): Promise<string> => {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw unusable(path, setting, `it cannot be read (${systemCodeOf(error)})`);
  }
};

/** The keys of S3 in a text. @throws StartError where it has none. */
const keysIn = (
  path: string,
  text: string,
  setting: string,
): Pick<ObjstorePlace, 'accessKeyId' | 'secretAccessKey'> => {
  const { accessKeyId, secretAccessKey } = fieldsIn(path, text, setting);
  if (typeof accessKeyId !== 'string' || typeof secretAccessKey !== 'string') {
    throw unusable(path, setting, 'expected JSON with accessKeyId and secretAccessKey');
  }
  return { accessKeyId: secretOf(accessKeyId), secretAccessKey: secretOf(secretAccessKey) };
};

const fieldsIn = (path: string, text: string, setting: string): Record<string, unknown> => {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch (error) {
    const problem = withoutQuotation(error instanceof Error ? error.message : String(error));
    throw unusable(path, setting, problem);
  }
};

/** The key of a service account in a text. @throws StartError where it is none. */
const accountKey = (path: string, text: string, setting: string): Secret => {
  if (serviceAccountOf(text) !== undefined) return secretOf(text);
  throw unusable(
    path,
    setting,
    'expected the JSON key of a service account, as downloaded from Google',
  );
};

const unusable = (path: string, setting: string, problem: string): StartError =>
  new StartError(`${setting}: ${path}: ${problem}.`);
