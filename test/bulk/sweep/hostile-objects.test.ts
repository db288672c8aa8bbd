import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ObjectStore } from '../../../src/bucket.ts';
import { halvingCompressor } from '../../support/bulk/halving-compressor.ts';
import {
  getObject,
  openTestStore,
  putObject,
  sweepBy,
  undoBy,
} from '../../support/bulk/sweeping.ts';
import { type BucketProxy, startBucketProxy } from '../../support/storage/bucket-proxy.ts';
import { describeWithRadosgw } from '../../support/storage/radosgw.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describeWithRadosgw('a sweep of a hostile bucket', (radosgw) => {
  const temporary = temporaryFolders();
  let prefix: string;
  let proxy: BucketProxy;
  const opened: ObjectStore[] = [];
  before(async () => (proxy = await startBucketProxy(radosgw().port)));
  after(() => proxy?.close());
  beforeEach(async () => {
    prefix = randomBytes(6).toString('hex');
    await mkdir(temporary('work'));
  });
  afterEach(() => {
    proxy.heal();
    for (const store of opened.splice(0)) store.close();
  });

  const open = async (below: string): Promise<ObjectStore> => {
    const place = { credentialsFile: temporary('credentials'), prefix: `${prefix}${below}` };
    const store = await openTestStore(radosgw(), { ...place, port: proxy.port });
    opened.push(store);
    return store;
  };
  const put = (key: string, body: string) => putObject(radosgw(), `${prefix}/${key}`, body);
  const get = async (key: string) => (await getObject(radosgw(), `${prefix}/${key}`)).text;
  const folder = (): string => temporary('work');

  it('takes keys that mean something elsewhere, and gives them back', async () => {
    const ends = `/${prefix}/in/.jpg`.length;
    const names = [
      ...['a\nb.jpg', '../above.jpg', 'a/../b.jpg', './c.jpg', '/d.jpg', 'e//f.jpg', '\'"<>&.jpg'],
      ...['__proto__.jpg', 'back\\slash.jpg', '%2e%2e/g.jpg', '\u2028\u202e.jpg'],
      `${'x'.repeat(1024 - ends)}.jpg`,
    ];
    for (const name of names) await put(`in/${name}`, `twelve ${name}`);
    await put('above.jpg', 'not below the prefix');
    const [source, backup] = [await open('/in'), await open('/by')];
    const outcome = await sweepBy({ source, backup, folder: folder() });
    expect(outcome).to.deep.equal(Object.fromEntries(names.map((name) => [name, 'compressed'])));
    expect(await get('above.jpg')).to.equal('not below the prefix');
    const undone = await undoBy({ source, backup, folder: folder() });
    expect(undone).to.deep.equal(Object.fromEntries(names.map((name) => [name, 'restored'])));
    for (const name of names) expect(await get(`in/${name}`)).to.equal(`twelve ${name}`);
  });

  it('names a key that is no UTF-8, and asks nothing of it', async () => {
    const asked: (string | undefined)[] = [];
    const server = http.createServer(({ url }, response) => {
      asked.push(url?.replace(/\?.*/, ''));
      response.end(
        `<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>${prefix}/in/%FF.jpg</Key><Size>12</Size></Contents></ListBucketResult>`,
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const place = { credentialsFile: temporary('credentials'), prefix: `${prefix}/in`, port };
    const source = await openTestStore(radosgw(), place);
    opened.push(source);
    try {
      expect(await sweepBy({ source, folder: folder() })).to.deep.equal({
        '\uFFFD.jpg': 'left: Its key is no UTF-8.',
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
    expect(asked).to.deep.equal([`/${radosgw().bucket}/`]);
  });

  it('names a key that is too long for its backup, and leaves its object', async () => {
    const name = `${'x'.repeat(1024 - `${prefix}/in/.jpg`.length)}.jpg`;
    await put(`in/${name}`, 'twelve bytes');
    const [source, backup] = [await open('/in'), await open('/longer')];
    const outcome = await sweepBy({ source, backup, folder: folder() });
    expect(outcome[name]).to.include('failed: ');
    expect(await get(`in/${name}`)).to.equal('twelve bytes');
  });

  it('leaves an object that has become too large since it was listed', async () => {
    await put('in/a.jpg', 'twelve bytes');
    const store = await open('/in');
    const source: ObjectStore = {
      ...store,
      list: async function* (signal) {
        for await (const object of store.list(signal)) {
          await put('in/a.jpg', 'x'.repeat(2000));
          yield object;
        }
      },
    };
    proxy.requests.length = 0;
    expect(await sweepBy({ source, folder: folder(), maxBytes: 1000 })).to.deep.equal({
      'a.jpg': 'left: It has more than 1000 bytes.',
    });
    expect(proxy.requests.filter(({ path }) => path.endsWith('a.jpg'))).to.have.length(1);
  });

  it('keeps the original of what another node has made meanwhile of a newer object', async () => {
    await put('in/a.jpg', 'twelve bytes');
    const [source, backup] = [await open('/in'), await open('/by')];
    const work = { source, backup, folder: folder(), sweep: 'one' };
    const compressor = halvingCompressor({
      meanwhile: async () => {
        await put('in/a.jpg', 'of a writer');
        await sweepBy({ ...work, journalFile: temporary('another') });
      },
    });
    expect(await sweepBy({ ...work, compressor })).to.deep.equal({ 'a.jpg': 'compressed' });
    expect(await get('in/a.jpg')).to.equal('of a w');
    expect(await undoBy({ source, backup, folder: folder() })).to.deep.equal({
      'a.jpg': 'restored',
    });
    expect(await get('in/a.jpg')).to.equal('of a writer');
  });

  it('compresses each object once where two sweeps have it at the same time', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}.jpg`);
    for (const name of names) await put(`in/${name}`, `twelve ${name}`);
    const [source, backup] = [await open('/in'), await open('/by')];
    const outcomes = await Promise.all(
      ['one', 'two'].map((sweep) =>
        sweepBy({ source, backup, folder: folder(), sweep, journalFile: temporary(sweep) }),
      ),
    );
    for (const name of names) {
      const told = outcomes.map((outcome) => outcome[name]);
      expect(told, name).to.include('compressed');
      expect(await get(`in/${name}`), name).to.have.length(Math.ceil(`twelve ${name}`.length / 2));
    }
    await undoBy({ source, backup, folder: folder() });
    for (const name of names) expect(await get(`in/${name}`)).to.equal(`twelve ${name}`);
  });
});
