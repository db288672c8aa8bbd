import { expect } from 'chai';
import { kernelFitting } from '../../../src/image/planes/kernel-fitting.ts';
import { planesOf } from '../../../src/image/planes/planes.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { drawing } from '../../support/image/drawings.ts';
import { testKernels } from '../../support/image/kernels.ts';
import { noisy, scene } from '../../support/image/scenes.ts';
import { randomNumbers } from '../../support/random.ts';

const fitting = kernelFitting(testKernels());
const random = randomNumbers(7);

/** A slope of saturated colours with grain. */
const mixed = (width: number, height: number, bands: Raster['bands']): Raster =>
  drawing({ width, height }, bands, (x, y) => {
    const levels = [x * 4, y * 5, 255 - x - y, 255].map((level) => (level + random(20)) % 256);
    return bands % 2 === 0 ? levels.slice(0, bands).with(bands - 1, 255) : levels.slice(0, bands);
  });

/** Share of values that differ; none may by more than a level. */
const shareOfDifferent = (picture: Raster): number => {
  const [one, other] = [planesOf(picture), planesOf(picture, fitting)];
  expect(other).to.have.length(one.length);
  let different = 0;
  for (const [at, value] of one.entries()) {
    if (value === other[at]) continue;
    expect(Math.abs(value - other[at]!), `value ${at}`).to.equal(1);
    different++;
  }
  return different / one.length;
};

describe('kernelFitting', () => {
  for (const bands of [1, 2, 3, 4] as const) {
    for (const width of [1, 2, 3, 4, 5, 8, 63]) {
      for (const height of [1, 2, 41]) {
        it(`are those in TypeScript for ${width}x${height} pixels of ${bands} bands`, () => {
          shareOfDifferent(mixed(width, height, bands));
        });
      }
    }
  }

  it('differ from those in TypeScript for few values of a photograph', () => {
    const picture = noisy(scene({ width: 320, height: 240 }), 6);
    expect(shareOfDifferent(picture)).to.be.below(0.03);
  });

  it('are the same after planes of another width', () => {
    const [narrow, wide] = [mixed(9, 8, 3), mixed(200, 8, 3)];
    const before = planesOf(narrow, fitting);
    planesOf(wide, fitting);
    expect(planesOf(narrow, fitting)).to.deep.equal(before);
  });
});
