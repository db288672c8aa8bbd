import { expect } from 'chai';
import { storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { hasFewColours } from '../../../src/image/score/few-colours.ts';
import { drawing } from '../../support/image/drawings.ts';
import { notingRows } from '../../support/image/rows-read.ts';
import { noisy, scene, withAlpha } from '../../support/image/scenes.ts';

const size = { width: 160, height: 120 };

/** 0 at the upper left corner to 1 at the opposite one. */
const across = (x: number, y: number): number => (x + y) / (size.width + size.height - 2);

/** 1 in the middle to less than 0 in the corners. */
const around = (x: number, y: number): number => 1 - Math.hypot(x - 80, y - 60) / 90;

const between = (from: readonly number[], to: readonly number[], share: number) =>
  from.map((level, band) => level + (to[band]! - level) * Math.max(0, share));

const linear = drawing(size, 3, (x, y) => between([255, 20, 140], [0, 200, 255], across(x, y)));
const greyNoise = noisy(
  drawing(size, 1, (x, y) => [250 * across(x, y)]),
  9,
);
const colours = (count: number): Raster => drawing(size, 3, (x) => [x % count, 0, 200]);

describe('hasFewColours', () => {
  const rows: readonly (readonly [string, Raster, boolean])[] = [
    ['a linear gradient', linear, true],
    [
      'a dark radial one',
      drawing(size, 3, (x, y) => between([6, 8, 20], [90, 60, 110], around(x, y))),
      true,
    ],
    ['a grey radial one', drawing(size, 1, (x, y) => [250 * Math.max(0, around(x, y))]), true],
    ['a gradient that fades', withAlpha(linear, (x, y) => Math.round(255 * across(x, y))), true],
    ['one under colours that alpha hides', withAlpha(noisy(linear, 40), () => 0), true],
    ['a photograph', noisy(scene(size), 4), false],
    ['a grey photograph', greyNoise, false],
    [
      'a grey photograph in three bands',
      drawing(size, 3, (x, y) => Array<number>(3).fill(greyNoise.data[y * size.width + x]!)),
      false,
    ],
    ['noise in alpha alone', noisyAlpha(), false],
  ];
  for (const [title, picture, expected] of rows) {
    it(`is ${expected} for ${title}`, () =>
      expect(hasFewColours(storedRaster(picture))).to.equal(expected));
  }

  it('counts each colour once, and takes as many as are few', () => {
    const picture = storedRaster(colours(100));
    expect(hasFewColours(picture, 100)).to.equal(true);
    expect(hasFewColours(picture, 99)).to.equal(false);
  });

  it('counts the colours of a palette, not its indices', () => {
    const indices = { ...storedRaster(greyNoise), bands: 1 as const };
    const levels = Uint8Array.from({ length: 1024 }, (_, at) => (at % 4 === 3 ? 255 : at >> 2));
    expect(hasFewColours({ ...indices, palette: levels })).to.equal(false);
    expect(hasFewColours({ ...indices, palette: levels.fill(255) }, 1)).to.equal(true);
  });

  it('reads no more rows than it needs', () => {
    const stored = storedRaster(noisy(scene({ width: 400, height: 300 }), 20));
    const { picture, rowsRead } = notingRows(stored);
    expect(hasFewColours(picture)).to.equal(false);
    expect(rowsRead.size).to.be.below(30);
  });
});

/** One colour under an alpha of 1 to 255 beside any other. */
function noisyAlpha(): Raster {
  const alphas = noisy(
    drawing(size, 1, () => [128]),
    120,
  );
  const plain = drawing(size, 3, () => [90, 90, 90]);
  return withAlpha(plain, (x, y) => Math.max(1, alphas.data[y * size.width + x]!));
}
