import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { secretOf } from '../../../src/redacted.ts';
import { createStorage } from '../../../src/storage/create-storage.ts';
import type { StorageSettings } from '../../../src/storage/named-store.ts';
import type { PutReport, Storage, StoredFile, StoreRequest } from '../../../src/storage/storage.ts';

export const accountId = 'acct_0123456789abcdef';

/** The settings that a service has by default, but for the addresses. */
export const settings: StorageSettings = {
  ownCredentials: true,
  objstore: {
    endpoint: '',
    forcePathStyle: false,
    regions: [],
    acls: ['private', 'public-read', 'bucket-owner-full-control'],
  },
  cstore: { endpoint: 'https://storage.googleapis.com' },
  deadlineSeconds: 30,
  attempts: 3,
  maxUploads: 200,
  stores: {},
};

/** The secrets of requests to store. */
export const secrets = {
  accessKeyId: 'AKIAOFTHECALLER12345',
  secretAccessKey: 'secret/OF+the=caller',
  accessToken: 'ya29.token-of-the-caller',
};

/** A request to store in S3, but for what is given. */
export const objstoreRequest = (
  fields: Partial<Extract<StoreRequest, { service: 'objstore' }>> = {},
): StoreRequest => ({
  service: 'objstore',
  path: 'pictures/a/b.png',
  headers: {},
  region: 'us-east-1',
  acl: 'public-read',
  accessKeyId: secretOf(secrets.accessKeyId),
  secretAccessKey: secretOf(secrets.secretAccessKey),
  ...fields,
});

/** A request to store at Google, but for what is given. */
export const cstoreRequest = (
  fields: Partial<Extract<StoreRequest, { service: 'cstore' }>> = {},
): StoreRequest => ({
  service: 'cstore',
  path: 'pictures/a/b.png',
  headers: {},
  accessToken: secretOf(secrets.accessToken),
  ...fields,
});

/** A storage, what it reported, and a way to put a file with it. */
export type Storing = Readonly<{
  storage: Storage;
  reports: readonly PutReport[];
  put: (request: StoreRequest, file: StoredFile, signal?: AbortSignal) => Promise<string>;
}>;

export const storing = (given: Partial<StorageSettings>): Storing => {
  const reports: PutReport[] = [];
  const storage = createStorage({
    ...settings,
    ...given,
    onPut: (report) => reports.push(report),
  });
  const put: Storing['put'] = (request, file, signal = new AbortController().signal) =>
    storage.put({ target: storage.targetOf(request, accountId), file, requestId: 'r', signal });
  return { storage, reports, put };
};

/** A file at `path` of so many bytes that differ from their neighbours. */
export const fileAt = async (path: string, bytes: number): Promise<StoredFile> => {
  const data = Buffer.from(
    Uint8Array.from({ length: bytes }, (_, at) => (at * 7 + (at >> 8)) % 256),
  );
  await writeFile(path, data);
  return {
    path,
    mediaType: 'image/png',
    bytes,
    sha256: hash('sha256', data),
  };
};
