import { expect } from 'chai';
import { storedRaster } from '../../../../src/image/wasm/stored-pixels.ts';
import { hasSoftAlpha } from '../../../../src/image/png/shadow/soft-alpha.ts';
import type { Raster } from '../../../../src/image/raster.ts';
import { drawing } from '../../../support/image/drawings.ts';

const size = { width: 100, height: 60 };

describe('soft alpha', () => {
  const alphaOf = (alpha: (x: number, y: number) => number): Raster =>
    drawing(size, 4, (x, y) => [10, 20, 30, alpha(x, y)]);
  const rows: readonly (readonly [string, Raster, boolean])[] = [
    ['a shadow', alphaOf((x) => 2 * x + 20), true],
    ['one of grey', drawing(size, 2, (x) => [10, 2 * x + 20]), true],
    ['one under a twentieth of the picture', alphaOf((x) => (x < 5 ? 2 * x : 0)), true],
    ['one under less of it', alphaOf((x) => (x < 3 ? 4 * x + 8 : 255)), false],
    ['edges', alphaOf((x) => (x % 9 === 0 ? 128 : 255)), false],
    ['edges between rows', alphaOf((_x, y) => (y % 2 === 0 ? 60 : 90)), false],
    ['what is clear or opaque', alphaOf((x) => (x < 50 ? 0 : 255)), false],
    ['an opaque slope', drawing(size, 3, (x) => [x, x, x]), false],
  ];
  for (const [title, picture, expected] of rows) {
    it(`is ${expected ? '' : 'not '}found in ${title}`, () =>
      expect(hasSoftAlpha(storedRaster(picture))).to.equal(expected));
  }

  it('takes the indices of a palette for no levels', () =>
    expect(
      hasSoftAlpha({
        ...storedRaster(alphaOf((x) => 2 * x + 20)),
        palette: new Uint8Array(1024).fill(255),
      }),
    ).to.equal(false));
});
