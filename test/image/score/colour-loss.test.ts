import { expect } from 'chai';
import { drawing } from '../../support/image/drawings.ts';
import { colourLossOf } from '../../support/image/measured.ts';
import { blurred, noisy, scene } from '../../support/image/scenes.ts';

const size = { width: 64, height: 48 };

describe('lost colour', () => {
  it('is 0 for the same picture, and for grey ones', () => {
    expect(colourLossOf(scene(size), scene(size))).to.equal(0);
    const grey = drawing(size, 1, (x) => [x * 3]);
    expect(
      colourLossOf(
        grey,
        drawing(size, 1, () => [0]),
      ),
    ).to.equal(0);
  });

  it('is high where rows that alternate in colour turn grey', () => {
    const rows = drawing(size, 3, (_, y) => (y % 2 === 0 ? [255, 0, 0] : [0, 255, 255]));
    const grey = drawing(size, 1, () => [127]);
    expect(colourLossOf(rows, grey)).to.equal(1);
  });

  it('is low for a change of brightness, and for faint noise', () => {
    const dark = drawing(size, 3, () => [40, 40, 40]);
    expect(
      colourLossOf(
        dark,
        drawing(size, 3, () => [90, 90, 90]),
      ),
    ).to.equal(0);
    expect(colourLossOf(scene(size), noisy(scene(size), 5))).to.equal(0);
  });

  it('counts the pixels where a colour runs out', () => {
    const red = drawing(size, 3, (x) => (x % 16 === 0 ? [255, 0, 0] : [255, 255, 255]));
    expect(colourLossOf(red, blurred(red, 1))).to.be.within(0.05, 0.2);
  });

  it('refuses a result of another size', () => {
    expect(() => colourLossOf(scene(size), scene({ width: 8, height: 8 }))).to.throw(RangeError);
  });
});
