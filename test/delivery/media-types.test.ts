import { expect } from 'chai';
import { acceptedType, plainTypes } from '../../src/delivery/media-types.ts';

const [avif, webp] = ['image/avif', 'image/webp'];

describe('acceptedType', () => {
  const rows: readonly (readonly [accept: string, type: string | undefined, formats?: string[]])[] =
    [
      ['image/avif,image/webp,*/*', avif],
      ['image/webp, image/avif', avif],
      ['IMAGE/AVIF ; q=0.5,image/webp;q=1', avif],
      ['image/webp,*/*;q=0.8', webp],
      ['image/avif,image/webp', webp, [webp!]],
      ['image/avif', undefined, []],
      ['image/avif;q=0,image/webp;q=0.0', undefined],
      ['image/avif;q=0.001', avif],
      ['image/*', undefined],
      ['*/*', undefined],
      ['', undefined],
      ['text/html,application/xhtml+xml,image/png', undefined],
      [',;,image/webpx', undefined],
    ];
  for (const [accept, type, formats = [webp!, avif!]] of rows) {
    it(`chooses ${type ?? 'none'} for "${accept}" of ${formats.length}`, () => {
      expect(acceptedType(accept, formats)).to.equal(type);
    });
  }
});

describe('plainTypes', () => {
  it('has PNG compete for a PNG and where there is alpha', () => {
    const both = ['image/jpeg', 'image/png'];
    expect(plainTypes({ mediaType: 'image/png', hasAlpha: false })).to.deep.equal(both);
    expect(plainTypes({ mediaType: 'image/webp', hasAlpha: true })).to.deep.equal(both);
    expect(plainTypes({ mediaType: 'image/webp', hasAlpha: false })).to.deep.equal(['image/jpeg']);
  });
});
