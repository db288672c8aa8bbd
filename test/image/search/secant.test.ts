import { expect } from 'chai';
import type { SettingRange } from '../../../src/image/encoder.ts';
import {
  bestTrial,
  isOutOfTrials,
  meets,
  nextSetting,
  settledSetting,
  smallestTrial,
  type SearchLimits,
  type Trial,
} from '../../../src/image/search/secant.ts';
import { placeOf } from '../../../src/image/search/places.ts';

const scale: SettingRange = { finest: 1, coarsest: 16, start: 3, steps: 'ratio' };
const quality: SettingRange = { finest: 95, coarsest: 35, start: 84, steps: 'difference' };
const quantiser: SettingRange = { finest: 0, coarsest: 60, start: 24, steps: 'difference' };

const palette: SettingRange = { finest: 100, coarsest: 40, start: 85, steps: 'remainder' };

const trialOf = (setting: number, score: number): Trial => ({ setting, score });

/** All trials of a search over an encoder whose score is `scoreOf` a setting. */
const search = (
  scoreOf: (setting: number) => number,
  range: SettingRange,
  { target = 80, maxTrials = 4, slack }: Partial<SearchLimits> & { target?: number } = {},
): readonly Trial[] => {
  const trials: Trial[] = [];
  for (;;) {
    const setting = nextSetting(trials, range, target, { maxTrials, slack });
    if (setting === undefined) return trials;
    trials.push({ setting, score: scoreOf(setting) });
  }
};

describe('nextSetting', () => {
  const encoders: readonly (readonly [string, SettingRange, (setting: number) => number])[] = [
    ['a scale, as on a plain photograph', scale, (s) => 92 - 11.5 * Math.log(s)],
    ['a scale, on an easy picture', scale, (s) => 97 - 8 * Math.log(s)],
    ['a scale, on a hard picture', scale, (s) => 84 - 14 * Math.log(s)],
    ['a quality', quality, (q) => 4.4 + 0.9 * q],
    ['a quality that hardly matters', quality, (q) => 60 + 0.3 * q],
    ['a quantiser, where less is finer', quantiser, (q) => 98 - 0.8 * q],
    ['the colours of a palette', palette, (q) => 110 - 11 * Math.log(101 - q)],
    ['those of one with soft slopes', palette, (q) => 96 - 10 * Math.log(101 - q)],
  ];
  for (const [title, range, scoreOf] of encoders) {
    it(`finds the target with ${title}, in four trials`, () => {
      const trials = search(scoreOf, range);
      const best = bestTrial(trials, range, 80);
      expect(trials.length).to.be.at.most(4);
      expect(best?.score).to.be.within(79.3, 82);
    });
  }

  it('takes longer steps where settings make little difference', () => {
    const scoreOf = (q: number): number => 76 + 0.25 * (q - 84);
    expect(search(scoreOf, quality).map(({ setting }) => setting)).to.deep.equal([84, 88, 95]);
  });

  const nexts: readonly (readonly [string, readonly Trial[], next: number])[] = [
    ['by their scores', [trialOf(93, 70), trialOf(96, 74)], 98],
    ['longer where they differ little', [trialOf(93, 73.4), trialOf(96, 74.2)], 100],
    ['of the usual length where they score alike', [trialOf(93, 74.2), trialOf(96, 74.4)], 98],
    ['of the same where the finer is worse', [trialOf(93, 77), trialOf(96, 74.4)], 98],
    ['longer where they score the same', [trialOf(93, 74.4), trialOf(96, 74.4)], 100],
    ['longer above the target', [trialOf(93, 82.4), trialOf(86, 82.1)], 72],
    ['back by their scores', [trialOf(93, 84), trialOf(86, 82.1), trialOf(44, 72.4)], 80],
    ['back to the middle', [trialOf(93, 82.4), trialOf(86, 82.1), trialOf(44, 72.4)], 72],
  ];
  for (const [title, trials, expected] of nexts) {
    it(`takes a step from trials ${title}`, () =>
      expect(nextSetting(trials, palette, 79.5, { maxTrials: 4 })).to.equal(expected));
  }

  it('takes the step that is usual above the target, where that is known', () => {
    const range = { ...palette, spreadAbove: 20 };
    const next = (score: number) => nextSetting([trialOf(95, score)], range, 80, { maxTrials: 4 });
    expect([next(82), next(78)]).to.deep.equal([92, 96]);
  });

  it('stops at a trial that is near enough', () => {
    expect(search(() => 80.5, scale)).to.deep.equal([{ setting: 3, score: 80.5 }]);
  });

  it('stops at a trial that is not too far above, where that is said', () => {
    const scoreOf = (s: number): number => 96 - 11.5 * Math.log(s);
    expect(search(scoreOf, scale).length).to.be.greaterThan(1);
    expect(search(scoreOf, scale, { slack: 4 })).to.have.length(1);
    expect(search(scoreOf, scale, { slack: 3 }).length).to.be.greaterThan(1);
  });

  it('ends at the finest setting where nothing meets the target', () => {
    const trials = search((s) => 70 - 5 * Math.log(s), scale);
    expect(trials.at(-1)).to.deep.equal({ setting: 1, score: 70 });
    expect(trials.length).to.be.at.most(4);
  });

  it('ends at the coarsest setting where everything meets the target', () => {
    expect(search(() => 99, quality).at(-1)?.setting).to.equal(35);
  });

  it('makes two more trials where the best is far above the target', () => {
    const steep = (s: number): number => (s > 4 ? 60 : 90 - s);
    expect(search(steep, scale)).to.have.length(6);
    expect(search((s) => (s > 3 ? 78 : 82), scale, { maxTrials: 2 })).to.have.length(2);
  });

  it('stays inside the bracket where the score falls off a cliff', () => {
    const trials = search((s) => (s > 4 ? 50 : 95 - s), scale, { maxTrials: 10 });
    const known = trials.slice(0, 2).map(({ setting }) => placeOf(scale, setting));
    for (const { setting } of trials.slice(2)) {
      expect(placeOf(scale, setting)).to.be.within(Math.min(...known), Math.max(...known));
    }
    expect(bestTrial(trials, scale, 80)?.setting).to.be.within(3.5, 4);
  });

  it('goes to the middle of the bracket where the encoder gave the same as before', () => {
    const colours: SettingRange = { finest: 100, coarsest: 40, start: 85, steps: 'difference' };
    const next = (...trials: readonly Trial[]): number | undefined =>
      nextSetting(trials, colours, 80, { maxTrials: 9 });
    const tried = [trialOf(94, 50), trialOf(100, 90)];
    expect(next(...tried, trialOf(98, 89.9))).to.equal(97);
    expect(next(...tried, trialOf(98, 90))).to.equal(96);
  });

  it('goes to the middle where its setting was tried and one is beyond a cliff', () => {
    const next = (score: number): number | undefined =>
      nextSetting([trialOf(94, 80.4), trialOf(92, score)], palette, 79.5, { maxTrials: 9 });
    expect([next(76.3), next(76.5)]).to.deep.equal([93, undefined]);
  });

  it('is not led astray by trials that say the opposite of what was expected', () => {
    const trials = search((s) => 60 + s, scale);
    for (const { setting } of trials) expect(setting).to.be.within(1, 16);
    expect(trials.length).to.be.within(1, 4);
  });

  it('gives nothing where no trial is allowed', () => {
    expect(nextSetting([], scale, 80, { maxTrials: 0 })).to.equal(undefined);
  });

  it('gives whole numbers for a quality, and hundredths for a scale', () => {
    for (const { setting } of search((q) => 4.4 + 0.93 * q, quality)) {
      expect(Number.isInteger(setting)).to.equal(true);
    }
    for (const { setting } of search((s) => 90.123 - 11.5 * Math.log(s), scale)) {
      expect(setting).to.equal(Number(setting.toFixed(2)));
    }
  });
});

describe('a search that ends for lack of trials', () => {
  const rows: readonly (readonly [string, readonly Trial[], maxTrials: number, boolean])[] = [
    ['is one far above the target', [trialOf(2, 90), trialOf(4, 70)], 2, true],
    ['is one below the target with finer settings left', [trialOf(3, 60), trialOf(2, 70)], 2, true],
    ['is none without a trial', [], 2, false],
    ['is none that is near the target', [trialOf(2, 82), trialOf(4, 70)], 2, false],
    ['is none that has tried the finest', [trialOf(3, 60), trialOf(1, 70)], 2, false],
  ];
  for (const [title, trials, maxTrials, isCut] of rows) {
    it(title, () => {
      expect(isOutOfTrials(trials, scale, 80, { maxTrials })).to.equal(isCut);
    });
  }
});

describe('the smallest trial', () => {
  const trials = [
    { setting: 2, score: 84, bytes: 640 },
    { setting: 3, score: 81, bytes: 600 },
    { setting: 4, score: 80, bytes: 620 },
    { setting: 5, score: 70, bytes: 500 },
  ];

  it('meets the target, and may be finer than another that does', () => {
    expect(smallestTrial(trials, scale, 80)?.setting).to.equal(3);
  });

  it('is the best where none meets the target', () => {
    expect(smallestTrial(trials, scale, 90)?.setting).to.equal(2);
  });
});

describe('the setting that is settled on', () => {
  const trial = trialOf;
  const rows: readonly (readonly [
    string,
    readonly Trial[],
    best: number | undefined,
    settled: number | undefined,
  ])[] = [
    ['nothing without a trial', [], undefined, undefined],
    ['the coarsest that meets the target', [trial(2, 86), trial(4, 81)], 4, 4],
    ['the finest where none does', [trial(3, 60), trial(1, 70)], 1, 1],
    ['a place between two trials', [trial(2, 82), trial(4, 78)], 2, 2.83],
    ['no place between two that are far apart', [trial(2, 90), trial(4, 60)], 2, 2],
    ['no coarser place than one just at the target', [trial(2, 79.5), trial(4, 78)], 2, 2],
    ['the coarser of two that meet it against expectation', [trial(2, 78), trial(3, 81)], 3, 3],
  ];
  for (const [title, trials, best, settled] of rows) {
    it(`is ${title}`, () => {
      expect(bestTrial(trials, scale, 80)?.setting).to.equal(best);
      expect(settledSetting(trials, scale, 80)).to.equal(settled);
    });
  }

  it('meets the target up to a tolerance', () => {
    expect([79.2, 79.3, 80, 99].map((score) => meets(score, 80))).to.deep.equal([
      false,
      true,
      true,
      true,
    ]);
  });
});
