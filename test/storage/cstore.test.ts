import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { secretOf } from '../../src/redacted.ts';
import type { StorageSettings } from '../../src/storage/named-store.ts';
import type { StoredFile, StoreRequest } from '../../src/storage/storage.ts';
import {
  type GoogleStorage,
  type Script,
  startGoogleStorage,
} from '../support/storage/google-storage.ts';
import { freePort } from '../support/ports.ts';
import { rejectionOf } from '../support/rejection.ts';
import { cstoreRequest, fileAt, storing } from '../support/storage/storing.ts';

describe('storing a file at Google', () => {
  let folder: string;
  let file: StoredFile;
  let google: GoogleStorage;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-cstore-'));
    file = await fileAt(join(folder, 'picture'), 70_000);
  });
  beforeEach(async () => (google = await startGoogleStorage()));
  afterEach(() => google.close());
  after(() => rm(folder, { recursive: true, force: true }));

  const at = (given: Partial<StorageSettings> = {}) =>
    storing({ cstore: { endpoint: google.url }, ...given });
  const request = (fields: Parameters<typeof cstoreRequest>[0] = {}): StoreRequest =>
    cstoreRequest({ accessToken: secretOf(google.token), ...fields });

  it('gives Google the bytes, their checksum and their description', async () => {
    const headers = {
      'CACHE-control': 'max-age=60',
      'Content-Disposition': 'inline',
      'X-Goog-Meta-Author': 'Ann',
    };
    const { put, reports } = at();
    const location = await put(request({ path: 'pictures/ü b/c+d%.png', headers }), file);
    expect(location).to.equal(`${google.url}/pictures/%C3%BC%20b/c%2Bd%25.png`);
    const stored = google.objects.get('pictures/ü b/c+d%.png');
    expect(stored?.body.equals(await readFile(file.path))).to.equal(true);
    const { md5Hash, ...description } = stored?.description ?? {};
    expect(md5Hash).to.match(/^[A-Za-z0-9+/]{22}==$/);
    expect(description).to.deep.equal({
      contentType: 'image/png',
      cacheControl: 'max-age=60',
      contentDisposition: 'inline',
      metadata: { author: 'Ann' },
    });
    expect(reports[0]).to.include({ service: 'cstore', attempts: 1, outcome: 'stored' });
  });

  it('takes names and metadata as they are, and looks up no project', async () => {
    const path = 'pictures/{{projectId}}/a.png';
    await at().put(request({ path, headers: { 'X-Goog-Meta-A': '{{projectId}}' } }), file);
    const { description } = google.objects.get(path) ?? expect.fail('not stored');
    expect(description['metadata']).to.deep.equal({ a: '{{projectId}}' });
  });

  const failing: readonly (readonly [
    title: string,
    script: readonly Script[],
    code: string,
    message: RegExp,
    uploads: number,
  ])[] = [
    [
      'a token without the right',
      [{ status: 403, reason: 'forbidden' }],
      'storage_denied',
      /^forbidden \(bucket "pictures"\): .*storage\.objects\.create/,
      1,
    ],
    [
      'a condition that is not met',
      [{ status: 412, reason: 'conditionNotMet' }],
      'storage_refused',
      /^conditionNotMet/,
      1,
    ],
    [
      'bytes that change on each way',
      ['damage', 'damage', 'damage'],
      'storage_failed',
      /^checksumMismatch .*did not arrive/,
      3,
    ],
    [
      'an answer with another checksum',
      ['lie', 'lie', 'lie'],
      'storage_failed',
      /^checksumMismatch/,
      3,
    ],
    [
      'connections that break',
      ['cut', 'cut', 'cut'],
      'storage_failed',
      /^ECONNRESET .*cannot be reached/,
      3,
    ],
  ];
  for (const [title, script, code, message, uploads] of failing) {
    it(`names ${title}`, async () => {
      google.scripts.push(...script);
      const error = await rejectionOf(at().put(request(), file));
      expect(error).to.have.property('code', code);
      expect((error as Error).message).to.match(message);
      expect(google.uploads()).to.equal(uploads);
    });
  }

  for (const script of [
    [{ status: 429, reason: 'rateLimitExceeded' }, 'cut'],
    ['damage'],
  ] as const) {
    it(`tries again after ${JSON.stringify(script)}, and stores the bytes`, async () => {
      google.scripts.push(...script);
      const { put, reports } = at();
      await put(request(), file);
      expect(reports[0]).to.include({ attempts: script.length + 1, outcome: 'stored' });
      expect(google.objects.get('pictures/a/b.png')?.body).to.have.length(70_000);
    });
  }

  for (const [title, script] of [
    ['a silence', 'hang'],
    ['an answer that breaks off', 'half'],
  ] as const) {
    it(`tries again after ${title}`, async () => {
      google.scripts.push(script);
      const { put, reports } = at({ deadlineSeconds: 6 });
      await put(request(), file);
      expect(reports[0]).to.include({ attempts: 2, outcome: 'stored' });
    });
  }

  /** More than a connection takes at once. */
  const large = 16_000_000;

  for (const [when, bytes] of [
    ['while it sends', large],
    ['while it waits for the answer', 70_000],
  ] as const) {
    it(`ends with its client ${when}, with its connection and its file`, async () => {
      google.scripts.push('hang');
      const sent = await fileAt(join(folder, 'left'), bytes);
      const leaving = new AbortController();
      const { put, reports } = at();
      const asked = put(request(), sent, leaving.signal);
      while (google.uploads() === 0) await new Promise(setImmediate);
      leaving.abort(new Error('left'));
      expect(String(await rejectionOf(asked))).to.equal('Error: left');
      expect(reports[0]).to.include({ outcome: 'aborted', attempts: 1 });
      while ((await google.connections()) > 0) await new Promise(setImmediate);
      expect(openFiles()).not.to.include(sent.path);
    });
  }

  it('ends its connection after a refusal that comes before all is sent', async () => {
    google.scripts.push('early');
    const sent = await fileAt(join(folder, 'refused'), large);
    const error = await rejectionOf(at().put(request(), sent));
    expect(error).to.have.property('code', 'storage_denied');
    google.readOn();
    while ((await google.connections()) > 0) await new Promise(setImmediate);
    expect(openFiles()).not.to.include(sent.path);
  });

  it('says when Google cannot be reached', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    const error = await rejectionOf(at({ cstore: { endpoint } }).put(request(), file));
    expect((error as Error).message).to.match(/^ECONNREFUSED .*cannot be reached/);
  });

  describe('in a named store', () => {
    const named = { service: 'named', name: 'archive', path: 'a.png', headers: {} } as const;
    const stores = (fields: object = {}) => ({
      archive: {
        service: 'cstore' as const,
        bucket: 'pictures',
        prefix: 'old/',
        prefixPerAccount: false,
        endpoint: '',
        serviceAccountKey: secretOf(google.serviceAccountKey),
        ...fields,
      },
    });

    it('gets a token for the service account, once', async () => {
      const { put } = at({ stores: stores() });
      await put(named, file);
      await put(named, file);
      expect([...google.objects.keys()]).to.deep.equal(['pictures/old/a.png']);
      expect([google.uploads(), google.tokensGiven()]).to.deep.equal([2, 1]);
    });

    it('gets another token before one ends', async () => {
      const hasty = await startGoogleStorage({ tokenSeconds: 60 });
      try {
        const key = secretOf(hasty.serviceAccountKey);
        const { put } = at({ stores: stores({ serviceAccountKey: key, endpoint: hasty.url }) });
        await put(named, file);
        await put(named, file);
        expect(hasty.tokensGiven()).to.equal(2);
      } finally {
        await hasty.close();
      }
    });

    it('tries again when it got no token, and counts that', async () => {
      google.tokenFaults.push(503);
      const { put, reports } = at({ stores: stores() });
      await put(named, file);
      expect(reports[0]).to.include({ attempts: 2, outcome: 'stored' });
      google.tokenFaults.push(503, 503, 503);
      await rejectionOf(at({ stores: stores() }).put(named, file));
      expect(google.tokenFaults).to.deep.equal([]);
    });

    it('fails without naming the bucket to the client when its key does not work', async () => {
      const key = google.serviceAccountKey.replace('shrinkd@', 'other@');
      for (const fields of [{ serviceAccountKey: secretOf(key) }, { bucket: 'missing-one' }]) {
        const { put, reports } = at({ stores: stores(fields) });
        const error = await rejectionOf(put(named, file));
        expect(error).to.have.property('code', 'storage_failed');
        expect((error as Error).message).to.equal(
          'The store "archive" does not work. The log of the service has the reason.',
        );
        expect(reports[0]?.outcome).to.be.oneOf(['refused', 'missing']);
        expect(reports[0]?.code).to.be.oneOf(['invalid_grant', 'notFound']);
      }
    });

    it('is refused at the start for a bucket or a prefix that cannot be', () => {
      const fields = { bucket: 'Pictures', prefix: '../' };
      expect(() => at({ stores: stores(fields) })).to.throw(
        /^storage\.stores\.archive\.bucket: expected a bucket name .*\.\nstorage\.stores\.archive\.prefix: expected no part that is \. or \.\.\.$/,
      );
    });

    it('is refused at the start when the key is not valid', () => {
      for (const key of [
        '{}',
        'null',
        'text',
        google.serviceAccountKey.replaceAll('BEGIN', 'END'),
      ]) {
        expect(() => at({ stores: stores({ serviceAccountKey: secretOf(key) }) })).to.throw(
          'storage.stores.archive.serviceAccountKey: expected the JSON key of a service account',
        );
      }
    });
  });
});

const openFiles = (): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // The one that the folder was read by.
      return [];
    }
  });
