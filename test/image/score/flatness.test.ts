import { expect } from 'chai';
import { flatnessOf, isDrawn, isPhotographic } from '../../../src/image/score/flatness.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { drawing } from '../../support/image/drawings.ts';
import { noisy, scene } from '../../support/image/scenes.ts';

const size = { width: 100, height: 60 };
const window = drawing(size, 3, (x, y) => (x < 30 || y < 8 ? [40, 60, 90] : [250, 250, 250]));

describe('flatness', () => {
  const rows: readonly (readonly [string, Raster, least: number, most: number])[] = [
    ['all of one colour', drawing(size, 3, () => [9, 9, 9]), 1, 1],
    ['a window on a screen', window, 0.95, 1],
    ['grain', noisy(scene(size), 20), 0, 0.05],
    ['a single column', drawing({ width: 1, height: 9 }, 3, () => [9, 9, 9]), 0, 0],
    ['one level of one band', drawing(size, 4, (x) => [9, 9, 9, x % 2]), 0, 0],
  ];
  for (const [title, picture, least, most] of rows) {
    it(`is ${least} to ${most} for ${title}`, () =>
      expect(flatnessOf(picture)).to.be.within(least, most));
  }

  it('is that of a photograph for grain, and that of a drawing for a window', () => {
    const [grain, drawn] = [noisy(scene(size), 20), window].map(flatnessOf);
    expect([isPhotographic(grain!), isDrawn(grain!)]).to.deep.equal([true, false]);
    expect([isPhotographic(drawn!), isDrawn(drawn!)]).to.deep.equal([false, true]);
  });
});
