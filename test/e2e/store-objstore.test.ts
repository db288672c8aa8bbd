import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectAclCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';
import { ownService } from '../support/service/service.ts';
import { pngOf, sticker } from '../support/e2e/operating.ts';
import { newPhoto, photo } from '../support/e2e/pictures.ts';
import { until } from '../support/until.ts';
import {
  inBucket,
  refusalIn,
  seenAt,
  storedAt,
  storing,
  type Storing,
} from '../support/e2e/storing.ts';

describeWithRadosgw('storing in S3', (radosgw) => {
  // Whatever the environment says of storage must not matter: a queue is no file that could be read.
  let traps = '';
  before(async () => {
    traps = await mkdtemp(join(tmpdir(), 'shrinkd-traps-'));
    execFileSync('mkfifo', [join(traps, 'never-ends')]);
  });
  after(() => rm(traps, { recursive: true, force: true }));
  const nowhere = 'http://127.0.0.1:1';
  const service = ownService(() => ({
    config: { storage: { objstore: { endpoint: radosgw().url } } },
    environment: {
      ...{ AWS_ACCESS_KEY_ID: 'other', AWS_SECRET_ACCESS_KEY: 'other', AWS_SESSION_TOKEN: 'other' },
      ...{ AWS_REGION: 'eu-north-1', AWS_DEFAULT_REGION: 'eu-north-1', AWS_PROFILE: 'other' },
      ...{ AWS_ENDPOINT_URL: nowhere, AWS_ENDPOINT_URL_S3: nowhere, AWS_DEFAULTS_MODE: 'auto' },
      ...{ AWS_CONFIG_FILE: join(traps, 'never-ends') },
      ...{ AWS_SHARED_CREDENTIALS_FILE: join(traps, 'never-ends') },
      ...{ HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, http_proxy: nowhere, https_proxy: nowhere },
      ...{ ALL_PROXY: nowhere, NO_PROXY: '', no_proxy: '', NODE_USE_ENV_PROXY: '1' },
    },
  }));
  let account: Storing;
  let output: string;
  before(async () => {
    account = storing(service());
    output = await account.uploaded(photo);
  });
  after(() => account.client.close());

  const store = (name: string, fields: object = {}): object => inBucket(radosgw(), name, fields);
  const headOf = (Key: string) =>
    radosgw().client.send(new HeadObjectCommand({ Bucket: radosgw().bucket, Key }));

  const operations: readonly (readonly [
    title: string,
    operation: object,
    type: string,
    size: readonly [string, string],
    price: number,
  ])[] = [
    ['alone', {}, 'image/jpeg', ['800', '533'], 0],
    [
      'after a resize',
      { resize: { method: 'scale', width: 150 } },
      'image/jpeg',
      ['150', '100'],
      1,
    ],
    ['after a conversion', { convert: { type: 'image/webp' } }, 'image/webp', ['800', '533'], 1],
    ['with metadata', { preserve: ['copyright', 'creation'] }, 'image/jpeg', ['800', '533'], 0],
    [
      'with everything',
      {
        resize: { method: 'cover', width: 60, height: 50 },
        convert: { type: ['image/png'] },
        transform: { background: 'white' },
        preserve: ['copyright'],
      },
      'image/png',
      ['60', '50'],
      2,
    ],
  ];
  for (const [title, operation, type, [width, height], price] of operations) {
    it(`${title} stores the bytes that would have been sent, for ${price}`, async () => {
      const name = `${title}/result`;
      const before = await account.client.count();
      const answer = await account.ask(output, { ...operation, store: store(name) });
      expect(storedAt(answer)).to.equal(
        `${radosgw().url}/pictures/${title.replaceAll(' ', '%20')}/result`,
      );
      expect(answer.headers).to.include({ 'image-width': width, 'image-height': height });
      expect(answer.headers['compression-count']).to.equal(String(before + price));
      const sent = await account.ask(output, operation);
      const seen = await seenAt(storedAt(answer));
      expect(seen.status).to.equal(200);
      expect(seen.headers.get('content-type'))
        .to.equal(type)
        .and.equal(sent.headers['content-type']);
      expect(seen.body.equals(sent.body)).to.equal(true);
      expect(await account.client.count()).to.equal(before + 2 * price);
    });
  }

  it('fills transparency before it stores', async () => {
    const transparent = await account.uploaded(pngOf(sticker(40, 30)));
    const operation = { convert: { type: 'image/jpeg' }, transform: { background: '#102030' } };
    const answer = await account.ask(transparent, { ...operation, store: store('filled.jpg') });
    const { body } = await seenAt(storedAt(answer));
    expect([...body.subarray(0, 2)]).to.deep.equal([0xff, 0xd8]);
  });

  it('takes the names that published clients use, and GET with a body', async () => {
    const { user } = radosgw();
    const answer = await account.client.send({
      method: 'GET',
      path: output,
      headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
      body: JSON.stringify({
        store: {
          service: 's3',
          aws_access_key_id: user.accessKeyId,
          aws_secret_access_key: user.secretAccessKey,
          region: 'us-east-1',
          path: 'pictures/by-get.jpg',
          acl: null,
        },
      }),
    });
    expect((await seenAt(storedAt(answer))).status).to.equal(200);
  });

  for (const [acl, status] of [
    [undefined, 200],
    ['public-read', 200],
    ['private', 403],
    ['no-acl', 403],
    ['authenticated-read', 403],
  ] as const) {
    it(`lets strangers see ${status} with the ACL ${acl ?? 'that is left out'}`, async () => {
      const Key = `acl/${acl ?? 'preset'}.jpg`;
      const answer = await account.ask(output, {
        store: store(Key, acl === undefined ? {} : { acl }),
      });
      expect((await seenAt(storedAt(answer))).status).to.equal(status);
      const { bucket: Bucket, client } = radosgw();
      const { Grants = [] } = await client.send(new GetObjectAclCommand({ Bucket, Key }));
      expect(Grants).to.have.length(acl === 'private' || acl === 'no-acl' ? 1 : 2);
    });
  }

  it('gives the object the headers that are asked for', async () => {
    const headers = {
      'cache-control': 'public, max-age=31536000',
      'Content-Disposition': 'attachment; filename="a.jpg"',
      EXPIRES: 'Tue, 05 Jan 2027 10:00:00 GMT',
      'x-amz-meta-Author': 'Ann',
      'X-Goog-Meta-Camera': 'box',
    };
    const answer = await account.ask(output, { store: store('headers.jpg', { headers }) });
    const { headers: seen } = await seenAt(storedAt(answer));
    expect(seen.get('cache-control')).to.equal('public, max-age=31536000');
    expect(seen.get('content-disposition')).to.equal('attachment; filename="a.jpg"');
    expect(seen.get('expires')).to.equal('Tue, 05 Jan 2027 10:00:00 GMT');
    const { Metadata, ContentType } = await headOf('headers.jpg');
    expect({ Metadata, ContentType }).to.deep.equal({
      Metadata: { author: 'Ann', camera: 'box' },
      ContentType: 'image/jpeg',
    });
  });

  for (const name of [
    'with space.jpg',
    'plus+plus.jpg',
    'percent%41%.jpg',
    'ünïcödé/画像 🎨.jpg',
    `odd !'()*&$@=;:,?#[]{}|^~"<>\\.jpg`,
  ]) {
    it(`stores under exactly the name ${name}, at an address that works`, async () => {
      const location = storedAt(await account.ask(output, { store: store(`names/${name}`) }));
      expect(location).to.match(/^[\x21-\x7e]+$/);
      expect((await seenAt(location)).status).to.equal(200);
      const { Contents = [] } = await radosgw().client.send(
        new ListObjectsV2Command({ Bucket: 'pictures', Prefix: 'names/' }),
      );
      expect(Contents.map(({ Key }) => Key)).to.include(`names/${name}`);
    });
  }

  const stranger = () => ({
    objstore_access_key_id: radosgw().stranger.accessKeyId,
    objstore_secret_access_key: radosgw().stranger.secretAccessKey,
  });
  const place = '(bucket "pictures", region "us-east-1")';
  for (const [title, fields, status, message] of [
    [
      'an unknown key',
      () => ({ objstore_access_key_id: 'UNKNOWN' }),
      403,
      `InvalidAccessKeyId ${place}: The storage has no such access key id.`,
    ],
    [
      'a wrong secret',
      () => ({ objstore_secret_access_key: 'wrong' }),
      403,
      `SignatureDoesNotMatch ${place}: The secret access key does not belong to the access key id.`,
    ],
    [
      'a key without the right',
      stranger,
      403,
      `AccessDenied ${place}: The key may not put this object. It needs s3:PutObject,`,
    ],
    [
      'a missing bucket',
      () => ({ path: 'missing/a.jpg' }),
      404,
      'NoSuchBucket (bucket "missing", region "us-east-1"): There is no such bucket.',
    ],
  ] as const) {
    it(`says what is wrong with ${title}, and bills nothing`, async () => {
      const before = await account.client.count();
      const operation = { resize: { method: 'scale', width: 33 } };
      const answer = await account.ask(output, { ...operation, store: store('a.jpg', fields()) });
      const [told, error, sentence] = refusalIn(answer);
      expect([told, error]).to.deep.equal([status, 'Storage failed']);
      expect(sentence.startsWith(message), sentence).to.equal(true);
      expect(answer.headers['content-type']).to.equal('application/json');
      expect(answer.headers['compression-count']).to.equal(String(before));
      expect(await account.client.count()).to.equal(before);
    });
  }

  it('refuses what it cannot store before it works on the image', async () => {
    const lines = service().log().length;
    for (const [fields, field] of [
      [{ path: 'pictures/../x' }, 'store.path'],
      [{ headers: { 'x-amz-acl': 'private' } }, 'store.headers.x-amz-acl'],
      [{ acl: 'world' }, 'store.acl'],
      [{ region: 'a/b' }, 'store.region'],
      [{ endpoint: 'http://169.254.169.254/' }, 'store.endpoint'],
    ] as const) {
      const operation = { convert: { type: 'image/png' }, store: store('a', fields) };
      const [status, error, message] = refusalIn(await account.ask(output, operation));
      expect([status, error]).to.deep.equal([400, 'Bad request']);
      expect(message.startsWith(`${field}: expected`), message).to.equal(true);
    }
    expect(
      service()
        .log()
        .slice(lines)
        .filter(({ msg }) => msg === 'tool'),
    ).to.deep.equal([]);
  });

  it('stores 32 images at once, each whole and counted', async () => {
    const before = await account.client.count();
    const outputs = await Promise.all(
      Array.from({ length: 4 }, () => account.uploaded(newPhoto())),
    );
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, at) =>
        account.ask(outputs[at % 4]!, {
          ...(at < 8 && { resize: { method: 'scale', width: 40 + at } }),
          store: store(`many/${at}.jpg`),
        }),
      ),
    );
    for (const [at, answer] of answers.entries()) {
      const { status, body, headers } = await seenAt(storedAt(answer));
      expect(status).to.equal(200);
      expect(answer.headers['image-width']).to.equal(at < 8 ? String(40 + at) : '800');
      expect(body.length).to.equal(Number(headers.get('content-length')));
    }
    expect(await account.client.count()).to.equal(before + 4 + 8);
  });

  it('writes one line a stored image, and measures it', async () => {
    const answer = await account.ask(output, { store: store('line.jpg') });
    const requestId = answer.headers['x-request-id'];
    const line = await until('the line is there', () =>
      service()
        .log()
        .find((entry) => entry['msg'] === 'storage' && entry['requestId'] === requestId),
    );
    const { time: _time, ms, bytes, ...others } = line;
    expect(others).to.deep.equal({
      level: 'info',
      msg: 'storage',
      requestId,
      service: 'objstore',
      bucket: 'pictures',
      objectKey: 'line.jpg',
      attempts: 1,
      outcome: 'stored',
    });
    expect(ms).to.be.a('number');
    expect(bytes).to.equal((await headOf('line.jpg')).ContentLength);
    const metrics = await (await fetch(`${service().internalUrl}/metrics`)).text();
    expect(metrics).to.match(
      /^shrinkd_storage_put_duration_seconds_count\{service="objstore",outcome="stored"\} \d+$/m,
    );
    expect(metrics).to.match(/^shrinkd_storage_puts 0$/m);
  });
});
