import { expect } from 'chai';
import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  deflateSync,
  gzipSync,
} from 'node:zlib';
import { type Api, startApi, storedAt } from '../../support/http/api.ts';
import {
  type Bodies,
  openBodies,
  type Sent,
  type Told,
  type Version,
} from '../../support/http/bodies.ts';

const versions: readonly Version[] = ['HTTP/1.1', 'HTTP/2'];
const json = { 'content-type': 'application/json' };
const resize = '{"resize":{"method":"scale","width":20}}';

describe('a JSON body', () => {
  let api: Api;
  let bodies: Bodies;
  let path: string;
  beforeEach(async () => {
    api = await startApi();
    bodies = await openBodies(api);
    path = `/output/${api.output.id}`;
  });
  afterEach(async () => {
    await bodies.close();
    await api.close();
  });

  const billed = (): Promise<number> => api.options.counters.count(api.account.id);
  const messageOf = ({ body }: Told): string =>
    (JSON.parse(body.toString()) as { message: string }).message;

  for (const version of versions) {
    describe(`over ${version}`, () => {
      const send = (sent: Omit<Sent, 'path'> & Partial<Sent>): Promise<Told> =>
        bodies.send(version, { path, headers: json, ...sent });

      for (const saysLength of [true, false]) {
        const framed = saysLength ? 'with Content-Length' : 'without Content-Length';

        for (const method of ['POST', 'GET', 'HEAD']) {
          it(`is an operation by ${method}, ${framed}`, async () => {
            for (const pieces of [[resize], ['', resize.slice(0, 9), '', resize.slice(9)]]) {
              const answer = await send({ method, pieces, saysLength });
              expect(answer.status).to.equal(200);
              expect(answer.headers).to.include({ 'image-width': '20' });
              if (method !== 'HEAD') expect(answer.body).to.deep.equal(api.operatedBytes);
            }
            const operation = { resize: { method: 'scale', width: 20 }, preserve: [] };
            expect(api.operations).to.deep.equal([operation, operation]);
            expect(await billed()).to.equal(2);
          });
        }

        it(`stores the image, ${framed}`, async () => {
          const store = '{"store":{"service":"named","name":"media","path":"a.png"}}';
          const answer = await send({ method: 'POST', pieces: [store], saysLength });
          expect(answer.headers).to.include({ location: storedAt });
          expect(api.stores).to.have.length(1);
        });

        it(`that is garbage is refused, ${framed}`, async () => {
          for (const method of ['POST', 'GET']) {
            const answer = await send({ method, pieces: ['garbage'], saysLength });
            expect(answer.status).to.equal(400);
            expect(messageOf(answer)).to.match(/^body: expected valid JSON/);
          }
        });

        it(`of another type is refused by POST and ignored by GET, ${framed}`, async () => {
          const headers = { 'content-type': 'text/plain' };
          const [post, get] = await Promise.all(
            ['POST', 'GET'].map((method) =>
              send({ method, headers, pieces: [resize], saysLength }),
            ),
          );
          expect(post?.status).to.equal(400);
          expect(get?.body).to.deep.equal(api.bytes);
        });

        it(`names the source of an upload, ${framed}`, async () => {
          const pieces = ['{"source":{"url":"https://example.org/a.png"}}'];
          const answer = await send({ method: 'POST', path: '/shrink', pieces, saysLength });
          expect(answer.status).to.equal(201);
          expect(api.received.map(String)).to.deep.equal(['https://example.org/a.png']);
        });

        it(`that is too long is refused, ${framed}`, async () => {
          for (const wanted of [path, '/shrink']) {
            const pieces = [JSON.stringify('x'.repeat(70_000))];
            const answer = await send({ method: 'POST', path: wanted, pieces, saysLength });
            expect(answer.status).to.equal(413);
            expect(messageOf(answer)).to.equal('A JSON body may have at most 65536 bytes.');
          }
        });

        for (const [title, text] of [
          ['a text', '"x"'],
          ['an empty text', '""'],
          ['null', 'null'],
          ['false', 'false'],
          ['0', '0'],
          ['white space', '  '],
        ] as const) {
          it(`that is ${title} is no operation and no source, ${framed}`, async () => {
            for (const [method, wanted] of [
              ['POST', path],
              ['GET', path],
              ['POST', '/shrink'],
            ] as const) {
              const answer = await send({ method, path: wanted, pieces: [text], saysLength });
              expect(answer.status).to.equal(400);
              expect(messageOf(answer)).to.match(/^body: expected /);
            }
          });
        }
      }

      const empty: readonly (readonly [string, Pick<Sent, 'pieces' | 'saysLength'>])[] = [
        ['none at all', { pieces: [] }],
        ['Content-Length 0', { pieces: [], saysLength: true }],
        ['Content-Length 0 and an end', { pieces: [''], saysLength: true }],
        ['an end alone', { pieces: [''] }],
      ];
      for (const [title, framing] of empty) {
        for (const [type, headers] of [
          ['JSON', json],
          ['nothing', {}],
          ['text', { 'content-type': 'text/plain' }],
        ] as const) {
          it(`is absent where there is ${title}, called ${type}`, async () => {
            for (const method of ['POST', 'GET', 'HEAD']) {
              const answer = await send({ method, headers, ...framing });
              expect(answer.status, method).to.equal(200);
              expect(answer.headers).to.include({ 'content-length': '20' });
            }
            const upload = await send({ method: 'POST', path: '/shrink', headers, ...framing });
            expect(upload.status).to.equal(400);
            expect(messageOf(upload)).to.equal('Input file is empty.');
            expect(await billed()).to.equal(0);
            expect(api.operations).to.deep.equal([]);
          });
        }
      }

      it('needs a key where downloads are public, while a request without a body needs none', async () => {
        const open = await startApi({ overrides: () => ({ publicDownload: true }) });
        const anybody = await openBodies({ ...open, key: 'x'.repeat(32) });
        try {
          for (const [pieces, status] of [
            [[resize], 401],
            [[''], 200],
            [[], 200],
          ] as const) {
            const headers = { ...json, authorization: '' };
            const sent = { method: 'GET', path: `/output/${open.output.id}`, headers, pieces };
            expect((await anybody.send(version, sent)).status).to.equal(status);
          }
        } finally {
          await anybody.close();
          await open.close();
        }
      });

      for (const [title, type] of [
        ['another one behind it', 'application/json, text/plain'],
        ['an empty parameter', 'application/json; charset='],
        ['a semicolon', 'application/json;'],
      ] as const) {
        it(`is read where its type has ${title}`, async () => {
          const headers = { 'content-type': type };
          const answer = await send({ method: 'POST', headers, pieces: [resize] });
          expect(answer.headers).to.include({ 'image-width': '20' });
        });
      }
    });
  }
});

describe('a compressed JSON body', () => {
  let api: Api;
  let bodies: Bodies;
  beforeEach(async () => {
    api = await startApi();
    bodies = await openBodies(api);
  });
  afterEach(async () => {
    await bodies.close();
    await api.close();
  });

  const send = (version: Version, encoding: string, body: string | Uint8Array): Promise<Told> =>
    bodies.send(version, {
      method: 'POST',
      path: `/output/${api.output.id}`,
      headers: { ...json, 'content-encoding': encoding },
      pieces: [body],
    });

  const compressed: readonly (readonly [string, (text: string) => Uint8Array])[] = [
    ['gzip', (text) => gzipSync(text)],
    ['x-gzip', (text) => gzipSync(text)],
    ['GZip', (text) => gzipSync(text)],
    ['deflate', (text) => deflateSync(text)],
    ['br', (text) => brotliCompressSync(text)],
    ['BR', (text) => brotliCompressSync(text)],
    ['identity', (text) => Buffer.from(text)],
  ];
  for (const [encoding, compress] of compressed) {
    it(`is read: ${encoding}`, async () => {
      for (const version of versions) {
        const answer = await send(version, encoding, compress(resize));
        expect(answer.headers).to.include({ 'image-width': '20' });
      }
    });

    it(`with nothing in it is no body: ${encoding}`, async () => {
      const answer = await send('HTTP/1.1', encoding, compress(''));
      expect(answer.status).to.equal(200);
      expect(answer.body).to.deep.equal(api.bytes);
    });
  }

  const fastBrotli = () =>
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const compressors: readonly (readonly [string, () => Transform])[] = [
    ['gzip', createGzip],
    ['x-gzip', createGzip],
    ['GZip', createGzip],
    ['deflate', createDeflate],
    ['br', fastBrotli],
    ['BR', fastBrotli],
  ];
  for (const [encoding, compressor] of compressors) {
    it(`is refused when it becomes too long, and not kept in memory: ${encoding}`, async () => {
      // Compressed piece by piece, so that its memory is not given back while the service is measured.
      const spaces = Array(256).fill(Buffer.alloc(2 ** 20, ' '));
      const bomb = await buffer(Readable.from(spaces).pipe(compressor()));
      const before = process.memoryUsage.rss();
      for (const version of versions) {
        const answer = await send(version, encoding, bomb);
        expect(answer.status).to.equal(413);
      }
      expect(process.memoryUsage.rss() - before).to.be.lessThan(128 * 2 ** 20);
    });
  }

  const broken: readonly (readonly [string, string, string | Uint8Array])[] = [
    ...['gzip', 'deflate', 'br', 'zstd', 'compress', 'unknown', 'gzip, br', 'identity, gzip'].map(
      (encoding) => [encoding, 'text', 'zzzz'] as const,
    ),
    ...compressed
      .filter(([encoding]) => encoding !== 'identity')
      .map(
        ([encoding, compress]) => [encoding, 'a half', compress(resize).subarray(0, 12)] as const,
      ),
    ...compressed.map(
      ([encoding]) => [encoding, 'noise', Buffer.from('8b0080ff'.repeat(9), 'hex')] as const,
    ),
    ['zstd', 'zstd', Buffer.from('28b52ffd0400110000', 'hex')],
  ];
  for (const [encoding, title, body] of broken) {
    it(`is refused where it is ${title}, called ${encoding}`, async () => {
      for (const version of versions) {
        const answer = await send(version, encoding, body);
        expect(answer.status).to.equal(400);
        expect(JSON.parse(answer.body.toString())).to.include({ error: 'Bad request' });
      }
    });
  }

  it('is answered below 500, whatever its bytes are', async () => {
    for (let first = 0; first < 256; first += 1) {
      const bytes = Buffer.from([first, 0x80, 0xff, first ^ 0x5a, 0, 0xff, 0x7f, 1]);
      // One that ends at once is an empty body.
      expect((await send('HTTP/1.1', 'br', bytes)).status, bytes.toString('hex')).to.be.below(500);
    }
  });
});
