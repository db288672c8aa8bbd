import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { secretOf } from '../../src/redacted.ts';
import { locationOf } from '../../src/storage/location.ts';
import type { StorageSettings } from '../../src/storage/named-store.ts';
import type { ObjstorePlace } from '../../src/storage/object-client.ts';
import { clientSettingsOf } from '../../src/storage/s3-sdk.ts';
import type { StoredFile } from '../../src/storage/storage.ts';
import { freePort } from '../support/ports.ts';
import { rejectionOf } from '../support/rejection.ts';
import { type S3Script, type ScriptedS3, startScriptedS3 } from '../support/storage/scripted-s3.ts';
import {
  accountId,
  fileAt,
  objstoreRequest,
  secrets,
  settings,
  storing,
} from '../support/storage/storing.ts';

describe('storing a file in S3, as a script answers', () => {
  let folder: string;
  let file: StoredFile;
  let s3: ScriptedS3;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-objstore-'));
    file = await fileAt(join(folder, 'picture'), 70_000);
  });
  beforeEach(async () => (s3 = await startScriptedS3()));
  afterEach(() => s3.close());
  after(() => rm(folder, { recursive: true, force: true }));

  const at = (endpoint: string, given: Partial<StorageSettings> = {}) =>
    storing({ ...given, objstore: { ...settings.objstore, endpoint } });

  it('sends one request, with its bytes signed and their length announced', async () => {
    const headers = {
      'cache-control': 'max-age=60',
      'Content-Disposition': 'inline',
      Expires: 'Sat, 21 Nov 2026 10:00:00 GMT',
      'X-Amz-Meta-Author': 'Ann',
    };
    const { put, reports } = at(s3.url);
    const location = await put(objstoreRequest({ headers }), file);
    expect(location).to.equal(`${s3.url}/pictures/a/b.png`);
    expect(s3.requests).to.have.length(1);
    const [request] = s3.requests;
    expect(request).to.include({ method: 'PUT', url: '/pictures/a/b.png?x-id=PutObject' });
    expect(request?.body.equals(await readFile(file.path))).to.equal(true);
    expect(request?.headers).to.include({
      'x-amz-content-sha256': file.sha256,
      'content-length': '70000',
      'content-type': 'image/png',
      'x-amz-acl': 'public-read',
      'cache-control': 'max-age=60',
      'content-disposition': 'inline',
      expires: 'Sat, 21 Nov 2026 10:00:00 GMT',
      'x-amz-meta-author': 'Ann',
    });
    expect(request?.headers).not.to.have.any.keys('transfer-encoding', 'content-encoding');
    expect(request?.headers.authorization).to.match(
      new RegExp(
        `^AWS4-HMAC-SHA256 Credential=${secrets.accessKeyId}/\\d{8}/us-east-1/s3/aws4_request, SignedHeaders=[^,]*x-amz-content-sha256[^,]*, `,
      ),
    );
    expect(reports).to.have.length(1);
    expect(reports[0]).to.deep.include({
      requestId: 'r',
      service: 'objstore',
      store: undefined,
      bucket: 'pictures',
      objectKey: 'a/b.png',
      bytes: 70_000,
      attempts: 1,
      outcome: 'stored',
      code: undefined,
    });
  });

  it('sends no ACL for no-acl', async () => {
    await at(s3.url).put(objstoreRequest({ acl: 'no-acl' }), file);
    expect(s3.requests[0]?.headers).not.to.have.property('x-amz-acl');
  });

  it('asks the host that Location names', async () => {
    for (const endpoint of ['', 'https://s3.example.org', 'http://10.1.2.3:9000/base']) {
      for (const path of ['pictures/ü/a b.png', 'my.pictures/a+b%.png']) {
        const { storage } = at(endpoint);
        const target = storage.targetOf(objstoreRequest({ path }), accountId);
        const client = new S3Client(clientSettingsOf(target as ObjstorePlace));
        const asked = Promise.withResolvers<URL>();
        client.middlewareStack.add(
          () => (args) => {
            const { protocol, hostname, port, path: asIs } = args.request as Record<string, string>;
            asked.resolve(new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}${asIs}`));
            return Promise.reject(new Error('not sent'));
          },
          { step: 'finalizeRequest', priority: 'low' },
        );
        const { bucket, objectKey } = target;
        const sent = client.send(
          new PutObjectCommand({ Bucket: bucket, Key: objectKey, Body: '' }),
        );
        await rejectionOf(sent);
        const { href } = await asked.promise;
        expect(href).to.equal(locationOf(target));
      }
    }
  });

  const answers: readonly (readonly [
    title: string,
    script: S3Script,
    code: string,
    message: RegExp,
  ])[] = [
    [
      'a bucket that takes no ACLs',
      { status: 400, code: 'AccessControlListNotSupported' },
      'storage_refused',
      /^AccessControlListNotSupported \(bucket "pictures", region "us-east-1"\): .* set acl to no-acl\.$/,
    ],
    [
      'a bucket in another region, by redirect',
      { status: 301, code: 'PermanentRedirect', headers: { 'x-amz-bucket-region': 'eu-west-1' } },
      'storage_refused',
      /^PermanentRedirect .*: The bucket is in the region eu-west-1\.$/,
    ],
    [
      'a bucket in another region, by its name',
      { status: 400, code: 'AuthorizationHeaderMalformed', extra: '<Region>ap-south-1</Region>' },
      'storage_refused',
      /^AuthorizationHeaderMalformed .*: The bucket is in the region ap-south-1\.$/,
    ],
    [
      'an unknown key',
      {
        status: 403,
        code: 'InvalidAccessKeyId',
        extra: `<AWSAccessKeyId>${secrets.accessKeyId}</AWSAccessKeyId>`,
      },
      'storage_denied',
      /^InvalidAccessKeyId .*: The storage has no such access key id\.$/,
    ],
    [
      'a missing bucket',
      { status: 404, code: 'NoSuchBucket' },
      'storage_missing',
      /no such bucket/,
    ],
    [
      'a missing feature',
      { status: 501, code: 'NotImplemented' },
      'storage_refused',
      /NotImplemented/,
    ],
  ];
  for (const [title, script, code, message] of answers) {
    it(`names ${title}, at once, without a word of the storage's own`, async () => {
      s3.script.splice(0, 1, script);
      const { put, reports } = at(s3.url);
      const error = await rejectionOf(put(objstoreRequest(), file));
      expect(error).to.have.property('code', code);
      expect((error as Error).message).to.match(message);
      expect(error).not.to.have.property('cause');
      expect(s3.requests).to.have.length(1);
      for (const text of [JSON.stringify(reports), (error as Error).message]) {
        expect(text)
          .not.to.include(secrets.accessKeyId)
          .and.not.to.include(secrets.secretAccessKey);
        expect(text).not.to.include('What the storage has to say');
      }
    });
  }

  it('tries again after what may pass', async () => {
    s3.script.splice(0, 1, { status: 503, code: 'SlowDown' }, 'cut', 'ok');
    const { put, reports } = at(s3.url);
    await put(objstoreRequest(), file);
    expect(reports[0]).to.include({ attempts: 3, outcome: 'stored' });
    expect(s3.requests.at(-1)?.body).to.have.length(70_000);
  });

  it('gives up after as many attempts as the settings say', async () => {
    s3.script.splice(0, 1, { status: 500, code: 'InternalError' });
    const { put, reports } = at(s3.url, { attempts: 2 });
    const error = await rejectionOf(put(objstoreRequest(), file));
    expect(error).to.have.property('code', 'storage_failed');
    expect((error as Error).message).to.match(/^InternalError \(bucket/);
    expect(reports[0]).to.include({ attempts: 2, outcome: 'failed', code: 'InternalError' });
  });

  for (const [title, script] of [
    ['a silence', 'hang'],
    ['an answer that never comes', 'busy'],
    ['faults that stay', { status: 503, code: 'SlowDown' }],
  ] as const) {
    it(`gives up when the time is over, for ${title}`, async () => {
      s3.script.splice(0, 1, script);
      const { put, reports } = at(s3.url, { deadlineSeconds: 0.6, attempts: 10 });
      const startedAt = performance.now();
      const error = await rejectionOf(put(objstoreRequest(), file));
      expect(performance.now() - startedAt).to.be.at.least(500);
      expect(error).to.have.property('code', 'storage_failed');
      expect((error as Error).message).to.match(/^Timeout .* within 0\.6 s\.$/);
      expect(reports[0]).to.include({ outcome: 'failed', code: 'Timeout' });
    });
  }

  it('says when the storage cuts the connection', async () => {
    s3.script.splice(0, 1, 'cut');
    const error = await rejectionOf(at(s3.url, { attempts: 1 }).put(objstoreRequest(), file));
    expect(error).to.have.property('code', 'storage_failed');
    expect((error as Error).message).to.match(/^(ECONNRESET|EPIPE) .*closed the connection/);
  });

  it('says when the storage falls silent, and tries again', async () => {
    s3.script.splice(0, 1, 'hang', 'ok');
    const { put, reports } = at(s3.url, { deadlineSeconds: 6 });
    await put(objstoreRequest(), file);
    expect(reports[0]).to.include({ attempts: 2, outcome: 'stored' });
  });

  it('says when the storage cannot be reached', async () => {
    const { put } = at(`http://127.0.0.1:${await freePort()}`);
    const error = await rejectionOf(put(objstoreRequest(), file));
    expect(error).to.have.property('code', 'storage_failed');
    expect((error as Error).message).to.match(/^ECONNREFUSED .*cannot be reached/);
  });

  it('ends with its client', async () => {
    s3.script.splice(0, 1, 'busy');
    const leaving = new AbortController();
    const { put, reports, storage } = at(s3.url);
    const asked = put(objstoreRequest(), file, leaving.signal);
    while (s3.requests.length === 0) await new Promise(setImmediate);
    expect(storage.underWay()).to.equal(1);
    leaving.abort(new Error('left'));
    expect(String(await rejectionOf(asked))).to.equal('Error: left');
    expect(reports[0]).to.include({ outcome: 'aborted' });
    expect(storage.underWay()).to.equal(0);
  });

  it('takes no more uploads at once than the settings say', async () => {
    s3.script.splice(0, 1, 'hang');
    const leaving = new AbortController();
    const { put, reports } = at(s3.url, { maxUploads: 1 });
    const first = rejectionOf(put(objstoreRequest(), file, leaving.signal));
    expect(await rejectionOf(put(objstoreRequest(), file))).to.include({
      code: 'unavailable',
      retryAfterSeconds: 2,
    });
    leaving.abort(new Error('left'));
    await first;
    expect(reports).to.have.length(1);
  });

  it('is not held up by others, however many of theirs stall', async () => {
    const stalled = 100;
    s3.script.splice(0, 1, ...Array.from({ length: stalled }, () => 'hang' as const), 'ok');
    const leaving = new AbortController();
    const { put } = at(s3.url);
    const others = Array.from({ length: stalled }, () =>
      rejectionOf(put(objstoreRequest(), file, leaving.signal)),
    );
    while (s3.requests.length < stalled) await new Promise(setImmediate);
    await put(objstoreRequest({ accessKeyId: secretOf('other') }), file);
    leaving.abort(new Error('left'));
    await Promise.all(others);
  });

  it('uses connections again, also for another key, until the storage is closed', async () => {
    const { put, storage } = at(s3.url);
    for (let which = 0; which < 10; which += 1) {
      await put(objstoreRequest({ accessKeyId: secretOf(`key ${which}`) }), file);
    }
    // Not 1: Node frees a connection when it knows that the request is written, which may be after the answer.
    expect(s3.connections().made).to.be.below(10);
    storage.close();
    while (s3.connections().open > 0) await new Promise(setImmediate);
  });

  it('fails for a file that is gone, without a try', async () => {
    const error = await rejectionOf(
      at(s3.url).put(objstoreRequest(), { ...file, path: '/nowhere' }),
    );
    expect(error).to.have.property('code', 'ENOENT');
    expect(s3.requests).to.deep.equal([]);
  });
});
