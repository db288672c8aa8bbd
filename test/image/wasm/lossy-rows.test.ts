import { expect } from 'chai';
import { lossyRows } from '../../../src/image/wasm/lossy-rows.ts';
import { storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';
import { storedPng } from '../../../src/image/png/stored-png.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { drawing } from '../../support/image/drawings.ts';
import { exactLossyRows } from '../../support/image/exact-lossy-rows.ts';
import { testWasm } from '../../support/image/wasm.ts';
import { randomNumbers } from '../../support/random.ts';

const wasm = testWasm();

/** The steps of qualities 100, 90, 60, 25, 5 and 0. */
const steps = [100, 90, 60, 25, 5, 0].map((quality) => 2 ** ((100 - quality) / 20));

const random = randomNumbers(5);
const noise = (): number => random(256);

/** A slope with grain and ends of the scale, then flat blocks, some of them hidden by alpha. */
const mixed = (width: number, height: number, bands: Raster['bands']): Raster =>
  drawing({ width, height }, bands, (x, y) => {
    const levels = Array.from({ length: bands }, (_, band) =>
      x < width / 2 ? x * 5 + y * band + random(9) - 4 : ((x >> 3) * 60 + (y >> 3) * 90) % 256,
    );
    return bands % 2 === 0 ? levels.with(bands - 1, y % 24 < 8 ? 0 : 255 - (y % 3)) : levels;
  });

describe('lossyRows', () => {
  for (const bands of [1, 2, 3, 4] as const) {
    for (const width of [1, 2, 3, 4, 5, 8, 63]) {
      it(`are the exact ones for ${width} columns of ${bands} bands`, () => {
        const all = [
          mixed(width, 50, bands),
          drawing({ width, height: 9 }, bands, () => Array.from({ length: bands }, noise)),
        ];
        for (const picture of all) {
          for (const step of steps) {
            const rows = lossyRows(wasm, storedRaster(picture), step);
            expect(Buffer.compare(rows, exactLossyRows(picture, step)), `step ${step}`).to.equal(0);
          }
        }
      });
    }
  }

  it('are the same where they take the place of the rows of the picture', () => {
    const picture = mixed(700, 400, 4);
    const { memory, ...pixels } = storedPng(wasm, encodePng(picture));
    const rows = lossyRows(wasm, pixels, 13.4, memory);
    expect(rows).to.equal(memory);
    expect(Buffer.compare(rows, exactLossyRows(picture, 13.4))).to.equal(0);
  });

  it('are the same where the pixel loops get several strips', () => {
    const picture = mixed(700, 400, 3);
    const rows = lossyRows(wasm, storedRaster(picture), 13.4);
    expect(Buffer.compare(rows, exactLossyRows(picture, 13.4))).to.equal(0);
  });
});
