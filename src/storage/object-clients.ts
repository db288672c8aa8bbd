import { createGoogleAuth, type Scope } from './google-auth.ts';
import { createGoogleClient } from './google-client.ts';
import type { BucketPlace, ObjectClient } from './object-client.ts';
import { createConnections, createS3Client } from './s3-client.ts';

/**
 * Clients of S3 and of Google Cloud Storage, which share their connections and their access tokens.
 * `silenceMs`: longest wait for more bytes. `scope`: what is asked of Google for a service account.
 */
export const createObjectClients = ({
  silenceMs,
  scope,
}: Readonly<{ silenceMs: number; scope?: Scope | undefined }>) => {
  const googleAuth = createGoogleAuth(scope);
  let connections: ReturnType<typeof createConnections> | undefined;
  return {
    /** A client for a bucket. The first one of a service loads its package. */
    open: async (place: BucketPlace): Promise<ObjectClient> => {
      if (place.service === 'cstore') {
        return createGoogleClient(place, await googleAuth(place.rights), silenceMs);
      }
      connections ??= createConnections(silenceMs);
      return createS3Client(place, await connections, silenceMs);
    },
    /** Closes idle connections to S3. Those to Google end with the process. */
    close: (): void => void connections?.then((opened) => opened.destroy()),
  };
};
