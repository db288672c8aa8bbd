import { expect } from 'chai';
import { createCacheKeyOf, type ResultSettings } from '../../src/service/cache-key.ts';

const settings: ResultSettings = {
  encoders: { mozjpeg: { scale: 3 } },
  decoders: {},
  types: { 'image/jpeg': [['mozjpeg']] },
  quality: { target: 79 },
  versions: { mozjpeg: '3.2' },
  weights: 'a',
};

const outputs = { shareBetweenAccounts: true };

describe('the cache key of work', () => {
  const cacheKey = createCacheKeyOf({ ...settings, outputs })('source', 'ann', 'operation');

  it('is the same for the same, and can be the key of a stored result', () => {
    expect(createCacheKeyOf({ ...settings, outputs })('source', 'ann', 'operation')).to.equal(
      cacheKey,
    );
    expect(cacheKey).to.match(/^[0-9a-f]{64}$/);
  });

  it('differs by source and operation', () => {
    const of = createCacheKeyOf({ ...settings, outputs });
    const all = [
      cacheKey,
      of('source', 'ann'),
      of('other', 'ann', 'operation'),
      of('source', 'ann', 'another'),
    ];
    expect(new Set(all).size).to.equal(4);
  });

  it('is that of all accounts where they share their work, else of each', () => {
    const shared = createCacheKeyOf({ ...settings, outputs });
    const own = createCacheKeyOf({ ...settings, outputs: { shareBetweenAccounts: false } });
    expect(shared('source', 'ben', 'operation')).to.equal(cacheKey);
    const all = [cacheKey, own('source', 'ann', 'operation'), own('source', 'ben', 'operation')];
    expect(new Set(all).size).to.equal(3);
    expect(own('source', 'ann', 'operation')).to.equal(all[1]);
  });

  for (const name of Object.keys(settings)) {
    it(`differs by ${name}`, () => {
      const others = createCacheKeyOf({ ...settings, [name]: { other: 1 }, outputs });
      expect(others('source', 'ann', 'operation')).not.to.equal(cacheKey);
    });
  }

  it('does not depend on settings that change no result', () => {
    const more = { ...settings, outputs, port: 1 };
    expect(createCacheKeyOf(more)('source', 'ann', 'operation')).to.equal(cacheKey);
  });
});
