import type { Readable } from 'node:stream';
import type { FoundObject, ListedObject, ObjectStore } from '../../bucket.ts';
import { createGoogleAuth } from '../google-auth.ts';
import { cstoreFailure } from '../failures.ts';
import { failureOf, md5Of, statusOf, streamOf } from '../google-client.ts';
import type { CstorePlace } from '../object-client.ts';
import { createAsk, type Refusal, writeWhole } from './asking.ts';

type GoogleStoreOptions = Readonly<{
  place: CstorePlace;
  /** Beginning of all keys. */
  prefix: string;
  /** Whether ACLs are read and kept. */
  keepsAcl: boolean;
}>;

/** An object of the JSON API (Google Cloud Storage, objects). */
type Described = Readonly<{
  name: string;
  size: string;
  generation: string;
  contentType?: string;
  metadata?: Readonly<Record<string, string>>;
  customerEncryption?: object;
  contentEncoding?: string;
  md5Hash?: string;
}>;

type Access = Readonly<{ entity: string; role: string }>;

/** Fields of an object that are sent back as they came. */
const fields = [
  ...['cacheControl', 'contentDisposition', 'contentLanguage', 'customTime', 'storageClass'],
  ...['kmsKeyName', 'contexts'],
];

/** Of one request, whose connection may be silent. */
const longestMs = 300_000;

/** The objects below a prefix in Google Cloud Storage. Their generations are what S3 has ETags for. */
export const openGoogleStore = async (options: GoogleStoreOptions): Promise<ObjectStore> => {
  const { place, prefix, keepsAcl } = options;
  const { bucket, endpoint } = place;
  const client = await createGoogleAuth()(place.rights);
  const ask = createAsk(refusalOf);
  const bucketUrl = `${endpoint}/storage/v1/b/${bucket}`;
  const urlOf = (key: string, query: Record<string, string> = {}): string =>
    `${bucketUrl}/o/${encodeURIComponent(prefix + key)}?${new URLSearchParams(query).toString()}`;

  const request = async <T>(
    signal: AbortSignal,
    asked: Parameters<typeof client.request>[0],
  ): Promise<T> => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
    return (await client.request<T>({ responseType: 'json', ...asked, signal: limited })).data;
  };

  async function* list(signal: AbortSignal, after = ''): AsyncGenerator<ListedObject> {
    for (let pageToken = ''; ;) {
      const query = {
        ...{ prefix, maxResults: '1000', fields: 'items(name,size,generation),nextPageToken' },
        ...(after !== '' && { startOffset: prefix + after }),
        ...(pageToken !== '' && { pageToken }),
      };
      const url = `${bucketUrl}/o?${new URLSearchParams(query).toString()}`;
      const page = await ask('storage.objects.list', signal, (ended) =>
        request<{ items?: readonly Described[]; nextPageToken?: string }>(ended, { url }),
      );
      for (const { name, size, generation } of page.items ?? []) {
        const key = name.slice(prefix.length);
        // That offset is in the listing too.
        if (after !== '' && key === after) continue;
        // Also its archive class can be read at once.
        yield { key, bytes: Number(size), etag: generation, isArchived: false };
      }
      pageToken = page.nextPageToken ?? '';
      if (pageToken === '') return;
    }
  }

  const foundOf = (key: string, object: Described): FoundObject => {
    const { contentType: mediaType = 'application/octet-stream', metadata = {} } = object;
    return {
      ...{ key, bytes: Number(object.size), etag: object.generation, isArchived: false },
      ...{ metadata, version: object.generation },
      traits: async (signal) => {
        const url = urlOf(key, { generation: object.generation, projection: 'full' });
        const full = keepsAcl
          ? await ask<Record<string, unknown> | 'changed'>(
              'storage.objects.getIamPolicy, or --no-acl',
              signal,
              (ended) => request<Record<string, unknown>>(ended, { url }),
              (status) => (status === 404 ? 'changed' : undefined),
            )
          : { ...object };
        if (full === 'changed') return full;
        const kept = fields.flatMap((field) =>
          full[field] === undefined ? [] : [[field, full[field]] as const],
        );
        const acl = full['acl'] as readonly Access[] | undefined;
        const others = {
          ...Object.fromEntries(kept),
          // None where the bucket has access of its own for all objects.
          ...(acl && { acl: acl.map(({ entity, role }) => ({ entity, role })) }),
        };
        return { mediaType, metadata, others };
      },
    };
  };

  return {
    list,
    head: async (key, signal, version) => {
      const query = version === undefined ? {} : { generation: version };
      const found = await ask<Described | 'missing'>(
        'storage.objects.get',
        signal,
        (ended) => request<Described>(ended, { url: urlOf(key, query) }),
        (status) => (status === 404 ? 'missing' : undefined),
      );
      if (found === 'missing') return found;
      if (found.customerEncryption !== undefined) return 'encrypted';
      return (found.contentEncoding ?? '') === '' ? foundOf(key, found) : 'coded';
    },
    fetch: ({ key, etag, bytes, version }, path, signal) =>
      ask<'whole' | 'changed'>(
        'storage.objects.get',
        signal,
        async (ended) => {
          const query =
            version === undefined ? { ifGenerationMatch: etag } : { generation: version };
          const url = urlOf(key, { alt: 'media', ...query });
          const body = await request<Readable>(ended, { url, responseType: 'stream' });
          await writeWhole(body, { path, bytes }, ended);
          return 'whole';
        },
        (status) => (status === 404 || status === 412 ? 'changed' : undefined),
      ),
    put: async (key, body, { mediaType, metadata, others }, { replaces, signal }) => {
      const md5Hash = await md5Of(body);
      const query = new URLSearchParams({
        ...{ uploadType: 'multipart', name: prefix + key },
        ...(replaces !== undefined && {
          ifGenerationMatch: replaces === 'nothing' ? '0' : replaces,
        }),
      });
      const description = JSON.stringify({ ...others, contentType: mediaType, metadata, md5Hash });
      return ask<Readonly<{ etag: string }> | 'changed'>(
        'storage.objects.create, and storage.objects.delete to replace one',
        signal,
        async (ended) => {
          const url = `${endpoint}/upload/storage/v1/b/${bucket}/o?${query.toString()}`;
          const multipart = [
            { headers: new Headers({ 'content-type': 'application/json' }), content: description },
            { headers: new Headers({ 'content-type': mediaType }), content: streamOf(body) },
          ];
          const { generation } = await request<Described>(ended, {
            url,
            method: 'POST',
            multipart,
          });
          return { etag: generation };
        },
        (status) => (status === 412 ? 'changed' : undefined),
      );
    },
    remove: async (key, signal) => {
      await ask('storage.objects.delete', signal, (ended) =>
        request(ended, { url: urlOf(key), method: 'DELETE', responseType: 'text' }),
      );
    },
    keepsVersions: async (signal) => {
      const found = await ask('storage.buckets.get', signal, (ended) =>
        request<{ versioning?: { enabled?: boolean } }>(ended, { url: bucketUrl }),
      );
      return found.versioning?.enabled === true;
    },
    close: () => undefined,
  };
};

/** What an error of the client says. The reason is in the body of the answer (JSON API, error format). */
const refusalOf = (error: unknown): Refusal => {
  const status = statusOf(error);
  if (status === undefined) return { status, failure: failureOf(error) };
  const { data } = (error as { response?: { data?: ErrorBody } }).response ?? {};
  const code = data?.error?.errors?.[0]?.reason ?? `HTTP${status}`;
  return { status, failure: cstoreFailure({ status, code }) };
};

type ErrorBody = Readonly<{ error?: { errors?: readonly { reason?: string }[] } }>;
