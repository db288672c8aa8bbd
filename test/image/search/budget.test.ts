import { expect } from 'chai';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { isWithinBudget } from '../../../src/image/search/budget.ts';
import type { Scene } from '../../../src/image/search/step.ts';
import { sceneWith, trial } from '../../support/image/search-scenes.ts';

const megapixel = 1_000_000;
const mosaic = 262_144;

/** How many trials a budget allows when all meet the target, or all miss it. */
const trialsWithin = (costs: Partial<Scene>, isMet: boolean): number => {
  const one = trial(80, isMet ? 80 : 60);
  for (let trials = 0; ; trials += 1) {
    const tried = Array.from({ length: trials }, () => one);
    if (!isWithinBudget(sceneWith({ ...costs, tried }))) return trials;
  }
};

describe('the budget of a search', () => {
  const rows: readonly (readonly [
    title: string,
    pixels: number,
    trialPixels: number,
    budget: number,
    met: number,
    missed: number,
  ])[] = [
    ['whole pictures', megapixel, megapixel, 2.5, 2, 4],
    ['palettes', megapixel, megapixel, 4, 2, 5],
    ['large whole pictures', 3 * megapixel, 3 * megapixel, 4, 3, 6],
    ['a mosaic of a picture that is hardly larger', 500_000, mosaic, 2.5, 3, 7],
    ['a mosaic of a large picture', 10 * megapixel, mosaic, 2.5, 76, 152],
    ['a picture of some size, whatever its budget', 200_000, 200_000, 0.1, 4, 8],
    ['an icon, whatever its budget', 137 * 21, 137 * 21, 0.1, 278, 556],
    ['nothing but the first', 2 * megapixel, 2 * megapixel, 0.1, 0, 0],
  ];
  for (const [title, pixels, trialPixels, budget, met, missed] of rows) {
    it(`allows trials of ${title}`, () => {
      const mediaType = title === 'palettes' ? 'image/png' : 'image/webp';
      const costs = { pixels, trialPixels, budget, mediaType };
      expect(trialsWithin(costs, true)).to.equal(met);
      expect(trialsWithin(costs, false)).to.equal(missed);
    });
  }

  it('allows by default all trials of a variant that meets the target, and of two palettes', () => {
    const { budget, paletteBudget, trials } = adaptiveConfig.quality;
    const large = { pixels: 9 * megapixel, trialPixels: 9 * megapixel };
    const palette = { ...large, mediaType: 'image/png', budget: paletteBudget };
    expect(trialsWithin({ ...large, budget }, true)).to.be.at.least(trials);
    expect(trialsWithin(palette, true)).to.be.at.least(2 * trials);
  });
});
