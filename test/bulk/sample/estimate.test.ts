import { expect } from 'chai';
import { createSampler } from '../../../src/bulk/sample/sampler.ts';
import { estimateOf, studentT } from '../../../src/bulk/sample/estimate.ts';
import { randomNumbers } from '../../support/random.ts';

describe('the expected saving', () => {
  it('is exact where all files were measured', () => {
    const measured = [
      { before: 100, after: 40, milliseconds: 10 },
      { before: 300, after: 200, milliseconds: 30 },
    ];
    expect(estimateOf([{ files: 2, bytes: 400, measured }])).to.deep.equal({
      ...{ files: 2, bytes: 400, measured: 2, milliseconds: 40 },
      ...{ saved: 160, savedLow: 160, savedHigh: 160 },
    });
  });

  it('is by the share of bytes in each stratum', () => {
    const strata = [
      {
        files: 100,
        bytes: 10_000,
        measured: [
          { before: 100, after: 50, milliseconds: 10 },
          { before: 50, after: 25, milliseconds: 20 },
        ],
      },
      {
        files: 10,
        bytes: 1000,
        measured: [
          { before: 100, after: 90, milliseconds: 1 },
          { before: 100, after: 90, milliseconds: 1 },
        ],
      },
    ];
    const { saved, savedLow, savedHigh, milliseconds, measured } = estimateOf(strata);
    expect({ saved, savedLow, savedHigh }).to.deep.equal({
      saved: 5100,
      savedLow: 5100,
      savedHigh: 5100,
    });
    expect({ milliseconds, measured }).to.deep.equal({ milliseconds: 1510, measured: 4 });
  });

  it('is nothing of nothing, and unknown of one file of several', () => {
    expect(estimateOf([])).to.include({ files: 0, saved: 0, savedHigh: 0, milliseconds: 0 });
    const measured = [{ before: 10, after: 5, milliseconds: 1 }];
    expect(estimateOf([{ files: 4, bytes: 40, measured }])).to.include({
      saved: 20,
      savedLow: 0,
      savedHigh: 40,
    });
  });

  it('has quantiles of Student within a hundredth of the tables', () => {
    for (const [freedom, quantile] of [
      [5, 2.571],
      [10, 2.228],
      [30, 2.042],
      [1000, 1.962],
    ] as const) {
      expect(studentT(freedom)).to.be.closeTo(quantile, 0.01 * quantile);
    }
  });

  it('lies in the interval in about 95 of 100 samples', () => {
    const below = randomNumbers(7);
    const random = (): number => below(1e9) / 1e9;
    const files = Array.from({ length: 3000 }, (_, number) => {
      const before = Math.round(3000 * Math.exp(6 * random()));
      const share = Math.min(1, 0.3 + 0.2 * (number % 3) + 0.3 * random());
      return {
        name: `${number}.${['jpg', 'png', 'webp'][number % 3]}`,
        before,
        after: before * share,
      };
    });
    const truth = files.reduce((sum, { before, after }) => sum + before - after, 0);
    let hits = 0;
    const rounds = 400;
    for (let round = 0; round < rounds; round += 1) {
      const sampler = createSampler<(typeof files)[number]>(50, random);
      for (const file of files) sampler.add(file, file.name, file.before);
      const { savedLow, savedHigh } = estimateOf(
        sampler.strata().map(({ sample, files: count, bytes }) => ({
          files: count,
          bytes,
          measured: sample.map(({ before, after }) => ({ before, after, milliseconds: 1 })),
        })),
      );
      if (savedLow <= truth && truth <= savedHigh) hits += 1;
    }
    expect(hits / rounds).to.be.within(0.92, 0.98);
  });
});
