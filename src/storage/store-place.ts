import { cstorePlace, objstorePlace } from './location.ts';
import type { NamedStore, StorageSettings } from './named-store.ts';
import type { BucketPlace } from './object-client.ts';

/** Where the bucket of a named store is. A store without an address of its own has that of its service. */
export const storePlace = (
  store: NamedStore,
  { objstore, cstore }: Pick<StorageSettings, 'objstore' | 'cstore'>,
): BucketPlace => {
  if (store.service === 'cstore') {
    const { bucket, serviceAccountKey } = store;
    const endpoint = store.endpoint || cstore.endpoint;
    return cstorePlace({ bucket, endpoint, rights: { serviceAccountKey } });
  }
  const { endpoint, forcePathStyle: isForced } = store.endpoint === '' ? objstore : store;
  const forcePathStyle = store.forcePathStyle || isForced;
  return objstorePlace({ ...store, endpoint, forcePathStyle });
};
