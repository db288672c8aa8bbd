import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type GoogleStorage, startGoogleStorage } from '../support/storage/google-storage.ts';
import { rejectionOf } from '../support/rejection.ts';
import { ownService } from '../support/service/service.ts';
import { newAccount } from '../support/e2e/new-account.ts';
import { photo } from '../support/e2e/pictures.ts';
import { refusalIn, seenAt, storedAt, storing, type Storing } from '../support/e2e/storing.ts';

describe('storing at Google', function () {
  let google: GoogleStorage;
  /** Where an identity of the machine would be looked for. */
  let folder: string;
  let asked = 0;
  const metadata = createServer((socket) => {
    asked += 1;
    socket.destroy();
  });
  before(async () => {
    google = await startGoogleStorage();
    await once(metadata.listen(0, '127.0.0.1'), 'listening');
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-identity-'));
    execFileSync('mkfifo', [join(folder, 'key.json')]);
  });
  after(async () => {
    await google.close();
    metadata.close();
    await rm(folder, { recursive: true, force: true });
  });

  const nowhere = 'http://127.0.0.1:1';
  const service = ownService(() => ({
    config: {
      storage: {
        cstore: { endpoint: google.url },
        stores: {
          archive: {
            service: 'cstore',
            bucket: 'pictures',
            prefix: 'archive/',
            prefixPerAccount: true,
            serviceAccountKey: { env: 'ARCHIVE_KEY' },
          },
        },
      },
    },
    // None of it must matter but the key that the configuration names.
    environment: {
      ARCHIVE_KEY: google.serviceAccountKey,
      ...{ GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'key.json'), CLOUDSDK_CONFIG: folder },
      ...{ GOOGLE_CLOUD_PROJECT: 'other', GCLOUD_PROJECT: 'other', GOOGLE_API_KEY: 'other' },
      ...{ STORAGE_EMULATOR_HOST: nowhere, METADATA_SERVER_DETECTION: 'assume-present' },
      ...{ GCE_METADATA_HOST: `127.0.0.1:${(metadata.address() as AddressInfo).port}` },
    },
  }));
  let account: Storing;
  let output: string;
  before(async () => {
    account = storing(service());
    output = await account.uploaded(photo);
  });
  after(() => account.client.close());

  const store = (fields: object = {}): object => ({
    service: 'cstore',
    cstore_access_token: google.token,
    path: 'pictures/ü b/c+d.jpg',
    ...fields,
  });
  const resize = { resize: { method: 'scale', width: 150 } };

  it('stores the bytes that would have been sent, at the address of the answer', async () => {
    const headers = { 'Cache-Control': 'max-age=60' };
    const before = await account.client.count();
    const answer = await account.ask(output, { ...resize, store: store({ headers }) });
    expect(storedAt(answer)).to.equal(`${google.url}/pictures/%C3%BC%20b/c%2Bd.jpg`);
    expect(answer.headers).to.include({ 'image-width': '150', 'image-height': '100' });
    expect(answer.headers['compression-count']).to.equal(String(before + 1));
    const seen = await seenAt(storedAt(answer));
    const sent = await account.ask(output, resize);
    expect(seen.body.equals(sent.body)).to.equal(true);
    expect(seen.headers.get('content-type')).to.equal('image/jpeg');
    expect(seen.headers.get('cache-control')).to.equal('max-age=60');
  });

  it('takes the names that published clients use', async () => {
    const gcs = { service: 'gcs', gcp_access_token: google.token, path: 'pictures/gcs.jpg' };
    storedAt(await account.ask(output, { store: gcs }));
    expect(google.objects.has('pictures/gcs.jpg')).to.equal(true);
  });

  for (const [title, fields, status, message] of [
    [
      'a token that is not valid',
      { cstore_access_token: 'ya29.expired' },
      403,
      'authError (bucket "pictures"): The access token is not valid or has expired.',
    ],
    [
      'a missing bucket',
      { path: 'missing/a.jpg' },
      404,
      'notFound (bucket "missing"): There is no such bucket.',
    ],
  ] as const) {
    it(`says what is wrong with ${title}, and bills nothing`, async () => {
      const before = await account.client.count();
      const answer = await account.ask(output, { ...resize, store: store(fields) });
      expect(refusalIn(answer)).to.deep.equal([status, 'Storage failed', message]);
      expect(await account.client.count()).to.equal(before);
    });
  }

  it('never uses an identity of the machine', async () => {
    const named = { service: 'named', name: 'archive', path: 'a.jpg' };
    storedAt(await account.ask(output, { store: store() }));
    storedAt(await account.ask(output, { store: named }));
    refusalIn(await account.ask(output, { store: store({ cstore_access_token: 'ya29.other' }) }));
    expect(asked).to.equal(0);
    // A pipe opens for writing only while somebody reads it.
    const flags = constants.O_WRONLY | constants.O_NONBLOCK;
    const error = await rejectionOf(open(join(folder, 'key.json'), flags));
    expect(error).to.have.property('code', 'ENXIO');
  });

  it('stores in a named store without a secret of the client, each account apart', async () => {
    const other = storing({ ...service(), key: await newAccount(service(), 'other') });
    try {
      const named = { store: { service: 'named', name: 'archive', path: 'a/b.jpg' } };
      const locations = [
        storedAt(await account.ask(output, named)),
        storedAt(await other.ask(await other.uploaded(photo), named)),
      ];
      const keys = locations.map((location) => new URL(location).pathname);
      for (const key of keys) {
        expect(key).to.match(/^\/pictures\/archive\/acct_[A-Za-z0-9]{16}\/a\/b\.jpg$/);
        expect(google.objects.has(key.slice(1))).to.equal(true);
      }
      expect(new Set(keys).size).to.equal(2);
      const unknown = { store: { service: 'named', name: 'media', path: 'a.jpg' } };
      expect(refusalIn(await account.ask(output, unknown))).to.deep.equal([
        400,
        'Bad request',
        'store.name: expected the name of a store that this account may use, got "media"',
      ]);
    } finally {
      other.client.close();
    }
  });
});
