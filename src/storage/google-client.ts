import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectBody } from '../bucket.ts';
import { systemCodeOf } from '../errors.ts';
import { plainFileStream } from '../plain-files.ts';
import { connectionFailure, cstoreFailure, type Failure, timeoutFailure } from './failures.ts';
import type { GoogleAuth } from './google-auth.ts';
import { expiryOf, type GoogleRule, withExpiry } from './google-rules.ts';
import { type CstorePlace, type ObjectClient, StorageFailure } from './object-client.ts';

/** A client for a bucket in Google Cloud Storage. The first one loads the client library. */
export const createGoogleClient = async (
  { bucket: name, endpoint }: CstorePlace,
  authClient: Awaited<ReturnType<GoogleAuth>>,
  silenceMs: number,
): Promise<ObjectClient> => {
  const library = await import('@google-cloud/storage');
  const storage = new library.Storage({
    apiEndpoint: endpoint,
    // Without it the client would look for credentials of the machine.
    authClient,
    useAuthWithCustomEndpoint: true,
    // The client replaces `{{projectId}}` in names and metadata by this value, which leaves it unchanged.
    projectId: '$&',
    retryOptions: { autoRetry: false },
  });
  const bucket = storage.bucket(name);

  /**
   * What `work` gives; undefined where Google answers with the status `absent`. `work` calls `heard` when bytes have
   * moved. A request that failed is ended, since one whose file cannot be read would wait for the rest.
   */
  const attempt = async <T>(
    signal: AbortSignal,
    absent: number | undefined,
    work: (ended: AbortSignal, heard: () => void) => Promise<T>,
  ): Promise<T | undefined> => {
    const over = new AbortController();
    const ended = AbortSignal.any([signal, over.signal]);
    let isSilent = false;
    const timer = setTimeout(() => {
      isSilent = true;
      over.abort();
    }, silenceMs);
    try {
      return await abortableRequests(ended, () => work(ended, () => timer.refresh()));
    } catch (error) {
      over.abort();
      if (isSilent) throw new StorageFailure(timeoutFailure(silenceMs / 1000, true));
      if (error instanceof StorageFailure) throw error;
      if (absent !== undefined && statusOf(error) === absent) return undefined;
      throw new StorageFailure(failureOf(error));
    } finally {
      clearTimeout(timer);
    }
  };

  const metadata = async (signal: AbortSignal): Promise<BucketMetadata> => {
    const answered = await attempt(signal, undefined, () => bucket.getMetadata());
    const [found, answer] = answered ?? [];
    return { ...found, date: dateOf(answer) } as BucketMetadata;
  };

  return {
    put: async (key, body, { mediaType, headers, signal }) => {
      const md5 = await md5Of(body);
      await attempt(signal, undefined, async (ended, heard) => {
        const object = bucket.file(key);
        const sending = object.createWriteStream({
          resumable: false,
          validation: false,
          metadata: {
            contentType: mediaType ?? 'application/octet-stream',
            md5Hash: md5,
            cacheControl: headers?.cacheControl,
            contentDisposition: headers?.contentDisposition,
            metadata: headers?.metadata,
          },
        });
        sending.on('progress', heard);
        await pipeline(streamOf(body), sending, { signal: ended });
        const isWhole = (object.metadata as { md5Hash?: string } | undefined)?.md5Hash === md5;
        if (!isWhole) throw new StorageFailure(cstoreFailure({ code: damagedCode, status: 200 }));
      });
    },
    get: (key, signal) => {
      // Not by `createReadStream`, for each of which Node warns of a leak of listeners.
      const url = `${endpoint}/storage/v1/b/${name}/o/${encodeURIComponent(key)}?alt=media`;
      return attempt(signal, 404, async (ended): Promise<Readable> => {
        const asked = { url, responseType: 'stream', signal: ended } as const;
        return (await authClient.request<Readable>(asked)).data;
      });
    },
    expiry: async (signal) => ((await metadata(signal)).lifecycle?.rule ?? []).flatMap(expiryOf),
    setExpiry: async (wanted, signal) => {
      const { lifecycle, metageneration } = await metadata(signal);
      const changed = { lifecycle: { rule: withExpiry(lifecycle?.rule ?? [], wanted) } };
      // Google refuses it where the bucket was changed meanwhile.
      const condition = { ifMetagenerationMatch: Number(metageneration) };
      await attempt(signal, undefined, () => bucket.setMetadata(changed as never, condition));
    },
    now: async (signal) => Date.parse((await metadata(signal)).date ?? ''),
  };
};

type BucketMetadata = Readonly<{
  lifecycle?: Readonly<{ rule?: readonly GoogleRule[] }> | null;
  metageneration?: string | number;
  date: string | undefined;
}>;

const dateOf = (answer: unknown): string | undefined => {
  const { headers } = answer as { headers?: Headers | Record<string, string> };
  return headers instanceof Headers ? (headers.get('date') ?? undefined) : headers?.['date'];
};

export const streamOf = (body: ObjectBody): Readable =>
  'path' in body ? plainFileStream(body.path) : Readable.from([Buffer.from(body.data)]);

/**
 * The MD5 digest in Base64, as Google expects it. Google compares it and stores nothing when the bytes differ. The
 * client's own comparison comes after storing, and would delete an object that was there before.
 */
export const md5Of = async (body: ObjectBody): Promise<string> => {
  const hash = createHash('md5');
  for await (const piece of streamOf(body)) hash.update(piece as Buffer);
  return hash.digest('base64');
};

/**
 * Runs `work`. Each HTTP request that it makes, at once or later, is destroyed when `signal` aborts.
 * Google's client cannot abort an upload, whose connection would stay open.
 */
const abortableRequests = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  isSubscribed ||= subscribed();
  return signals.run(signal, work);
};

const signals = new AsyncLocalStorage<AbortSignal>();
let isSubscribed = false;

/** Node publishes each request on this channel when it is created (Node, diagnostics channels, HTTP). */
const subscribed = (): true => {
  subscribe('http.client.request.created', (message) => {
    const signal = signals.getStore();
    if (signal !== undefined)
      addAbortSignal(signal, (message as { request: ClientRequest }).request);
  });
  return true;
};

const damagedCode = 'checksumMismatch';

/** The error of the two packages for an answer of Google, or to a request for a token. */
type Refusal = Readonly<{
  message: string;
  response?: Readonly<{ statusCode?: number; status?: number; data?: { error?: unknown } }>;
  errors?: readonly Readonly<{ reason?: string }>[];
}>;

/** The status of an error answer of Google; undefined where there was none. */
export const statusOf = (error: unknown): number | undefined => {
  const { response } = error as Refusal;
  return response?.statusCode ?? response?.status;
};

/** The failure in an answer of Google, or of the connection. */
export const failureOf = (error: unknown): Failure => {
  const { message, response, errors } = error as Refusal;
  const status = statusOf(error);
  const systemCode = systemCodeOf(error);
  if (status === undefined || (status === 200 && systemCode !== undefined)) {
    return connectionFailure(systemCode ?? 'unknown');
  }
  const reason = response?.data?.error ?? errors?.[0]?.reason ?? `HTTP${status}`;
  const isDamaged = /MD5|CRC32C/i.test(message);
  return cstoreFailure({ status, code: isDamaged ? damagedCode : String(reason) });
};
