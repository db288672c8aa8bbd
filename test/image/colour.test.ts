import { expect } from 'chai';
import { colourOf, hexOf } from '../../src/image/colour.ts';

describe('colourOf', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['#102030', '#102030'],
    ['#ABCDEF', '#abcdef'],
    ['#aBcDeF', '#abcdef'],
    ['#000001', '#000001'],
    ['white', '#ffffff'],
    ['black', '#000000'],
  ];
  for (const [text, hex] of rows) {
    it(`reads ${text}`, () => {
      const colour = colourOf(text);
      expect(colour && hexOf(colour)).to.equal(hex);
    });
  }

  it('gives one number for each channel', () => {
    expect(colourOf('#0180ff')).to.deep.equal({ red: 1, green: 128, blue: 255 });
  });

  const unknown = [
    '',
    'red',
    'White',
    '#fff',
    '#12345',
    '#1234567',
    '#12345g',
    '102030',
    '#102030\n',
  ];
  for (const text of unknown) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(colourOf(text)).to.equal(undefined);
    });
  }
});
