import { expect } from 'chai';
import { storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import { hidesLoss, isDrawn, isPhotographic, isSmooth } from '../../../src/image/score/flatness.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { drawing } from '../../support/image/drawings.ts';
import { flatnessOf } from '../../support/image/measured.ts';
import { notingRows } from '../../support/image/rows-read.ts';
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
    ['clear pixels of all colours', drawing(size, 4, (x, y) => [x, y, 0, 0]), 1, 1],
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

  it('hides loss in a photograph, and in no gradient of few colours', () => {
    const hides = (flatness: number, hasFewColours: boolean): boolean =>
      hidesLoss({ flatness, hasFewColours });
    expect([hides(0.1, false), hides(0.1, true), hides(0.4, false)]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });
});

describe('isSmooth', () => {
  const slope = drawing(size, 3, (x, y) => [x + y, 2 * x, 200 - y]);
  const withDots = (step: number): Raster =>
    drawing(size, 3, (x, y) => (x % step === 0 ? [0, 255, 0] : [x + y, 2 * x, 200 - y]));
  const rows: readonly (readonly [string, Raster, boolean])[] = [
    ['slopes of colour', slope, true],
    ['a grey slope', drawing(size, 1, (x, y) => [x + y]), true],
    ['one with slight grain', noisy(slope, 4), true],
    ['one colour', drawing(size, 3, () => [9, 9, 9]), true],
    ['an edge beside a slope', withDots(60), false],
    ['edges between rows', drawing(size, 3, (_x, y) => [y % 2 === 0 ? 0 : 40, 90, 90]), false],
    ['a photograph', noisy(scene(size), 20), false],
    ['slopes with alpha', drawing(size, 4, (x, y) => [x + y, 2 * x, 200 - y, 255]), false],
  ];
  for (const [title, picture, expected] of rows) {
    it(`is ${expected} for ${title}`, () =>
      expect(isSmooth(storedRaster(picture))).to.equal(expected));
  }

  it('takes the indices of a palette for no levels', () =>
    expect(
      isSmooth({
        ...storedRaster(drawing(size, 1, (x) => [x])),
        palette: new Uint8Array(1024).fill(255),
      }),
    ).to.equal(false));

  it('reads no more rows than it needs', () => {
    const stored = storedRaster(noisy(scene({ width: 400, height: 300 }), 20));
    const { picture, rowsRead } = notingRows(stored);
    expect(isSmooth(picture)).to.equal(false);
    expect(rowsRead.size).to.be.below(5);
  });
});
