import type { ObjectStore } from '../../bucket.ts';
import { StartError } from '../../errors.ts';
import { keysIn, readCredentials } from '../bucket/credentials.ts';
import { objstorePlace } from '../location.ts';
import { bucketProblem } from '../object-path.ts';
import { openS3Store } from './s3-store.ts';

export type StoreOptions = Readonly<{
  /** `s3://bucket/prefix`. */
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
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(address) ?? [];
  const problem = bucketProblem('objstore', bucket);
  if (problem !== undefined) {
    throw new StartError(
      `"${address}": expected an address such as s3://bucket/prefix with ${problem}.`,
      2,
    );
  }
  const keys = keysIn(credentialsFile, await readCredentials(credentialsFile, label), label);
  const place = objstorePlace({ bucket, endpoint, region, forcePathStyle, ...keys });
  return openS3Store({ place, prefix: folderPrefixOf(prefix), keepsAcl });
};

const label = '--credentials';

/** `photos` means what is in that folder, and not `photos-of-others/a.jpg`. */
const folderPrefixOf = (prefix: string): string =>
  prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
