import { expect } from 'chai';
import { reachOfPalette } from '../../../src/image/search/palette-reach.ts';

describe('the score that palettes reach', () => {
  it('is that of a palette of all colours', () => {
    expect(reachOfPalette(73, 256)).to.equal(73);
  });

  it('grows with the colours that are left', () => {
    expect(reachOfPalette(62, 128)).to.equal(74);
  });

  it('is unknown of few colours', () => {
    expect(reachOfPalette(15, 14)).to.equal(Infinity);
  });
});
