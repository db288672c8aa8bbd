import { expect } from 'chai';
import { storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import { partOf, visibleBox } from '../../../src/image/wasm/visible-box.ts';
import type { Raster } from '../../../src/image/raster.ts';
import type { Rectangle } from '../../../src/image/rectangle.ts';
import { drawing, isWithin, rectangle } from '../../support/image/drawings.ts';

const size = { width: 30, height: 20 };

/** Grey, of which one part is visible. */
const visibleIn = (part: Rectangle): Raster =>
  drawing(size, 2, (x, y) => [x + y, isWithin(part, x, y) ? 1 : 0]);

describe('the box of what is visible', () => {
  const middle = rectangle(7, 5, 11, 3);
  const boxes: readonly (readonly [string, Raster, Rectangle])[] = [
    ['in the middle', visibleIn(middle), middle],
    ['of one pixel', visibleIn(rectangle(29, 19, 1, 1)), rectangle(29, 19, 1, 1)],
    ['of all', visibleIn(rectangle(0, 0, 30, 20)), rectangle(0, 0, 30, 20)],
    ['of nothing', visibleIn(rectangle(0, 0, 0, 0)), rectangle(0, 0, 1, 1)],
    ['without alpha', drawing(size, 3, () => [0, 0, 0]), rectangle(0, 0, 30, 20)],
  ];
  for (const [title, picture, expected] of boxes) {
    it(`is found ${title}`, () =>
      expect(visibleBox(storedRaster(picture))).to.deep.equal(expected));
  }

  it('is found in the indices of a palette', () => {
    const indices = drawing(size, 1, (x, y) => [isWithin(middle, x, y) ? 1 : 2]);
    const palette = Uint8Array.from({ length: 1024 }, (_, at) => (at === 11 ? 0 : 255));
    expect(visibleBox({ ...storedRaster(indices), palette })).to.deep.equal(middle);
  });

  it('has the pixels of the whole', () => {
    const picture = drawing(size, 4, (x, y) => [x, y, x + y, 9]);
    const row = new Uint8Array(12);
    partOf(storedRaster(picture), middle).copy(2, 1, 3, row, 0);
    const at = (6 * size.width + 9) * 4;
    expect(row).to.deep.equal(picture.data.slice(at, at + 12));
  });
});
