import { expect } from 'chai';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { secretOf } from '../../src/redacted.ts';
import { createStoreReader, type StoreReader } from '../../src/storage/read-store.ts';
import { rejectionOf } from '../support/rejection.ts';
import { secrets, settings } from '../support/storage/storing.ts';

describe('a reader of named stores', () => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/bucket/a%20b.jpg') === true) return void response.end('bytes');
    if (request.url?.startsWith('/bucket/slow') === true) return;
    if (request.url?.startsWith('/bucket/cut') === true) {
      response.writeHead(200, { 'content-length': 100 });
      return void response.write('bytes', () => response.destroy());
    }
    const isMissing = request.url?.startsWith('/bucket/missing') === true;
    response.writeHead(isMissing ? 404 : 403, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${isMissing ? 'NoSuchKey' : 'AccessDenied'}</Code></Error>`);
  });
  let reader: StoreReader;
  const signal = new AbortController().signal;

  before(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { accessKeyId, secretAccessKey } = secrets;
    reader = createStoreReader({
      ...settings,
      deadlineSeconds: 1,
      stores: {
        media: {
          ...{ service: 'objstore', bucket: 'bucket', prefix: '', prefixPerAccount: false },
          ...{ endpoint, region: 'us-east-1', forcePathStyle: true, acl: 'no-acl' },
          accessKeyId: secretOf(accessKeyId),
          secretAccessKey: secretOf(secretAccessKey),
        },
      },
    });
  });
  after(() => {
    reader.close();
    server.closeAllConnections();
    server.close();
  });

  it('reads an object, and finds none', async () => {
    const body = await reader.open('media', 'a b.jpg', signal);
    expect(await text(body!)).to.equal('bytes');
    expect(await reader.open('media', 'missing', signal)).to.equal(undefined);
  });

  for (const key of ['refused', 'slow']) {
    it(`says that a store could not be read, for ${key}`, async () => {
      const error = await rejectionOf(reader.open('media', key, signal));
      const message = 'The store of the source could not be read.';
      expect(error).to.include({ code: 'storage_failed', message });
    });
  }

  it('says so where the connection breaks within an object', async () => {
    const body = await reader.open('media', 'cut', signal);
    const error = await rejectionOf(text(body!));
    expect(error).to.include({
      code: 'storage_failed',
      message: 'The store of the source could not be read.',
    });
  });

  it('ends with its request', async () => {
    const reason = new Error('gone');
    const error = await rejectionOf(reader.open('media', 'slow', AbortSignal.abort(reason)));
    expect(error).to.equal(reason);
  });
});
