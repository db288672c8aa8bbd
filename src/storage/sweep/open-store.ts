import type { ObjectStore } from '../../bucket.ts';
import { StartError } from '../../errors.ts';
import { type NamedPlace, placeWithCredentials } from '../bucket/credentials.ts';
import type { BucketPlace } from '../object-client.ts';
import { bucketProblem, folderPrefixOf } from '../object-path.ts';
import { openGoogleStore } from './google-store.ts';
import { openS3Store } from './s3-store.ts';

export type StoreOptions = Omit<NamedPlace, 'service' | 'bucket'> &
  Readonly<{
    /** `s3://bucket/prefix` or `gs://bucket/prefix`. */
    address: string;
    keepsAcl: boolean;
  }>;

/**
 * The objects at an address. Makes no request.
 * @throws StartError where the address or the credentials cannot be used.
 */
export const openStore = async (options: StoreOptions): Promise<ObjectStore> => {
  const { address, keepsAcl } = options;
  const [, scheme, bucket = '', path = ''] =
    /^(s3|gs):\/\/([^/]+)(?:\/(.*))?$/s.exec(address) ?? [];
  const service = scheme === 'gs' ? 'cstore' : 'objstore';
  const problem = bucketProblem(service, bucket);
  if (problem !== undefined) {
    throw new StartError(
      `"${address}": expected an address such as s3://bucket/prefix or gs://bucket/prefix with ${problem}.`,
      2,
    );
  }
  const place = await placeWithCredentials({ ...options, service, bucket }, '--credentials');
  return openPlace({ place, prefix: folderPrefixOf(path), keepsAcl });
};

/** The objects of a bucket below a prefix. Makes no request. */
export const openPlace = ({
  place,
  ...options
}: Readonly<{ place: BucketPlace; prefix: string; keepsAcl: boolean }>): Promise<ObjectStore> =>
  place.service === 'cstore'
    ? openGoogleStore({ ...options, place })
    : openS3Store({ ...options, place });
