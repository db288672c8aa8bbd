import { expect } from 'chai';
import { AddressError } from '../../../src/delivery/address-error.ts';
import type { AppOptions } from '../../../src/http/app.ts';
import type { DeliveryRouteOptions } from '../../../src/http/routes/delivery.ts';
import { type Api, startApi } from '../../support/http/api.ts';

describe('the route of addresses', () => {
  let api: Api;
  let asked: Parameters<DeliveryRouteOptions['deliver']>[0][];
  let outcomes: string[];
  const start = async (prefix: string): Promise<void> => {
    [asked, outcomes] = [[], []];
    const delivery: AppOptions['delivery'] = {
      deliver: async (request) => {
        asked.push(request);
        throw new AddressError('forbidden', 'No.');
      },
      ...{ prefix, ttlSeconds: 60, allowOrigin: '', now: () => 0 },
      other: { next: prefix === '/img', ipx: prefix === '/img', base: 'https://shop.example/' },
      purge: async () => Promise.reject(new Error('is not asked')),
      onAnswer: (outcome) => void outcomes.push(outcome),
    };
    api = await startApi({ account: {}, overrides: () => ({ delivery }) });
  };
  afterEach(() => api.close());

  it('gives the raw path to the use case, and needs no key', async () => {
    await start('/img');
    const { status, headers } = await api.ask('/img/sig/w:1/..%2Fa/%252e?b=c', { key: null });
    expect([status, headers['cache-control']]).to.deep.equal([403, 'no-store']);
    expect(asked).to.have.length(1);
    expect(asked[0]).to.include({ signature: 'sig', path: '/w:1/..%2Fa/%252e' });
    expect(outcomes).to.deep.equal(['refused']);
  });

  for (const [prefix, path] of [
    ['/img', '/imgs/sig/w:1/a'],
    ['/img', '/sig/w:1/a'],
    ['', '/nothing'],
    ['', '/openapi.json'],
  ] as const) {
    it(`passes ${path} on, for the prefix "${prefix}"`, async () => {
      await start(prefix);
      await api.ask(path, { key: null });
      expect(asked).to.deep.equal([]);
    });
  }

  it('takes the addresses of other servers where that is set, and has them refused as by Next.js', async () => {
    await start('/img');
    const target = '/_next/image?url=%2Fa.png&w=640&q=75';
    expect((await api.ask(target, { key: null })).status).to.equal(400);
    expect((await api.ask('/_ipx/w_200/a.png', { key: null })).status).to.equal(403);
    expect((await api.ask('/_next/static/a.png', { key: null })).status).to.equal(404);
    expect(asked.map(({ path }) => path)).to.deep.equal([
      '/w:640/q:75/plain/https%3A%2F%2Fshop.example%2Fa.png',
      '/rt:fill-down/w:200/plain/https%3A%2F%2Fshop.example%2Fa.png',
    ]);
    await api.close();
    await start('/pictures');
    expect((await api.ask(target, { key: null })).status).to.equal(404);
    expect(asked).to.deep.equal([]);
  });

  for (const [accept, accepted] of [
    ['image/webp, image/avif', ['image/webp', 'image/avif']],
    ['IMAGE/AVIF ; q=0.5,image/webp;q=1', ['image/webp', 'IMAGE/AVIF']],
    ['image/avif;q=0,image/webp;q=0.0', []],
    ['image/avif;q=0.001', ['image/avif']],
    [',;,image/webpx', ['image/webpx']],
  ] as const) {
    it(`tells which types are accepted by "${accept}"`, async () => {
      await start('/img');
      await api.ask('/img/sig/w:1/a', { key: null, headers: { Accept: accept } });
      expect(asked[0]!.accepted).to.deep.equal(accepted);
    });
  }

  it('refuses addresses of more than 8 kB, of each form', async () => {
    await start('/img');
    const long = 'a'.repeat(8192);
    for (const [path, status] of [
      [`/img/sig/w:1/${long}`, 404],
      [`/_next/image?url=%2F${long}&w=640&q=75`, 400],
      [`/_ipx/w_200/${long}`, 404],
    ] as const) {
      const answer = await api.ask(path, { key: null });
      expect(answer.status).to.equal(status);
      expect(answer.body.toString()).to.include('expected at most 8192');
    }
    expect(asked).to.deep.equal([]);
  });

  it('answers at the root behind the other routes', async () => {
    await start('');
    expect((await api.ask('/output/a', { key: null })).status).to.equal(401);
    expect((await api.ask('/sig/w:1/a', { key: null })).status).to.equal(403);
    expect(asked).to.have.length(1);
  });
});
