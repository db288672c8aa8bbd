import { writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Raster } from '../../src/image/raster.ts';
import { changedEnds, wavesPng } from '../support/image/alpha-ends.ts';
import { pixelsOf, type Pixels } from '../support/image/pictures.ts';
import { operating, pngOf, sticker } from '../support/e2e/operating.ts';
import { gridDifference, gridOf, ways } from '../support/e2e/same-picture.ts';

const pictures: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['a PNG with waves of alpha', async () => wavesPng()],
  ['a PNG of a sticker', async () => pngOf(sticker(64, 48))],
];

describe('a picture is the same in every way that it is asked for', function () {
  this.timeout(120_000);
  const { uploaded, operate, inFolder } = operating();

  for (const [title, read] of pictures) {
    it(`is so of ${title}`, async () => {
      const content = await read();
      const location = await uploaded(content);
      const own = await operate(location, {});
      const grid = gridOf(own.pixels);
      for (const { title: way, operation, width } of ways) {
        const { pixels } = await operate(location, operation);
        const isScaled = width !== undefined && width < own.pixels.width;
        const wanted = isScaled
          ? {
              width,
              height: Math.max(1, Math.round((width * own.pixels.height) / own.pixels.width)),
            }
          : own.pixels;
        expect(pixels.width, way).to.equal(wanted.width);
        expect(pixels.height, way).to.be.closeTo(wanted.height, 1);
        expect(gridDifference(gridOf(pixels), grid), way).to.be.below(18);
        if (way === 'as PNG')
          expect(changedEnds(rasterOf(own.pixels), rasterOf(pixels))).to.equal(0);
      }
      if (own.mediaType !== 'image/png' || own.pixels.bands !== 4) return;
      const source = inFolder('source.png');
      await writeFile(source, content);
      expect(changedEnds(rasterOf(await pixelsOf(source)), rasterOf(own.pixels))).to.equal(0);
    });
  }
});

const rasterOf = (pixels: Pixels): Raster => pixels as Raster;
