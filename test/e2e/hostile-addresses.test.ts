import { expect } from 'chai';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { answerTo, type Client, createClient, jsonOf } from '../support/e2e/client.ts';
import { addressOf, deliveryConfig, fixtures, signatureOf } from '../support/e2e/delivering.ts';
import { newPng } from '../support/e2e/pictures.ts';
import { jpegOf, pngOf } from '../support/image/builders.ts';
import { ownService } from '../support/service/service.ts';
import { type Origin, startHttpOrigin } from '../support/source/origin.ts';

const picture = newPng();
const mostBytes = 300_000;

const sending =
  (status: number, headers: object, body: Uint8Array | string = '') =>
  (_: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(status, { ...headers }).end(body);

/** Sends bytes for as long as it is read. */
const endless = (_: IncomingMessage, response: ServerResponse): void => {
  const send = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  };
  response.on('drain', send);
  response.write(picture);
  send();
};

/** What the origin has, and how the address of it is answered. */
const sources: Readonly<
  Record<
    string,
    readonly [
      answer: (request: IncomingMessage, response: ServerResponse) => void,
      status: number,
      message: RegExp | undefined,
    ]
  >
> = {
  'picture.png': [sending(200, {}, picture), 200, undefined],
  'named.jpg': [sending(200, { 'content-type': 'text/html' }, picture), 200, undefined],
  'zipped.png': [sending(200, { 'content-encoding': 'gzip' }, gzipSync(picture)), 200, undefined],
  'moved.png': [sending(302, { location: '/picture.png' }), 200, undefined],
  'bomb.png': [
    sending(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(50_000_000))),
    422,
    /at most 300000 bytes/,
  ],
  'twice.png': [
    sending(200, { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync(picture))),
    404,
    /coding|compressed/,
  ],
  'endless.png': [endless, 422, /at most 300000 bytes/],
  'announced.png': [sending(200, { 'content-length': '9999999999' }), 422, /at most 300000 bytes/],
  'silent.png': [() => undefined, 503, /did not respond in time/],
  'busy.png': [sending(429, {}), 503, /429/],
  'dripping.png': [
    (_, response) => void response.writeHead(200).write(picture.subarray(0, 40)),
    503,
    /./,
  ],
  'short.png': [
    sending(200, { 'content-length': String(picture.length) }, picture.subarray(0, 90)),
    503,
    /./,
  ],
  'part.png': [sending(206, { 'content-range': 'bytes 0-9/10' }, picture), 404, /206/],
  'none.png': [sending(404, {}), 404, /404/],
  'secret.png': [sending(403, {}), 404, /403/],
  'failing.png': [sending(500, {}, 'stack trace'), 503, /500/],
  'empty.png': [sending(200, {}), 422, /empty/],
  'nothing.png': [sending(204, {}), 404, /204/],
  'page.png': [sending(200, {}, '<html>'), 422, /not supported/],
  'picture.svg': [
    sending(200, {}, '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    422,
    /not supported/,
  ],
  'picture.gif': [sending(200, {}, 'GIF89a\x01\0\x01\0\0\0\0;'), 422, /not supported/],
  'large.png': [sending(200, {}, pngOf({ width: 5000, height: 5000 })), 422, /pixels/],
  'damaged.jpg': [sending(200, {}, jpegOf().subarray(0, -20)), 422, /./],
  'loop.png': [sending(302, { location: '/loop.png' }), 404, /redirects/],
  'metadata.png': [sending(302, { location: 'http://169.254.169.254/latest/' }), 404, /./],
  'loopback.png': [sending(302, { location: 'http://127.0.0.1:22/' }), 404, /./],
  'mapped.png': [sending(302, { location: 'http://[::ffff:127.0.0.1]:80/' }), 404, /./],
  'file.png': [sending(302, { location: 'file:///etc/passwd' }), 404, /./],
  'user.png': [sending(302, { location: 'http://a:b@127.0.0.2/' }), 404, /./],
};

describe('hostile addresses of pictures', () => {
  let origin: Origin;
  let client: Client;
  before(async () => {
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      const [found] = sources[request.url!.slice(1)] ?? [sending(404, {})];
      found(request, response);
    };
    origin = await startHttpOrigin(answer, '127.0.0.2');
  });
  const service = ownService(() => ({
    config: {
      ...deliveryConfig({
        sources: { web: { url: `http://127.0.0.2:${origin.port}/` }, disk: { folder: fixtures } },
        unsigned: { sources: ['disk'], widths: [32], qualities: [75] },
        presets: { small: 'w:20', round: 'pr:round/pr:small' },
      }),
      source: { allow: ['127.0.0.2/32'], totalSeconds: 9 },
      limits: { uploadBytes: mostBytes, pixels: 20_000_000 },
    },
    flags: ['--quality-mode', 'fixed'],
  }));
  before(() => void (client = createClient(service())));
  after(async () => {
    client.close();
    await origin.close();
  });

  /** A request for this very target, which an address in a client would tidy up. */
  const ask = (target: string) => {
    const request = client.open({ path: '/' });
    request.path = target;
    return answerTo(request.end());
  };

  for (const [name, [, status, message]] of Object.entries(sources)) {
    it(`are answered ${status} for the source ${name}`, async () => {
      const path = addressOf(`/w:8/plain/http://127.0.0.2:${origin.port}/${name}@png`);
      const answer = await client.send({ path });
      expect(answer.status, answer.body.toString('latin1', 0, 300)).to.equal(status);
      if (message) expect(jsonOf(answer)['message']).to.match(message);
      expect(answer.body.toString('latin1')).to.not.match(/stack|169\.254|passwd/);
    });
  }

  const inBase64 = (source: string): string => Buffer.from(source).toString('base64url');
  const photo = inBase64('local:///photo.jpg');
  const long = (part: string, length: number): string => part.repeat(length / part.length);
  const paths: readonly (readonly [path: string, status: number, message?: string])[] = [
    [`/${long('w:20/', 8000)}plain/local:///photo.jpg@png`, 200],
    [`/${long('w:20/', 8300)}plain/local:///photo.jpg@png`, 404, 'expected at most 8192'],
    [`/w:20/${photo}.png`, 200],
    [`/w:20/${[...photo].join('/')}.png`, 200],
    [`/w:20/${photo}==.png`, 200],
    [`/w:20/${photo}.png.png`, 404, 'several extensions'],
    [`/w:20/${photo}+.png`, 404, 'not URL-safe Base64'],
    [`/w:20/${inBase64('local:///../package.json')}.png`, 404, 'not delivered'],
    [`/w:20/${inBase64('local:///photo.jpg\0')}.png`, 404, 'not delivered'],
    [`/w:20/enc/${photo}.png`, 404],
    ['/w:20/plain/', 404, 'names no source'],
    ['/w:20/plain', 404],
    ['/w:20', 404, 'names no source'],
    ['/w:20/plain/local:///photo.jpg@png@webp', 404, 'several extensions'],
    ['/w:20/plain/local:///photo.jpg@exe', 404, 'the extension: expected one of'],
    ['/w:20/plain/local:///photo.jpg@gif', 422, 'is not made here'],
    ['/w:20/plain/local:///photo%2Ejpg@png', 200],
    ['/w:20/plain/local:///photo%252Ejpg@png', 404],
    ['/w:20/plain/local%3A%2F%2F%2Fphoto.jpg@png', 200],
    ['/w:20/plain/local:///%2e%2e/%2e%2e/etc/passwd', 404, 'not delivered'],
    ['/w:20/plain/local:///..%5c..%5cetc', 404, 'not delivered'],
    ['/w:20/plain/local:///photo%zz.jpg', 404, 'not percent-encoded'],
    ['/w:20/plain/local:///%ff%fe', 404, 'not percent-encoded'],
    ['/w:20/plain/http://user@127.0.0.2/a.png', 404],
    ['/w:20/plain/http://user%40127.0.0.2/a.png', 404, 'not delivered'],
    ['/w:20/plain/http://127.0.0.2%2eevil.example/a.png', 404, 'not delivered'],
    ['/w:20/plain/http://0x7f.1/a.png', 404, 'not delivered'],
    ['/w:20/plain/data:image%2Fpng;base64,AAAA', 404, 'not delivered'],
    ['/w:20/plain/file:///etc/passwd', 404, 'not delivered'],
    ['/w%253A20/plain/local:///photo.jpg@png', 404],
    ...['1e3', '-1', '-0', '0x10', '1.5', 'NaN', 'Infinity', '%D9%A3', '1%32', '9'.repeat(400)].map(
      (width) =>
        [`/w:${width}/plain/local:///photo.jpg`, 404, 'width: expected an integer'] as const,
    ),
    ...['NaN', '1e999', '-1', '0', '1e-999', '%E2%85%A1'].map(
      (dpr) => [`/dpr:${dpr}/plain/local:///photo.jpg`, 404, 'dpr: expected a number'] as const,
    ),
    ['/dpr:1e300/w:20/plain/local:///photo.jpg@jpg', 200],
    ['/dpr:1e300/el:1/w:20/plain/local:///photo.jpg@png', 422, 'limits.pixels'],
    ['/dpr:1e-300/w:20/plain/local:///photo.jpg@png', 200],
    ['/z:1e300/el:1/w:20/plain/local:///photo.jpg@png', 422, 'limits.pixels'],
    ['/w:9007199254740991/h:9007199254740991/el:1/plain/local:///photo.jpg', 422, 'limits.pixels'],
    ['/mw:9007199254740991/plain/local:///photo.jpg', 422, 'limits.pixels'],
    ['/pd:9007199254740991/plain/local:///photo.jpg', 422, 'limits.pixels'],
    ['/ex:1/w:60000/h:60000/plain/local:///photo.jpg', 422, 'limits.pixels'],
    ['/pix:9007199254740991/w:20/plain/local:///photo.jpg@png', 200],
    ['/c:1e300:1e-300/w:20/plain/local:///photo.jpg@png', 200],
    ['/g:no:1e300:-1e300/rs:fill:20:20/plain/local:///photo.jpg@png', 200],
    ['/t:1e300/w:20/plain/local:///photo.jpg@png', 200],
    ['/rot:1e3/plain/local:///photo.jpg', 404, 'rotate: expected a multiple of 90'],
    ['/wm:1/plain/local:///photo.jpg', 404, 'the configuration has no picture for it'],
    ['/wm:NaN/plain/local:///photo.jpg', 404, 'watermark: expected a number from 0 to 1'],
    ['/t:-1/plain/local:///photo.jpg', 404, 'trim: expected a number of at least 0'],
    ['/mb:1/w:20/plain/local:///photo.jpg@webp', 200],
    ['/pr:round/plain/local:///photo.jpg@png', 200],
    [`/pr${long(':small', 1200)}/plain/local:///photo.jpg`, 404, 'expected at most 16 arguments'],
    [`/rs${long(':', 7000)}/plain/local:///photo.jpg`, 404, 'expected at most 8 arguments'],
    ['/__proto__:1/constructor:2/plain/local:///photo.jpg', 404, 'no such option'],
    ['/f:__proto__/plain/local:///photo.jpg', 404, 'format: expected one of'],
    ['/pr:__proto__/plain/local:///photo.jpg', 404, 'there is no preset'],
    ['/exp:1/plain/local:///photo.jpg', 404, 'has expired'],
    ['/fn:%0d%0aSet-Cookie:a/w:20/plain/local:///photo.jpg@png', 200],
  ];
  for (const [path, status, message] of paths) {
    it(`are answered ${status} for ${path.slice(0, 70)}`, async () => {
      const answer = await ask(addressOf(path));
      expect(answer.status, answer.body.toString('latin1', 0, 300)).to.equal(status);
      if (message !== undefined) expect(jsonOf(answer)['message']).to.include(message);
      if (status !== 200) expect(answer.headers['cache-control']).to.match(/no-store|max-age=60$/);
      expect(answer.headers).to.not.have.property('set-cookie');
    });
  }

  const path = '/w:24/q:75/plain/local:///photo.jpg@webp';
  const signature = signatureOf(path);
  const forms: readonly (readonly [title: string, target: string, status: number])[] = [
    ['no signature', `/img${path}`, 403],
    ['an empty signature', `/img/${path}`, 404],
    ['padding', `/img/${signature}=${path}`, 403],
    ['plain Base64', `/img/${Buffer.from(signature, 'base64url').toString('base64')}${path}`, 403],
    [
      'a percent-encoded signature',
      `/img/%${signature.charCodeAt(0).toString(16)}${signature.slice(1)}${path}`,
      403,
    ],
    ['a part of a signature', `/img/${signature.slice(0, 12)}${path}`, 403],
    ['a signature twice', `/img/${signature}/${signature}${path}`, 403],
    ['a slash that a proxy has added', `/img/${signature}/${path}`, 200],
    ['another case', `/img/${signature.toLowerCase()}${path}`, 403],
    ['an encoded prefix', `/%69mg/${signature}${path}`, 404],
    ['a way back to the prefix', `/img/../img/${signature}${path}`, 403],
    ['a colon that a proxy has encoded', `/img/${signature}${path.replace('w:', 'w%3A')}`, 200],
    ['a slash that a proxy has dropped', `/img/${signature}${path.replace(':///', ':/')}`, 200],
    ['a query, which is not signed', `/img/${signature}${path}?w=1`, 200],
    ['a size of the set', '/img/unsafe/w:32/plain/local:///photo.jpg@webp', 403],
    ['another size in the place of one', '/img/unsafe/w:32/w:33/plain/local:///photo.jpg', 403],
    ['a size of the set with zeros', '/img/unsafe/w:0032/plain/local:///photo.jpg', 200],
    ['a preset beyond the set', '/img/unsafe/pr:small/plain/local:///photo.jpg', 403],
    ['a source beyond the set', '/img/unsafe/w:32/plain/http://127.0.0.2/a.png', 404],
    ['another name of the source', '/img/unsafe/w:32/plain/local:////photo.jpg?a', 200],
    ['a version', '/img/unsafe/w:32/cb:1/plain/local:///photo.jpg', 403],
    ['a turn', '/img/unsafe/w:32/rot:0/plain/local:///photo.jpg', 403],
  ];
  for (const [title, target, status] of forms) {
    it(`are answered ${status} for ${title}`, async () => {
      expect((await ask(target)).status).to.equal(status);
    });
  }

  const conditions: readonly (readonly [
    title: string,
    headers: (etag: string) => Readonly<Record<string, string>>,
    status: number,
    method?: string,
  ])[] = [
    ['HEAD with a range', () => ({ range: 'bytes=0-1' }), 200, 'HEAD'],
    ['several ranges', () => ({ range: 'bytes=0-1,5-6' }), 200],
    ['ranges that meet', () => ({ range: 'bytes=0-1,2-3' }), 206],
    ['many ranges', () => ({ range: `bytes=${long('0-1,', 4000)}0-1` }), 206],
    ['a range that is not there', () => ({ range: 'bytes=99999999-' }), 416],
    ['a range without end of digits', () => ({ range: `bytes=${long('9', 4000)}-` }), 416],
    ['a range of the last bytes', () => ({ range: 'bytes=-5' }), 206],
    ['a range in another unit', () => ({ range: 'pages=0-1' }), 200],
    ['a range backwards', () => ({ range: 'bytes=5-1' }), 416],
    ['If-Range of it', (etag) => ({ range: 'bytes=0-1', 'if-range': etag }), 206],
    ['If-Range of another', () => ({ range: 'bytes=0-1', 'if-range': '"a"' }), 200],
    ['a weak If-Range', (etag) => ({ range: 'bytes=0-1', 'if-range': `W/${etag}` }), 200],
    ['If-None-Match in a list', (etag) => ({ 'if-none-match': `"a", ${etag}, "b"` }), 304],
    ['a weak If-None-Match', (etag) => ({ 'if-none-match': `W/${etag}` }), 304],
    ['any If-None-Match', () => ({ 'if-none-match': '*' }), 304],
    ['others in If-None-Match', () => ({ 'if-none-match': long('"a",', 4000) }), 200],
    [
      'If-None-Match before a range',
      (etag) => ({ 'if-none-match': etag, range: 'bytes=9-1' }),
      304,
    ],
    ['If-Match of another', () => ({ 'if-match': '"a"' }), 412],
    ['If-Modified-Since that is no date', () => ({ 'if-modified-since': 'x' }), 200],
    ['Accept of many types', () => ({ accept: long('a/b;q=0.5,', 8000) }), 200],
  ];
  for (const [title, headersOf, status, method = 'GET'] of conditions) {
    it(`are answered ${status} for ${title}`, async () => {
      const whole = await client.send({ path: addressOf(path) });
      const headers = headersOf(whole.headers.etag!);
      const answer = await client.send({ path: addressOf(path), headers, method });
      expect(answer.status).to.equal(status);
      if (status === 200 && method === 'GET') expect(answer.body).to.deep.equal(whole.body);
      if (status === 304 || method === 'HEAD') expect(answer.body.length).to.equal(0);
    });
  }
});
