import { expect } from 'chai';
import { storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { brightnessOf } from '../../../src/image/score/brightness.ts';

const filled = (...levels: readonly number[]): Raster => ({
  width: 30,
  height: 20,
  bands: levels.length as Raster['bands'],
  data: Uint8Array.from({ length: 600 * levels.length }, (_, at) => levels[at % levels.length]!),
});

describe('brightnessOf', () => {
  const rows: readonly (readonly [string, Raster, number])[] = [
    ['black', filled(0, 0, 0), 0],
    ['white', filled(255, 255, 255), 0.714],
    ['grey', filled(128), 0.2],
    ['green', filled(0, 255, 0), 0.51],
    ['transparent black, seen on light grey', filled(0, 0), 0.461],
    ['half transparent black, seen on light grey', filled(0, 0, 0, 127), 0.124],
  ];
  for (const [title, picture, expected] of rows) {
    it(`is ${expected} for ${title}`, () =>
      expect(brightnessOf(storedRaster(picture))).to.be.closeTo(expected, 0.003));
  }

  it('is the mean over a picture of two halves', () => {
    const half = {
      ...filled(0),
      data: Uint8Array.from({ length: 600 }, (_, at) => (at < 300 ? 0 : 255)),
    };
    expect(brightnessOf(storedRaster(half))).to.be.closeTo(0.357, 0.15);
  });

  it('takes the colours of a palette', () => {
    const palette = new Uint8Array(1024).fill(255);
    const indices = { ...storedRaster(filled(7)), palette };
    expect(brightnessOf(indices)).to.be.closeTo(0.714, 0.001);
  });
});
