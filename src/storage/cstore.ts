import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { systemCodeOf } from '../errors.ts';
import type { AuthClients } from './auth-clients.ts';
import { connectionFailure, cstoreFailure, type Failure, timeoutFailure } from './failures.ts';
import { abortableRequests } from './google-requests.ts';
import { md5Of, openGoogleStorage } from './google-storage.ts';
import type { CstoreTarget, StoredFile } from './storage.ts';

export type CstoreUpload = Readonly<{
  target: CstoreTarget;
  file: StoredFile;
  signal: AbortSignal;
}>;

type CstoreParts = Readonly<{ authClients: AuthClients; silenceMs: number }>;

/**
 * A function that makes one attempt to upload a file to Google Cloud Storage. It resolves with the failure,
 * or undefined. It sends one `multipart` request of the JSON API, so a failure leaves no object.
 */
export const createCstore =
  ({ authClients, silenceMs }: CstoreParts) =>
  async ({ target, file, signal }: CstoreUpload): Promise<Failure | undefined> => {
    const md5 = await md5Of(createReadStream(file.path));
    const over = new AbortController();
    const ended = AbortSignal.any([signal, over.signal]);
    let isSilent = false;
    const timer = setTimeout(() => {
      isSilent = true;
      over.abort();
    }, silenceMs);
    try {
      return await abortableRequests(ended, async () => {
        const object = await objectAt(target, await authClients(target.rights));
        const sending = object.createWriteStream(optionsOf(target, file, md5));
        sending.on('progress', () => timer.refresh());
        await pipeline(createReadStream(file.path), sending, { signal: ended });
        const isWhole = (object.metadata as { md5Hash?: string } | undefined)?.md5Hash === md5;
        return isWhole ? undefined : cstoreFailure({ code: damagedCode, status: 200 });
      });
    } catch (error) {
      return isSilent ? timeoutFailure(silenceMs / 1000, true) : cstoreFailureOf(error);
    } finally {
      clearTimeout(timer);
      // Without this, a request whose file cannot be read to its end would wait for the rest.
      over.abort();
    }
  };

const objectAt = async (
  { endpoint, bucket, objectKey }: CstoreTarget,
  authClient: Awaited<ReturnType<AuthClients>>,
) => {
  const storage = await openGoogleStorage(endpoint, authClient);
  return storage.bucket(bucket).file(objectKey);
};

const optionsOf = ({ headers }: CstoreTarget, { mediaType }: StoredFile, md5: string) => ({
  resumable: false,
  validation: false,
  metadata: {
    contentType: mediaType,
    md5Hash: md5,
    cacheControl: headers.cacheControl,
    contentDisposition: headers.contentDisposition,
    metadata: headers.metadata,
  },
});

const damagedCode = 'checksumMismatch';

/** The error of the two packages for an answer to an upload, or to a request for a token. */
type Refusal = Readonly<{
  message: string;
  response?: Readonly<{ statusCode?: number; status?: number; data?: { error?: unknown } }>;
  errors?: readonly Readonly<{ reason?: string }>[];
}>;

/** The failure in an answer of Google, or of the connection. */
export const cstoreFailureOf = (error: unknown): Failure => {
  const { message, response, errors } = error as Refusal;
  const status = response?.statusCode ?? response?.status;
  const systemCode = systemCodeOf(error);
  if (status === undefined || (status === 200 && systemCode !== undefined)) {
    return connectionFailure(systemCode ?? 'unknown');
  }
  const reason = response?.data?.error ?? errors?.[0]?.reason ?? `HTTP${status}`;
  const isDamaged = /MD5|CRC32C/i.test(message);
  return cstoreFailure({ status, code: isDamaged ? damagedCode : String(reason) });
};
