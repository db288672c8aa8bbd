import {
  GetObjectAclCommand,
  GetObjectTaggingCommand,
  ListObjectsV2Command,
  PutBucketVersioningCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { ObjectStore } from '../../../src/bucket.ts';
import { heedsConditions } from '../../../src/bulk/sweep/safety.ts';
import { halvingCompressor } from '../../support/bulk/halving-compressor.ts';
import {
  getObject,
  never,
  openTestStore,
  putObject,
  sweepBy,
  undoBy,
} from '../../support/bulk/sweeping.ts';
import { type BucketProxy, startBucketProxy } from '../../support/storage/bucket-proxy.ts';
import { type HeedingProxy, startHeedingProxy } from '../../support/storage/heeding-proxy.ts';
import { describeWithRadosgw, ownerClient } from '../../support/storage/radosgw.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

const traits = {
  ...{ ContentType: 'image/jpeg', CacheControl: 'max-age=77', ContentDisposition: 'inline' },
  ...{ ContentLanguage: 'de', Metadata: { owner: 'shop' }, Tagging: 'a=1&b%20c=%C3%BC' },
  ...{ ACL: 'public-read' as const, Expires: new Date('2033-05-18T03:33:20Z') },
} satisfies Partial<PutObjectCommandInput>;

describeWithRadosgw('a sweep', (radosgw) => {
  const temporary = temporaryFolders();
  let prefix: string;
  let proxy: BucketProxy;
  let heeding: HeedingProxy;
  const opened: ObjectStore[] = [];

  beforeEach(async () => {
    prefix = randomBytes(6).toString('hex');
    proxy = await startBucketProxy(radosgw().port);
    // As Amazon S3: what is asked of it is seen by the other proxy.
    heeding = await startHeedingProxy(radosgw(), proxy.port);
    await mkdir(temporary('work'));
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) store.close();
    await heeding.close();
    await proxy.close();
  });

  const open = async (below = '', port = proxy.port): Promise<ObjectStore> => {
    const place = { credentialsFile: temporary('credentials'), prefix: `${prefix}${below}`, port };
    const store = await openTestStore(radosgw(), place);
    opened.push(store);
    return store;
  };
  const put = (key: string, body: string, more: Parameters<typeof putObject>[3] = {}) =>
    putObject(radosgw(), `${prefix}/${key}`, body, more);
  const get = (key: string) => getObject(radosgw(), `${prefix}/${key}`);
  const folder = (): string => temporary('work');
  const keys = async (below: string): Promise<readonly string[]> => {
    const command = new ListObjectsV2Command({ Bucket: radosgw().bucket, Prefix: below });
    return ((await radosgw().client.send(command)).Contents ?? []).map(({ Key = '' }) => Key);
  };

  it('tells storage that heeds conditions from radosgw, which does not, and leaves nothing', async () => {
    expect(await heedsConditions(await open(), never)).to.equal(false);
    expect(await heedsConditions(await open('', heeding.port), never)).to.equal(true);
    expect(await keys(prefix)).to.deep.equal([]);
  });

  it('replaces objects, keeps all else of them, and marks them', async () => {
    await put('a/b c+ü.jpg', 'twelve bytes', traits);
    await put('a/notes.txt', 'no picture');
    const outcome = await sweepBy({ source: await open(), folder: folder() });
    expect(outcome).to.deep.equal({ 'a/b c+ü.jpg': 'compressed' });
    const found = await get('a/b c+ü.jpg');
    const { ACL, Tagging, Metadata, Expires, ...headers } = traits;
    expect(found.text).to.equal('twelve');
    expect(found).to.deep.include({ ...headers, ExpiresString: Expires.toUTCString() });
    expect(found.Metadata).to.have.keys('owner', 'shrinkd').and.to.include(Metadata);
    const named = { Bucket: radosgw().bucket, Key: `${prefix}/a/b c+ü.jpg` };
    const tags = await radosgw().client.send(new GetObjectTaggingCommand(named));
    expect(
      new URLSearchParams(tags.TagSet!.map((tag): [string, string] => [tag.Key!, tag.Value!])),
    ).to.deep.equal(new URLSearchParams(Tagging));
    const { Grants = [] } = await radosgw().client.send(new GetObjectAclCommand(named));
    expect(Grants.map(({ Permission }) => Permission)).to.have.members(['FULL_CONTROL', 'READ']);
    expect(ACL).to.equal('public-read');
    expect((await get('a/notes.txt')).text).to.equal('no picture');
  });

  it('passes over what is done by the listing alone, and without its journal by HEAD', async () => {
    await put('a.jpg', 'twelve bytes');
    await put('small.jpg', 'small');
    const source = await open();
    await sweepBy({ source, folder: folder() });
    proxy.requests.length = 0;
    const done = { 'a.jpg': 'done', 'small.jpg': 'done' };
    expect(await sweepBy({ source, folder: folder() })).to.deep.equal(done);
    expect(proxy.requests).to.deep.equal([{ method: 'GET', path: `/${radosgw().bucket}/` }]);
    proxy.requests.length = 0;
    const again = await sweepBy({ source, folder: folder(), journalFile: temporary('another') });
    expect(again).to.include({ 'a.jpg': 'done' });
    const asked = proxy.requests.filter(({ path }) => path.endsWith('/a.jpg'));
    expect(asked.map(({ method }) => method)).to.deep.equal(['HEAD']);
    // Other settings make no result of a result.
    expect(await sweepBy({ source, folder: folder(), settings: 'b'.repeat(16) })).to.include({
      'a.jpg': 'done',
    });
  });

  it('lists what comes after a key', async () => {
    for (const key of ['a b.jpg', 'b.jpg', 'b/c.jpg', 'd.jpg']) await put(key, 'twelve bytes');
    const source = await open();
    const after = async (key: string): Promise<readonly string[]> =>
      (await Array.fromAsync(source.list(never, key))).map((object) => object.key);
    expect(await after('a b.jpg')).to.deep.equal(['b.jpg', 'b/c.jpg', 'd.jpg']);
    expect(await after('d.jpg')).to.deep.equal([]);
  });

  it('takes keys of any signs', async () => {
    const names = ['a b.jpg', 'a+b.jpg', 'a%20b.jpg', 'ü/足.jpg', 'a&b=c?d#e.jpg', 'a\u0001b.jpg'];
    for (const name of names) await put(name, `twelve ${name}`);
    const outcome = await sweepBy({ source: await open(), folder: folder() });
    expect(Object.keys(outcome)).to.have.members(names);
    for (const name of names) {
      const whole = Buffer.from(`twelve ${name}`);
      const half = whole.subarray(0, Math.ceil(whole.length / 2)).toString();
      expect([outcome[name], (await get(name)).text], name).to.deep.equal(['compressed', half]);
    }
  });

  for (const [title, port] of [
    ['heeds conditions', () => heeding.port],
    ['ignores them', () => proxy.port],
  ] as const) {
    it(`leaves what was changed meanwhile, where the storage ${title}`, async () => {
      await put('a.jpg', 'twelve bytes');
      const compressor = halvingCompressor({ meanwhile: () => put('a.jpg', 'of a writer') });
      const source = await open('', port());
      const isHeeding = await heedsConditions(source, never);
      const work = { source, folder: folder(), compressor, heedsConditions: isHeeding };
      expect(await sweepBy(work)).to.deep.equal({ 'a.jpg': 'left: It was changed meanwhile.' });
      expect((await get('a.jpg')).text).to.equal('of a writer');
    });
  }

  it('loses no object of a writer who replaces them all the time', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}.jpg`);
    for (const name of names) await put(name, 'twelve bytes');
    const written = new Set<string>();
    // By the proxy, which would else compare and store without seeing what comes between.
    const client = ownerClient(heeding.port);
    const compressor = halvingCompressor({
      meanwhile: async () => {
        const name = names[Math.floor(Math.random() * names.length)]!;
        await putObject({ ...radosgw(), client }, `${prefix}/${name}`, `writer ${name}`);
        written.add(name);
      },
    });
    const source = await open('', heeding.port);
    await sweepBy({ source, folder: folder(), compressor, heedsConditions: true });
    client.destroy();
    for (const name of names) {
      const { text } = await get(name);
      const whole = written.has(name) ? `writer ${name}` : 'twelve bytes';
      expect([whole, whole.slice(0, Math.ceil(whole.length / 2))], name).to.include(text);
    }
  });

  it('finds its own result where the answer of the upload was lost', async () => {
    await put('a.jpg', 'twelve bytes');
    let cuts = 0;
    proxy.failBy(({ method }) => {
      if (method !== 'PUT' || cuts > 0) return undefined;
      cuts += 1;
      return 'cut';
    });
    const source = await open('', heeding.port);
    const work = { source, folder: folder(), heedsConditions: true };
    expect(await sweepBy(work)).to.deep.equal({ 'a.jpg': 'compressed' });
    expect(cuts).to.equal(1);
    expect((await get('a.jpg')).text).to.equal('twelve');
  });

  it('finds what it has stored and not counted, and what others have made', async () => {
    await put('in/a.jpg', 'twelve bytes');
    const [source, target] = [await open('/in'), await open('/out')];
    let journals = 0;
    const happened = async (work: Partial<Parameters<typeof sweepBy>[0]>) => {
      const journalFile = temporary(`journal-${(journals += 1)}`);
      return (await sweepBy({ source, folder: folder(), ...work, journalFile }))['a.jpg'];
    };
    for (const where of [{ target }, {}]) {
      const own = { ...where, sweep: 'one' };
      const told = [
        await happened(own),
        await happened(own),
        await happened({ ...own, sweep: 'two' }),
      ];
      expect(told).to.deep.equal(['compressed', 'compressed', 'done']);
    }
    expect((await get('in/a.jpg')).Metadata).to.include({ 'shrinkd-sweep': 'one' });
  });

  for (const [title, port] of [
    ['heeds conditions', () => heeding.port],
    ['ignores them', () => proxy.port],
  ] as const) {
    it(`finds what another node has stored meanwhile, where the storage ${title}`, async () => {
      await put('a.jpg', 'twelve bytes');
      const source = await open('', port());
      const work = { source, folder: folder(), sweep: 'one' };
      const heedsThem = await heedsConditions(source, never);
      const journalFile = temporary('another');
      const meanwhile = async () =>
        void (await sweepBy({ ...work, journalFile, heedsConditions: heedsThem }));
      const compressor = halvingCompressor({ meanwhile });
      const outcome = await sweepBy({ ...work, compressor, heedsConditions: heedsThem });
      expect(outcome).to.deep.equal({ 'a.jpg': 'compressed' });
      expect((await get('a.jpg')).text).to.equal('twelve');
    });
  }

  it('names what it does not touch, and why', async () => {
    const texts = {
      'archived.jpg': 'twelve bytes',
      'broken.jpg': 'broken',
      'encrypted.jpg': 'twelve bytes',
      'large.jpg': 'x'.repeat(1001),
      'small.jpg': 'small',
    };
    for (const [name, text] of Object.entries(texts)) await put(name, text);
    proxy.failBy(({ method, path }) =>
      method === 'HEAD' && path.endsWith('encrypted.jpg') ? { status: 400 } : undefined,
    );
    const store = await open();
    const source: ObjectStore = {
      ...store,
      list: async function* (signal) {
        // radosgw has no such class.
        for await (const each of store.list(signal)) {
          yield { ...each, isArchived: each.key === 'archived.jpg' };
        }
      },
    };
    expect(await sweepBy({ source, folder: folder(), maxBytes: 1000 })).to.deep.equal({
      'archived.jpg': 'left: It is archived.',
      'broken.jpg': 'failed: The picture is broken.',
      'encrypted.jpg': 'left: It is encrypted with a key of its owner (SSE-C).',
      'large.jpg': 'left: It has more than 1000 bytes.',
      'small.jpg': 'left: It cannot be made smaller.',
    });
    proxy.heal();
    for (const [name, text] of Object.entries(texts)) {
      const found = await get(name);
      expect([found.text, found.Metadata], name).to.deep.equal([text, {}]);
    }
  });

  it('stores results elsewhere, and takes no key of another object there', async () => {
    await put('in/a.jpg', 'twelve bytes', traits);
    await put('in/b.jpg', 'twelve bytes');
    await put('out/b.jpg', 'of somebody');
    const [source, target] = [await open('/in'), await open('/out')];
    const work = { source, target, folder: folder() };
    const taken = 'left: Another object has the key of its result.';
    expect(await sweepBy(work)).to.deep.equal({ 'a.jpg': 'compressed', 'b.jpg': taken });
    expect((await get('in/a.jpg')).text).to.equal('twelve bytes');
    const made = await get('out/a.jpg');
    expect(made).to.deep.include({ text: 'twelve', CacheControl: 'max-age=77' });
    expect((await get('out/b.jpg')).text).to.equal('of somebody');
    const journalFile = temporary('another');
    expect(await sweepBy({ ...work, journalFile })).to.include({ 'a.jpg': 'done' });
    // Another source needs another result.
    await put('in/a.jpg', 'another object');
    expect(await sweepBy({ ...work, journalFile })).to.include({ 'a.jpg': 'compressed' });
    expect((await get('out/a.jpg')).text).to.equal('another');
  });

  it('waits where it asks too often, and fails nothing for that', async () => {
    for (let number = 0; number < 6; number += 1) await put(`${number}.jpg`, 'twelve bytes');
    let refused = 0;
    proxy.failBy(({ method }) => {
      if (method !== 'PUT' || refused >= 6) return undefined;
      refused += 1;
      return 'slowDown';
    });
    const outcome = await sweepBy({ source: await open(), folder: folder() });
    expect(Object.values(outcome)).to.deep.equal(Array.from({ length: 6 }, () => 'compressed'));
    expect(refused).to.equal(6);
  });

  it('names the right that is missing, also where the answer has no code', async () => {
    await put('a.jpg', 'twelve bytes');
    const source = await open();
    proxy.failBy(({ method }) => (method === 'HEAD' ? { status: 403 } : undefined));
    expect(await sweepBy({ source, folder: folder() })).to.deep.equal({
      'a.jpg': 'failed: AccessDenied: The credentials do not permit it. They need s3:GetObject.',
    });
    proxy.heal();
    expect(await sweepBy({ source, folder: folder() })).to.deep.equal({ 'a.jpg': 'compressed' });
  });

  it('gives everything back from a backup, unless somebody has changed it since', async () => {
    await put('in/a.jpg', 'twelve bytes', traits);
    await put('in/b.jpg', 'twelve bytes');
    await put('in/c.jpg', 'twelve bytes');
    const before = await get('in/a.jpg');
    const [source, backup] = [await open('/in'), await open('/kept')];
    await sweepBy({ source, backup, folder: folder() });
    await put('in/b.jpg', 'of a writer');
    await put('kept/c.jpg', 'of a writer');
    expect(await undoBy({ source, backup, folder: folder() })).to.deep.equal({
      'a.jpg': 'restored',
      'c.jpg': 'Its backup is that of another object.',
    });
    const after = await get('in/a.jpg');
    for (const field of ['text', 'Metadata', 'ETag', 'CacheControl', 'ContentType', 'TagCount']) {
      expect(after, field).to.have.deep.property(field, before[field as 'text']);
    }
    expect((await get('in/b.jpg')).text).to.equal('of a writer');
    expect(await undoBy({ source, backup, folder: folder() })).to.not.have.property('a.jpg');
  });

  it('gives everything back from the versions of the bucket', async () => {
    const versioning = (Status: 'Enabled' | 'Suspended') =>
      radosgw().client.send(
        new PutBucketVersioningCommand({
          ...{ Bucket: radosgw().bucket, VersioningConfiguration: { Status } },
        }),
      );
    const source = await open();
    expect(await source.keepsVersions(never)).to.equal(false);
    await versioning('Enabled');
    try {
      expect(await source.keepsVersions(never)).to.equal(true);
      await put('a.jpg', 'twelve bytes', traits);
      await sweepBy({ source, folder: folder(), keepsVersions: true });
      expect((await get('a.jpg')).text).to.equal('twelve');
      const work = { source, backup: undefined, folder: folder() };
      expect(await undoBy(work)).to.deep.equal({ 'a.jpg': 'restored' });
      const { text, Metadata, CacheControl } = await get('a.jpg');
      expect({ text, Metadata, CacheControl }).to.deep.equal({
        ...{ text: 'twelve bytes', Metadata: { owner: 'shop' }, CacheControl: 'max-age=77' },
      });
    } finally {
      await versioning('Suspended');
    }
  });
});
