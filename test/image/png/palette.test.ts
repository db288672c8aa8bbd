import { expect } from 'chai';
import { hasFullPalette } from '../../../src/image/png/palette.ts';
import { bytesOf } from '../../../src/image/bytes.ts';
import { chunk, pngOf } from '../../support/image/builders.ts';

const palette = (colours: number): Buffer => chunk('PLTE', new Uint8Array(3 * colours));

describe('the palette of a PNG', () => {
  const cases: readonly (readonly [string, Buffer, boolean])[] = [
    ['256 colours', pngOf({ colourType: 3, chunks: [palette(256)] }), true],
    ['255 colours', pngOf({ colourType: 3, chunks: [palette(255)] }), false],
    ['one colour', pngOf({ colourType: 3, chunks: [palette(1)] }), false],
    ['no palette', pngOf(), false],
    ['a palette behind its pixels', pngOf({ late: [palette(256)] }), false],
  ];
  for (const [title, picture, isFull] of cases) {
    it(`is ${isFull ? '' : 'not '}full with ${title}`, () => {
      expect(hasFullPalette(bytesOf(picture))).to.equal(isFull);
    });
  }

  it('is damaged in a file that ends in its midst', () => {
    const cut = pngOf({ colourType: 3, chunks: [palette(256)] }).subarray(0, 100);
    expect(() => hasFullPalette(bytesOf(cut))).to.throw('PLTE chunk is not complete');
  });
});
