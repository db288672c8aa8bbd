import type { ObjectStore } from '../../bucket.ts';
import { StartError } from '../../errors.ts';
import { accountKey, keysIn, readCredentials } from '../bucket/credentials.ts';
import { cstorePlace, objstorePlace } from '../location.ts';
import type { BucketPlace } from '../object-client.ts';
import { bucketProblem, folderPrefixOf } from '../object-path.ts';
import { openGoogleStore } from './google-store.ts';
import { openS3Store } from './s3-store.ts';

export type StoreOptions = Readonly<{
  /** `s3://bucket/prefix` or `gs://bucket/prefix`. */
  address: string;
  /** Empty: the address of the service. */
  endpoint: string;
  region: string;
  forcePathStyle: boolean;
  credentialsFile: string;
  keepsAcl: boolean;
}>;

/**
 * The objects at an address. Makes no request.
 * @throws StartError where the address or the credentials cannot be used.
 */
export const openStore = async (options: StoreOptions): Promise<ObjectStore> => {
  const { address, endpoint, region, forcePathStyle, credentialsFile, keepsAcl } = options;
  const [, scheme, bucket = '', path = ''] =
    /^(s3|gs):\/\/([^/]+)(?:\/(.*))?$/s.exec(address) ?? [];
  const isGoogle = scheme === 'gs';
  const problem = bucketProblem(isGoogle ? 'cstore' : 'objstore', bucket);
  if (problem !== undefined) {
    throw new StartError(
      `"${address}": expected an address such as s3://bucket/prefix or gs://bucket/prefix with ${problem}.`,
      2,
    );
  }
  const text = await readCredentials(credentialsFile, label);
  const prefix = folderPrefixOf(path);
  if (isGoogle) {
    const rights = { serviceAccountKey: accountKey(credentialsFile, text, label) };
    return openPlace({ place: cstorePlace({ bucket, endpoint, rights }), prefix, keepsAcl });
  }
  const keys = keysIn(credentialsFile, text, label);
  const place = objstorePlace({ bucket, endpoint, region, forcePathStyle, ...keys });
  return openPlace({ place, prefix, keepsAcl });
};

/** The objects of a bucket below a prefix. Makes no request. */
export const openPlace = ({
  place,
  ...options
}: Readonly<{ place: BucketPlace; prefix: string; keepsAcl: boolean }>): Promise<ObjectStore> =>
  place.service === 'cstore'
    ? openGoogleStore({ ...options, place })
    : openS3Store({ ...options, place });

const label = '--credentials';
