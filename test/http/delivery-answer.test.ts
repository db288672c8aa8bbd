import { expect } from 'chai';
import type { Delivered } from '../../src/delivery/deliver.ts';
import { noOptions, type Options } from '../../src/delivery/options.ts';
import { ServiceError, ShareFull, SourceAway } from '../../src/errors.ts';
import type { Context } from '../../src/http/context.ts';
import { respondWithFailure, setDeliveryHeaders } from '../../src/http/delivery-answer.ts';
import { accountOf, receipt } from '../support/service/samples.ts';

/** A context that only keeps headers and status. */
const noting = () => {
  const headers = new Map<string, string>();
  const ctx = {
    status: 200,
    set: (name: string, value: string) => headers.set(name, value),
    remove: (name: string) => headers.delete(name),
    state: { notes: {} },
  };
  return { ctx: ctx as unknown as Context, headers };
};

const seconds = 1_000_000;
const headersOf = (
  fields: Partial<Delivered>,
  options: Partial<Options> = {},
  allowOrigin = '',
) => {
  const { ctx, headers } = noting();
  const image = { mediaType: 'image/jpeg', bytes: 1, width: 1, height: 1, sha256: '' };
  setDeliveryHeaders(
    ctx,
    {
      ...{ account: accountOf('ann'), result: image, resultPath: '', outcome: 'hit' },
      made: { sourceSha256: '', receipt },
      options: { ...noOptions, ...options },
      place: { kind: 'web', url: '', name: 'https://cdn.example/a/b%20c.tar.png?d=e/f.g' },
      ...{ isNegotiated: false, isVersioned: false, isDegraded: false, phases: {}, varies: [] },
      release: () => undefined,
      ...fields,
    },
    { ttlSeconds: 500, allowOrigin, seconds },
  );
  return headers;
};

describe('setDeliveryHeaders', () => {
  const year = 'public, max-age=31536000, immutable';
  const rows: readonly (readonly [string, Partial<Delivered>, Partial<Options>, string])[] = [
    [
      'a source that may change',
      {},
      {},
      'public, max-age=500, stale-while-revalidate=500, stale-if-error=86400',
    ],
    ['a version', { isVersioned: true }, {}, year],
    ['a version that ends', { isVersioned: true }, { expires: seconds + 9.5 }, 'public, max-age=9'],
    ['an end after the time', {}, { expires: seconds + 9000 }, 'public, max-age=500'],
    [
      'a result made worse by load',
      { isVersioned: true, isDegraded: true },
      {},
      'public, max-age=60, stale-while-revalidate=604800',
    ],
  ];
  for (const [title, fields, options, cacheControl] of rows) {
    it(`has caches keep ${title} for its time`, () => {
      expect(headersOf(fields, options).get('Cache-Control')).to.equal(cacheControl);
    });
  }

  it('sets Vary where Accept has decided, and not otherwise', () => {
    expect(headersOf({ isNegotiated: true }).get('Vary')).to.equal('Accept');
    expect(headersOf({}).has('Vary')).to.equal(false);
    const hinted = { varies: ['Sec-CH-DPR', 'DPR'] };
    expect(headersOf(hinted).get('Vary')).to.equal('Sec-CH-DPR, DPR');
    expect(headersOf({ ...hinted, isNegotiated: true }).get('Vary')).to.equal(
      'Accept, Sec-CH-DPR, DPR',
    );
  });

  it('tells how long the parts of the work took', () => {
    expect(headersOf({}).get('Server-Timing')).to.equal('cache;desc=hit');
    const phases = { queue: 0.04, fetch: 12.06, make: 300 };
    expect(headersOf({ outcome: 'made', phases }).get('Server-Timing')).to.equal(
      'cache;desc=made, queue;dur=0.0, fetch;dur=12.1, make;dur=300.0',
    );
  });

  const names: readonly (readonly [Partial<Options>, string])[] = [
    [{}, `inline; filename="b_20c.tar.jpg"; filename*=UTF-8''b%2520c.tar.jpg`],
    [
      { isAttachment: true, fileName: 'shoe' },
      `attachment; filename="shoe.jpg"; filename*=UTF-8''shoe.jpg`,
    ],
    [
      { fileName: 'ö"\r\n\ud800' },
      `inline; filename="_____.jpg"; filename*=UTF-8''%C3%B6%22%0D%0A%EF%BF%BD.jpg`,
    ],
    [{ fileName: '' }, `inline; filename="image.jpg"; filename*=UTF-8''image.jpg`],
  ];
  for (const [options, disposition] of names) {
    it(`names a picture for ${JSON.stringify(options)}`, () => {
      const shown = headersOf({}, options).get('Content-Disposition') ?? '';
      expect(shown).to.equal(disposition);
      expect(shown).to.match(/^[\x20-\x7e]+$/);
    });
  }

  it('lets scripts of an origin read pictures where that is set', () => {
    expect(headersOf({}, {}, '*').get('Access-Control-Allow-Origin')).to.equal('*');
    expect(headersOf({}).has('Access-Control-Allow-Origin')).to.equal(false);
  });
});

describe('respondWithFailure', () => {
  const rows: readonly (readonly [ServiceError, number, string])[] = [
    [new ServiceError('source_not_found', ''), 404, 'public, max-age=60'],
    [new SourceAway('Server responded with 500'), 503, 'no-store'],
    [new ServiceError('too_large', ''), 422, 'no-store'],
    [new ServiceError('unsupported_media_type', ''), 422, 'no-store'],
    [new ServiceError('decode_failed', ''), 422, 'no-store'],
    [new ServiceError('bad_request', ''), 422, 'no-store'],
    [new ShareFull('', 5), 429, 'no-store'],
    [new ServiceError('rate_limit_exceeded', ''), 429, 'no-store'],
    [new ServiceError('monthly_limit_exceeded', ''), 429, 'no-store'],
    [new ServiceError('unavailable', ''), 503, 'no-store'],
    [new ServiceError('storage_failed', ''), 502, 'no-store'],
    [new ServiceError('internal', ''), 500, 'no-store'],
  ];
  for (const [error, status, cacheControl] of rows) {
    it(`answers ${error.name} ${error.code} with ${status}`, () => {
      const { ctx, headers } = noting();
      headers.set('Vary', 'Accept').set('ETag', '"a"');
      respondWithFailure(ctx, error);
      expect(ctx.status).to.equal(status);
      expect(headers.get('Cache-Control')).to.equal(cacheControl);
      expect([headers.has('Vary'), headers.has('ETag')]).to.deep.equal([false, false]);
    });
  }
});
