import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { bytesOf } from '../../src/image/bytes.ts';
import { readFacts } from '../../src/image/read-facts.ts';
import { type Client, createClient, jsonOf } from '../support/e2e/client.ts';
import { addressOf, deliveryConfig, fixtures, shownIn } from '../support/e2e/delivering.ts';
import { newPng } from '../support/e2e/pictures.ts';
import { levelsAt } from '../support/engine/making-pixels.ts';
import { type Pixels, pixelsOfContent } from '../support/image/pictures.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { until } from '../support/until.ts';
import { ownService } from '../support/service/service.ts';

const [avif, webp, jpeg, png] = ['image/avif', 'image/webp', 'image/jpeg', 'image/png'];

describe('pictures by their address', () => {
  describe('below a prefix', () => {
    const watermark = `${fixtures}/photo.jpg`;
    const service = ownService({ config: deliveryConfig({ outputs: true, watermark }) });
    const inFolder = temporaryFolders();
    let client: Client;
    before(() => void (client = createClient(service())));
    after(() => client.close());

    const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
      client.send({ path: addressOf(path), headers, method });

    const sizes: readonly (readonly [options: string, width: number, height: number])[] = [
      ['rs:fit:200:200', 200, 133],
      ['rs:fill:100:100/g:nowe', 100, 100],
      ['rs:fill:100:100/g:sm', 100, 100],
      ['rs:fill:100:100/g:fp:0.2:0.8/dpr:2', 200, 200],
      ['rs:force:120:40', 120, 40],
      ['w:1000/el:1', 1000, 666],
      ['w:1000', 800, 533],
      ['c:0.5:0.5:soea/w:100', 100, 67],
      ['c:200:100:sm/w:400/el:1', 400, 200],
      ['rs:fill-down:1600:800', 800, 400],
      ['w:120/rot:90', 120, 180],
      ['w:120/ex:1/h:120/pd:5:10/bl:1/sh:1/pix:4/fl:1:1', 140, 130],
    ];
    for (const [options, width, height] of sizes) {
      it(`have the size of ${options}`, async () => {
        const answer = await get(`/${options}/q:60/plain/local:///photo.jpg@jpg`);
        expect(answer.status, answer.body.toString('latin1', 0, 200)).to.equal(200);
        expect(await shownIn(answer.body)).to.deep.equal({ mediaType: jpeg, width, height });
      });
    }

    it('have margins that are clear, or white in JPEG', async () => {
      for (const [type, expected] of [
        ['webp', { mediaType: webp, width: 54, height: 37, hasAlpha: true }],
        ['webp', { mediaType: webp, width: 54, height: 37, hasAlpha: false }],
        ['jpg', { mediaType: jpeg, width: 54, height: 37, hasAlpha: false }],
        ['', { mediaType: png, width: 54, height: 37, hasAlpha: true }],
      ] as const) {
        const isFilled = type === 'webp' && !expected.hasAlpha;
        const options = `w:50/pd:2${isFilled ? '/bg:fff' : ''}`;
        const { body } = await get(`/${options}/plain/local:///photo.jpg@${type}`);
        expect(await readFacts(bytesOf(body)), type).to.deep.include(expected);
      }
    });

    const accepted: readonly (readonly [accept: string, mediaType: string])[] = [
      ['image/avif,image/webp,*/*', avif!],
      ['image/webp,*/*', webp!],
      ['image/*,*/*;q=0.8', jpeg!],
      ['image/avif;q=0,image/webp', webp!],
    ];
    for (const [accept, mediaType] of accepted) {
      it(`are ${mediaType} for Accept: ${accept}`, async () => {
        const { headers, body } = await get('/w:64/plain/local:///photo.jpg', { accept });
        expect(await shownIn(body)).to.deep.equal({ mediaType, width: 64, height: 43 });
        expect(headers).to.include({ vary: 'Accept', 'content-type': mediaType });
      });
    }

    it('have the headers of a picture that caches keep', async () => {
      const { status, headers, body } = await get('/w:50/cb:v1/plain/local:///photo.jpg@webp');
      expect(status).to.equal(200);
      expect(headers).to.include({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': `inline; filename="photo.webp"; filename*=UTF-8''photo.webp`,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
        'content-length': String(body.length),
      });
      expect(headers).to.not.have.any.keys('vary', 'set-cookie', 'compression-count');
    });

    it('answer HEAD, ranges and conditions', async () => {
      const path = '/w:50/plain/local:///photo.jpg@webp';
      const whole = await get(path);
      const head = await get(path, {}, 'HEAD');
      expect([head.status, head.body.length]).to.deep.equal([200, 0]);
      expect(head.headers['content-length']).to.equal(String(whole.body.length));
      const part = await get(path, { range: 'bytes=0-9' });
      expect([part.status, part.body]).to.deep.equal([206, whole.body.subarray(0, 10)]);
      const same = await get(path, { 'if-none-match': whole.headers.etag! });
      expect([same.status, same.body.length]).to.deep.equal([304, 0]);
      expect(same.headers).to.include({ 'cache-control': whole.headers['cache-control'] });
      const modified = statSync(`${fixtures}/photo.jpg`).mtime.toUTCString();
      expect(same.headers['last-modified']).to.equal(modified);
      const since = await get(path, { 'if-modified-since': modified });
      expect([since.status, since.headers['server-timing']]).to.deep.equal([
        ...[304, 'cache;desc=hit'],
      ]);
      const before = await get(path, { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' });
      expect(before.status).to.equal(200);
    });

    it('count once, however often they are asked for', async () => {
      const before = await client.count();
      const path = '/w:51/plain/local:///photo.jpg@webp';
      const answers = await Promise.all(Array.from({ length: 20 }, () => get(path)));
      await get(`${path}?again`);
      await get('/width:51/f:webp/plain/local:///photo.jpg');
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
      expect(await client.count()).to.equal(before + 1);
    });

    it('have fewer bytes with a lower quality, and at most those that are asked for', async () => {
      const bytes = async (options: string, type: string) =>
        (await get(`/w:400/${options}/plain/local:///photo.jpg@${type}`)).body.length;
      for (const type of ['jpg', 'webp', 'avif']) {
        const [fine, coarse] = [await bytes('q:90', type), await bytes('q:30', type)];
        expect(coarse, type).to.be.lessThan(fine * 0.6);
        const middle = Math.round((fine + coarse) / 2);
        expect(await bytes(`q:90/mb:${middle}`, type), type).to.be.within(coarse / 2, middle);
      }
    });

    /** Uploads a picture, and gives the name of its source. */
    const outputOf = async (picture: Uint8Array): Promise<string> => {
      const { headers } = await client.upload(picture);
      return `output:${headers.location!.split('/').at(-1)}`;
    };

    it('are without their edges', async () => {
      const { body } = await get('/w:60/pd:10:20:5/bg:0f0/plain/local:///photo.jpg@png');
      expect(await shownIn(body)).to.include({ width: 100, height: 55 });
      const source = await outputOf(body);
      for (const [options, width, height] of [
        ['t:5', 60, 40],
        ['t:5::1:1', 60, 45],
        ['trim:5:f00', 100, 55],
        ['t:5/rs:fill:30:30/wm:0.5:re:2:2:0.1', 30, 30],
        ['t:1e300/wm:1:soea:-1e300:1e300:1e-300/w:9', 9, 5],
      ] as const) {
        const trimmed = await get(`/${options}/plain/${source}@webp`);
        expect(await shownIn(trimmed.body), options).to.include({ width, height });
      }
    });

    it('have the watermark of the configuration over them', async () => {
      const pixelsAt = async (options: string) =>
        pixelsOfContent((await get(`/${options}/q:95/plain/local:///photo.jpg@webp`)).body, webp);
      const [plain, mark] = [
        await pixelsAt('w:120/rs:force:120:80'),
        await pixelsAt('rs:force:60:40'),
      ];
      const marked = await pixelsAt('w:120/rs:force:120:80/wm:1:soea:0:0:0.5');
      expect([marked.width, marked.height]).to.deep.equal([120, 80]);
      const differences = (of: Pixels, [left, top]: readonly [number, number], moved = [0, 0]) => {
        let sum = 0;
        for (let y = 0; y < 40; y += 1) {
          for (let x = 0; x < 60; x += 1) {
            const levels = levelsAt(of, x + left - moved[0]!, y + top - moved[1]!);
            const seen = levelsAt(marked, x + left, y + top);
            sum += Math.abs(seen[0]! - levels[0]!) + Math.abs(seen[1]! - levels[1]!);
          }
        }
        return sum / (40 * 60 * 2);
      };
      expect(differences(plain, [0, 0])).to.be.lessThan(4);
      expect(differences(mark, [60, 40], [60, 40])).to.be.lessThan(8);
      expect(differences(plain, [60, 40])).to.be.greaterThan(12);
    });

    it('are made of uploads of the same account', async () => {
      const source = await outputOf((await get('/w:90/plain/local:///photo.jpg@png')).body);
      const { body } = await get(`/w:30/plain/${source}@png`);
      expect(await shownIn(body)).to.deep.equal({ mediaType: png, width: 30, height: 20 });
    });

    it('keep the frames and the type of an animation', async () => {
      for (const name of ['a.png', 'b.png']) writeFileSync(inFolder(name), newPng());
      const [a, b, moving] = ['a.png', 'b.png', 'moving.webp'].map((name) => inFolder(name));
      await promisify(execFile)('img2webp', [
        '-lossless',
        '-d',
        '90',
        a!,
        '-d',
        '90',
        b!,
        '-o',
        moving!,
      ]);
      const source = await outputOf(readFileSync(moving!));
      const asked = ['rs:fill:10:6/g:so', 'c:12:8:sm/w:10', 'rs:force:40:20/el:1'];
      const changed = ['w:6/bl:1/rot:180/pd:2', 'w:6/pd:2/bg:f00', 'w:10/t:300/wm:0.5:no:0:0:0.5'];
      for (const options of [...asked, ...changed]) {
        const answer = await get(`/${options}/plain/${source}`, { accept: 'image/avif' });
        const { mediaType, width, frames } = await readFacts(bytesOf(answer.body));
        const expected = { mediaType: webp, width: options.includes('40') ? 40 : 10, frames: 2 };
        expect({ mediaType, width, frames }).to.deep.equal(expected);
      }
      expect((await get(`/w:10/plain/${source}@png`)).status).to.equal(422);
    });

    const refused: readonly (readonly [title: string, path: string, status: number])[] = [
      ['an option of others', '/raw:1/plain/local:///photo.jpg', 404],
      ['a limit of the service', '/msr:2/plain/local:///photo.jpg', 403],
      ['a type that is not made', '/f:gif/plain/local:///photo.jpg', 422],
      ['an address that has ended', '/exp:1609448400/plain/local:///photo.jpg', 404],
      ['another scheme', '/w:1/plain/ftp://host/photo.jpg', 404],
      ['an address of the web', '/w:1/plain/http://127.0.0.1/photo.jpg', 404],
      ['a coded way out', '/w:1/plain/local:///..%2f..%2fpackage.json', 404],
      ['a twice coded way out', '/w:1/plain/local:///%252e%252e%252fpackage.json', 404],
      ['a zero byte', '/w:1/plain/local:///photo.jpg%00.png', 404],
      ['a watermark that is too large', '/wm:1:ce:0:0:1e300/plain/local:///photo.jpg', 422],
      ['too many pixels', '/w:60000/h:60000/rt:force/el:1/plain/local:///photo.jpg', 422],
    ];
    for (const [title, path, status] of refused) {
      it(`refuse ${title}, and have no cache keep that`, async () => {
        const answer = await get(path);
        expect([answer.status, jsonOf(answer)['message']], path).to.have.property('0', status);
        expect(answer.headers).to.include({ 'cache-control': 'no-store' });
      });
    }

    it('have caches keep for a minute that a source is missing', async () => {
      for (const name of ['nothing.jpg', 'corpus', 'photo.jpg/more']) {
        const { status, headers } = await get(`/w:1/plain/local:///${name}`);
        expect([status, headers['cache-control']]).to.deep.equal([404, 'public, max-age=60']);
      }
    });

    it('refuse what is not signed', async () => {
      const address = addressOf('/w:10/plain/local:///photo.jpg');
      for (const path of [
        address.replace('w:10', 'w:11'),
        address.replace(/^\/img\/./, '/img/-'),
        '/img/unsafe/w:10/plain/local:///photo.jpg',
        `${address.replace('/w:10', '=/w:10')}`,
      ]) {
        const answer = await client.send({ path });
        expect([answer.status, answer.headers['cache-control']]).to.deep.equal([403, 'no-store']);
      }
    });

    it('take no address of more than 8 kB, and no other method', async () => {
      const path = `/w:1/fn:${'a'.repeat(9000)}/plain/local:///photo.jpg`;
      expect((await get(path)).status).to.equal(404);
      const { status, headers } = await get('/w:1/plain/local:///photo.jpg', {}, 'DELETE');
      expect([status, headers.allow]).to.deep.equal([405, 'GET, HEAD']);
    });
  });

  describe('without a signature, with a fast first answer', () => {
    const unsigned = { sources: ['disk'], formats: ['webp'], qualities: [75], base: 'local:///' };
    const service = ownService({
      config: deliveryConfig({
        ...{ keys: {}, firstAnswer: 'fast' },
        unsigned: { ...unsigned, next: true, ipx: true },
      }),
    });
    const get = async (path: string, accept = '*/*') => {
      const client = createClient(service());
      const answer = await client.send({ path, headers: { accept } });
      client.close();
      return answer;
    };

    it('are drafts for a moment, and then the best', async () => {
      const client = createClient(service());
      const before = await client.count();
      const path = '/img/unsafe/w:256/plain/local:///photo.jpg@webp';
      const draft = await client.send({ path });
      expect(draft.headers).to.include({
        'x-shrinkd-quality': 'draft',
        'cache-control': 'public, max-age=60, stale-while-revalidate=604800',
      });
      let best = draft;
      await until('the best result is there', async () => {
        best = await client.send({ path });
        return best.headers['x-shrinkd-quality'] === undefined;
      });
      expect(best.headers.etag).to.not.equal(draft.headers.etag);
      expect(best.headers['cache-control']).to.match(/^public, max-age=86400, stale-while/);
      const shown = { mediaType: webp, width: 256, height: 171 };
      expect(await shownIn(draft.body)).to.deep.equal(shown);
      expect(await shownIn(best.body)).to.deep.equal(shown);
      expect(await client.count()).to.equal(before + 1);
      client.close();
    });

    it('are as those of Next.js', async () => {
      const path = '/_next/image?url=%2Fphoto.jpg&w=64&q=75';
      const outcomes = [];
      for (const [accept, mediaType] of [
        ['image/webp,*/*', webp],
        ['image/png,image/*', jpeg],
        ['image/webp,*/*', webp],
      ] as const) {
        const { status, headers, body } = await get(path, accept);
        expect([status, headers.vary, headers['content-type']]).to.deep.equal([
          ...[200, 'Accept', mediaType],
        ]);
        expect(await shownIn(body)).to.deep.equal({ mediaType, width: 64, height: 43 });
        outcomes.push(headers['x-nextjs-cache']);
      }
      expect(outcomes).to.deep.equal(['MISS', 'MISS', 'HIT']);
    });

    it('are as those of IPX, and of clients of imgproxy that have no key', async () => {
      const expected = { mediaType: webp, width: 128, height: 85 };
      for (const path of [
        '/_ipx/w_128,f_webp,q_75/photo.jpg',
        '/img/unsafe/w:128/q:75/plain/local:///photo.jpg@webp',
      ]) {
        expect(await shownIn((await get(path)).body), path).to.deep.equal(expected);
      }
    });

    for (const [path, status] of [
      ['/_next/image?url=%2Fphoto.jpg&w=65&q=75', 400],
      ['/_next/image?url=%2Fphoto.jpg&w=64&q=74', 400],
      ['/_next/image?url=https%3A%2F%2Fother.example%2Fa.jpg&w=64&q=75', 400],
      ['/_next/image?url=%2F.%2Fphoto.jpg&w=64&q=75', 400],
      ['/_next/image?url=%2Fnone.jpg&w=64&q=75', 404],
      ['/_ipx/w_129/photo.jpg', 403],
      ['/_ipx/blur_5/photo.jpg', 400],
      ['/img/unsafe/w:128/bl:1/plain/local:///photo.jpg', 403],
      ['/img/other/w:128/plain/local:///photo.jpg', 403],
    ] as const) {
      it(`are refused outside of the set: ${path}`, async () => {
        expect((await get(path)).status).to.equal(status);
      });
    }
  });
});
