import { expect } from 'chai';
import { paletteColours } from '../../../src/image/png/palette.ts';
import { bytesOf } from '../../../src/image/bytes.ts';
import { chunk, pngOf } from '../../support/image/builders.ts';

const palette = (colours: number): Buffer => chunk('PLTE', new Uint8Array(3 * colours));

describe('the palette of a PNG', () => {
  const cases: readonly (readonly [string, Buffer, number | undefined])[] = [
    ['256 colours', pngOf({ colourType: 3, chunks: [palette(256)] }), 256],
    ['255 colours', pngOf({ colourType: 3, chunks: [palette(255)] }), 255],
    ['one colour', pngOf({ colourType: 3, chunks: [palette(1)] }), 1],
    ['no palette', pngOf(), undefined],
    ['a palette behind its pixels', pngOf({ late: [palette(256)] }), undefined],
  ];
  for (const [title, picture, colours] of cases) {
    it(`has ${colours ?? 'no'} colours with ${title}`, () => {
      expect(paletteColours(bytesOf(picture))).to.equal(colours);
    });
  }

  it('is damaged in a file that ends in its midst', () => {
    const cut = pngOf({ colourType: 3, chunks: [palette(256)] }).subarray(0, 100);
    expect(() => paletteColours(bytesOf(cut))).to.throw('PLTE chunk is not complete');
  });
});
