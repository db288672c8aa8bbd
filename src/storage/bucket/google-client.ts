import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectBody } from '../../bucket.ts';
import { plainFileStream } from '../../plain-files.ts';
import type { Secret } from '../../redacted.ts';
import { createAuthClients, type Scope } from '../auth-clients.ts';
import { cstoreFailureOf } from '../cstore.ts';
import { abortableRequests } from '../google-requests.ts';
import { md5Of, openGoogleStorage } from '../google-storage.ts';
import { timeoutFailure } from '../failures.ts';
import { withoutSlash } from '../location.ts';
import { type BucketClient, BucketFailure, type ExpiryRule } from './client.ts';
import type { BucketSettings } from './settings.ts';

/** A bucket in Google Cloud Storage. Loads the client library. `silenceMs`: longest wait for more bytes. */
export const createGoogleClient = async (
  { name, endpoint }: BucketSettings,
  { serviceAccountKey, scope }: Readonly<{ serviceAccountKey: Secret; scope: Scope }>,
  silenceMs: number,
): Promise<BucketClient> => {
  const apiEndpoint = endpoint === '' ? 'https://storage.googleapis.com' : withoutSlash(endpoint);
  const authClient = await createAuthClients(scope)({ serviceAccountKey });
  const storage = await openGoogleStorage(apiEndpoint, authClient);
  const bucket = storage.bucket(name);

  /** `work` calls `heard` when bytes have moved. */
  const attempt = async <T>(
    signal: AbortSignal,
    work: (ended: AbortSignal, heard: () => void) => Promise<T>,
  ): Promise<T> => {
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(), silenceMs);
    const ended = AbortSignal.any([signal, silent.signal]);
    try {
      return await abortableRequests(ended, () =>
        abortedBy(
          ended,
          work(ended, () => timer.refresh()),
        ),
      );
    } catch (error) {
      if (silent.signal.aborted) throw new BucketFailure(timeoutFailure(silenceMs / 1000, true));
      throw new BucketFailure(cstoreFailureOf(error), error);
    } finally {
      clearTimeout(timer);
    }
  };

  const metadata = async (signal: AbortSignal): Promise<BucketMetadata> => {
    const [found, answer] = await attempt(signal, () => bucket.getMetadata());
    return { ...found, date: dateOf(answer) } as BucketMetadata;
  };

  return {
    put: async (key, body, { isNew, signal }) => {
      const md5 = await md5Of(streamOf(body));
      const send = async (ended: AbortSignal, heard: () => void): Promise<boolean> => {
        const file = bucket.file(key);
        const sending = file.createWriteStream({
          resumable: false,
          validation: false,
          metadata: { contentType: 'application/octet-stream', md5Hash: md5 },
          ...(isNew && { preconditionOpts: { ifGenerationMatch: 0 } }),
        });
        sending.on('progress', heard);
        await pipeline(streamOf(body), sending, { signal: ended });
        return true;
      };
      return isNew
        ? (await unless(statuses.taken, attempt(signal, send))) === true
        : attempt(signal, send);
    },
    get: (key, signal) => {
      // Not by `createReadStream`, for each of which Node warns of a leak of listeners.
      const url = `${apiEndpoint}/storage/v1/b/${name}/o/${encodeURIComponent(key)}?alt=media`;
      const get = async (): Promise<Readable> => {
        const answer = await authClient.request<Readable>({ url, responseType: 'stream', signal });
        return answer.data;
      };
      return unless(statuses.missing, attempt(signal, get));
    },
    expiry: async (signal) => ((await metadata(signal)).lifecycle?.rule ?? []).flatMap(expiryOf),
    setExpiry: async (wanted, signal) => {
      const { lifecycle, metageneration } = await metadata(signal);
      const isOurs = (rule: GoogleRule): boolean =>
        rule.condition?.matchesPrefix?.length === 1 &&
        expiryOf(rule).some(({ prefix }) => wanted.some((own) => own.prefix === prefix));
      const kept = (lifecycle?.rule ?? []).filter((rule) => !isOurs(rule));
      const rule = [...kept, ...wanted.map(ruleOf)];
      // Google refuses it where the bucket was changed meanwhile.
      const condition = { ifMetagenerationMatch: Number(metageneration) };
      await attempt(signal, () => bucket.setMetadata({ lifecycle: { rule } } as never, condition));
    },
    now: async (signal) => Date.parse((await metadata(signal)).date ?? ''),
    close: () => undefined,
  };
};

const statuses = { missing: 404, taken: 412 };

type GoogleRule = Readonly<{
  action?: Readonly<{ type?: string }>;
  condition?: Readonly<{ age?: number; matchesPrefix?: readonly string[] }>;
}>;

type BucketMetadata = Readonly<{
  lifecycle?: Readonly<{ rule?: readonly GoogleRule[] }> | null;
  metageneration?: string | number;
  date: string | undefined;
}>;

/** The expiry in a rule with no other conditions; one prefix each. */
const expiryOf = ({ action, condition = {} }: GoogleRule): readonly ExpiryRule[] => {
  const { age: days, matchesPrefix = [''], ...others } = condition;
  const isPlain = action?.type === 'Delete' && Object.keys(others).length === 0;
  return isPlain && days !== undefined ? matchesPrefix.map((prefix) => ({ prefix, days })) : [];
};

const ruleOf = ({ prefix, days }: ExpiryRule): GoogleRule => ({
  action: { type: 'Delete' },
  condition: { age: days, matchesPrefix: [prefix] },
});

const dateOf = (answer: unknown): string | undefined => {
  const { headers } = answer as { headers?: Headers | Record<string, string> };
  return headers instanceof Headers ? (headers.get('date') ?? undefined) : headers?.['date'];
};

const statusOf = (error: unknown): number | undefined => {
  const { code, response } = (error ?? {}) as { code?: unknown; response?: { status?: number } };
  return typeof code === 'number' ? code : response?.status;
};

/** What a request gives; undefined where Google answers with this status. */
const unless = async <T>(status: number, request: Promise<T>): Promise<T | undefined> => {
  try {
    return await request;
  } catch (error) {
    if (error instanceof BucketFailure && statusOf(error.cause) === status) return undefined;
    throw error;
  }
};

const streamOf = (body: ObjectBody): Readable =>
  'path' in body ? plainFileStream(body.path) : Readable.from([Buffer.from(body.data)]);

/** What `work` gives, unless `signal` aborts before. */
const abortedBy = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};
