import { createHash } from 'node:crypto';
import type { Storage } from '@google-cloud/storage';
import type { AuthClients } from './auth-clients.ts';

/** Google's client for one address. The package is loaded by the first call. */
export const openGoogleStorage = async (
  apiEndpoint: string,
  authClient: Awaited<ReturnType<AuthClients>>,
): Promise<Storage> => {
  const library = await import('@google-cloud/storage');
  return new library.Storage({
    apiEndpoint,
    // Without it the client would look for credentials of the machine.
    authClient,
    useAuthWithCustomEndpoint: true,
    // The client replaces `{{projectId}}` in names and metadata by this value, which leaves it unchanged.
    projectId: '$&',
    retryOptions: { autoRetry: false },
  });
};

/**
 * The MD5 digest in Base64, as Google expects it. Google compares it and stores nothing when the bytes differ. The
 * client's own comparison comes after storing, and would delete an object that was there before.
 */
export const md5Of = async (pieces: AsyncIterable<Buffer>): Promise<string> => {
  const hash = createHash('md5');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('base64');
};
