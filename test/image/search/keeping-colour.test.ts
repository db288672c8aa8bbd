import { expect } from 'chai';
import { keepingColour } from '../../../src/image/search/keeping-colour.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';

describe('keepingColour', () => {
  const candidatesOf = (types: readonly string[]) =>
    types.flatMap((mediaType) =>
      (adaptiveConfig.types[mediaType] ?? []).map((chain) => ({
        chain,
        mediaType,
        from: 'image/png' as const,
      })),
    );
  const namesFor = (...types: readonly string[]): readonly string[] =>
    keepingColour(adaptiveConfig.encoders, candidatesOf(types)).map(({ chain }) => chain.join('+'));
  const lossless = ['cwebp-lossless', 'palette+cwebp-lossless'];

  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['a JPEG', ['image/webp', 'image/jpeg'], [...lossless, 'mozjpeg', 'jpegtran']],
    ['an AVIF', ['image/webp', 'image/avif'], [...lossless, 'avifenc']],
  ];
  for (const [title, types, expected] of cases) {
    it(`leaves out lossy WebPs beside ${title}`, () => {
      expect(namesFor(...types)).to.deep.equal(expected);
    });
  }

  it('keeps them where no other type of few bytes competes', () => {
    expect(namesFor('image/webp', 'image/png')).to.include('cwebp');
    expect(namesFor('image/webp')).to.include('cwebp');
  });
});
