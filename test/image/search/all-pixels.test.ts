import { expect } from 'chai';
import { finerSetting, mayHideBadPlace } from '../../../src/image/search/all-pixels.ts';

const target = 79.5;

describe('mayHideBadPlace', () => {
  const cases: readonly (readonly [string, readonly (readonly [number, number])[], boolean])[] = [
    ['tiles that look alike, at the target', [[79.5, 75.5]], false],
    ['tiles of which some look far worse', [[79.5, 75.4]], true],
    ['tiles that look better than is aimed at', [[82.6, 82]], true],
    ['tiles that look a little better', [[82.5, 82]], false],
    [
      'the trial nearest to the target alone',
      [
        [98, 80],
        [80, 78],
        [70, 20],
      ],
      false,
    ],
    ['no trial', [], true],
  ];
  for (const [title, trials, expected] of cases) {
    it(`is ${expected} for ${title}`, () => {
      const measured = trials.map(([score, worstPlace]) => ({ score, worstPlace }));
      expect(mayHideBadPlace(measured, target)).to.equal(expected);
    });
  }
});

describe('finerSetting', () => {
  const range = { finest: 1, coarsest: 32, start: 3, steps: 'ratio' } as const;
  const finer = (...tried: readonly (readonly [number, number, number])[]): number | undefined =>
    finerSetting(
      tried.map(([setting, score, worstPlace]) => ({
        setting,
        look: { score, worstPlace, banding: 0 },
      })),
      'image/jpeg',
      range,
      target,
    );

  it('is none where the whole and its worst place are good enough', () => {
    expect(finer([4, 79, 66])).to.equal(undefined);
    expect(finer([4, 90, 66])).to.equal(undefined);
  });

  it('is finer where the worst place is far below the target', () => {
    expect(finer([8.37, 84.7, 62.6])).to.be.within(6, 8);
    expect(finer([32, 63, 2.7])).to.be.within(3, 10);
  });

  it('is finer where the whole misses the target', () => {
    expect(finer([4, 76, 75])).to.be.within(2.5, 3.9);
  });

  it('is finer each time, and none after a fourth', () => {
    const first = [32, 63, 2.7] as const;
    const second = [finer(first)!, 78, 50] as const;
    const third = [finer(first, second)!, 79, 60] as const;
    const fourth = [finer(first, second, third)!, 79, 62] as const;
    const settings = [first, second, third, fourth].map(([setting]) => setting);
    expect(settings).to.deep.equal([...new Set(settings)].toSorted((one, other) => other - one));
    expect(finer(first, second, third, fourth)).to.equal(undefined);
  });

  it('is none beyond the finest', () => {
    expect(finer([1, 60, 20])).to.equal(undefined);
  });
});
