import { expect } from 'chai';
import { hash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { ObjectStore } from '../../../src/bucket.ts';
import { heedsConditions } from '../../../src/bulk/sweep/safety.ts';
import { openStore } from '../../../src/storage/sweep/open-store.ts';
import { halvingCompressor } from '../../support/bulk/halving-compressor.ts';
import { never, sweepBy, undoBy } from '../../support/bulk/sweeping.ts';
import { type GoogleStorage, startGoogleStorage } from '../../support/storage/google-storage.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

const acl = [{ entity: 'allUsers', role: 'READER' }];
const traits = {
  ...{ cacheControl: 'max-age=77', contentDisposition: 'inline', contentLanguage: 'de' },
  ...{ storageClass: 'NEARLINE', acl },
};

describe('a sweep at Google', () => {
  const temporary = temporaryFolders();
  let google: GoogleStorage;
  let source: ObjectStore;
  const open = (below: string): Promise<ObjectStore> =>
    openStore({
      ...{ address: `gs://pictures/${below}`, endpoint: google.url, region: '' },
      ...{ forcePathStyle: false, credentialsFile: temporary('key.json'), keepsAcl: true },
    });
  beforeEach(async () => {
    google = await startGoogleStorage();
    await mkdir(temporary('work'));
    await writeFile(temporary('key.json'), google.serviceAccountKey);
    source = await open('shop');
  });
  afterEach(() => google.close());

  const put = async (key: string, text: string, more: object = {}): Promise<void> => {
    const data = Buffer.from(text);
    const sha256 = hash('sha256', data);
    const about = { mediaType: 'image/jpeg', metadata: { owner: 'shop' }, others: { ...more } };
    await source.put(key, { data, bytes: data.length, sha256 }, about, { signal: never });
  };
  const objectAt = (key: string) => {
    const { body, description } = google.objects.get(`pictures/shop/${key}`)!;
    return { text: body.toString(), description };
  };
  const sweep = (more: Partial<Parameters<typeof sweepBy>[0]> = {}) =>
    sweepBy({ source, folder: temporary('work'), heedsConditions: true, ...more });

  it('finds that conditions are heeded, and leaves nothing', async () => {
    expect(await heedsConditions(source, never)).to.equal(true);
    expect([...google.objects.keys()]).to.deep.equal([]);
  });

  it('replaces objects, keeps all else of them, and passes over them afterwards', async () => {
    await put('a/b c+ü.jpg', 'twelve bytes', traits);
    await put('b.jpg', 'twelve bytes');
    await put('c.jpg', 'small');
    await put('d.txt', 'no picture');
    expect(await sweep()).to.deep.equal({
      'a/b c+ü.jpg': 'compressed',
      'b.jpg': 'compressed',
      'c.jpg': 'left: It cannot be made smaller.',
    });
    const { text, description } = objectAt('a/b c+ü.jpg');
    const { metadata, md5Hash, ...others } = description as Readonly<Record<string, unknown>>;
    expect(text).to.equal('twelve');
    expect(others).to.deep.equal({ ...traits, contentType: 'image/jpeg' });
    expect(metadata).to.have.keys('owner', 'shrinkd').and.to.include({ owner: 'shop' });
    expect(md5Hash).to.equal(hash('md5', 'twelve', 'base64'));
    google.asked.length = 0;
    expect(await sweep()).to.deep.equal({
      ...{ 'a/b c+ü.jpg': 'done', 'b.jpg': 'done', 'c.jpg': 'done' },
    });
    expect(google.asked).to.deep.equal(['GET pictures/o', 'GET pictures/o']);
    expect(await sweep({ journalFile: temporary('another') })).to.include({ 'b.jpg': 'done' });
  });

  it('lists what comes after a key', async () => {
    for (const key of ['a.jpg', 'b.jpg', 'b/c.jpg', 'd.jpg']) await put(key, 'twelve bytes');
    const after = async (key?: string): Promise<readonly string[]> =>
      (await Array.fromAsync(source.list(never, key))).map((object) => object.key);
    expect(await after()).to.deep.equal(['a.jpg', 'b.jpg', 'b/c.jpg', 'd.jpg']);
    expect(await after('b.jpg')).to.deep.equal(['b/c.jpg', 'd.jpg']);
    expect(await after('d.jpg')).to.deep.equal([]);
  });

  it('leaves what was changed meanwhile, encrypted or coded', async () => {
    await put('a.jpg', 'twelve bytes');
    await put('coded.jpg', 'twelve bytes', { contentEncoding: 'gzip' });
    await put('encrypted.jpg', 'twelve bytes', { customerEncryption: { keySha256: 'x' } });
    const compressor = halvingCompressor({ meanwhile: () => put('a.jpg', 'of a writer') });
    expect(await sweep({ compressor })).to.deep.equal({
      'a.jpg': 'left: It was changed meanwhile.',
      'coded.jpg': 'left: It has a Content-Encoding.',
      'encrypted.jpg': 'left: It is encrypted with a key of its owner (SSE-C).',
    });
    expect(objectAt('a.jpg').text).to.equal('of a writer');
  });

  it('says which right is missing', async () => {
    await put('a.jpg', 'twelve bytes');
    google.scripts.push({ status: 403, reason: 'forbidden' });
    expect((await sweep())['a.jpg']).to.equal(
      'failed: forbidden: The credentials do not permit it. They need storage.objects.create, and storage.objects.delete to replace one.',
    );
  });

  it('gives everything back from the versions of the bucket, and from a backup', async () => {
    const backup = await open('kept');
    expect(await source.keepsVersions(never)).to.equal(false);
    google.keepVersions(true);
    expect(await source.keepsVersions(never)).to.equal(true);
    for (const kept of [undefined, backup]) {
      await put('a.jpg', 'twelve bytes', traits);
      await sweep({ backup: kept, keepsVersions: kept === undefined });
      expect(objectAt('a.jpg').text).to.equal('twelve');
      const undone = await undoBy({ source, backup: kept, folder: temporary('work') });
      expect(undone).to.deep.equal({ 'a.jpg': 'restored' });
      const { text, description } = objectAt('a.jpg');
      expect(text).to.equal('twelve bytes');
      expect(description).to.deep.include({ ...traits, metadata: { owner: 'shop' } });
    }
  });
});
