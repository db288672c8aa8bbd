import { expect } from 'chai';
import type { Size } from '../../../src/image/rectangle.ts';
import { backdrops } from '../../../src/image/score/score.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { drawing } from '../../support/image/drawings.ts';
import { comparisonOf, scoreOf } from '../../support/image/measured.ts';
import {
  banded,
  bled,
  blurred,
  changed,
  noisy,
  scene,
  withAlpha,
} from '../../support/image/scenes.ts';

const source = scene({ width: 160, height: 120 });

/** The damages that codecs do, each at growing strength. */
const damages: readonly (readonly [string, readonly Raster[]])[] = [
  ['blur', [1, 2, 4].map((reach) => blurred(source, reach))],
  ['noise', [4, 10, 24].map((levels) => noisy(source, levels))],
  ['bands', [6, 16, 40].map((step) => banded(source, step))],
  ['colour that bleeds', [2, 4, 8].map((side) => bled(source, side))],
  ['a shift of brightness', [4, 12, 30].map((by) => changed(source, (level) => level + by))],
];

describe('the score', () => {
  it(`is 100 for the same picture`, () => {
    expect(scoreOf(source, source)).to.equal(100);
  });

  for (const [title, results] of damages) {
    it(`falls with ${title}`, () => {
      const scores = [source, ...results].map((result) => scoreOf(source, result));
      expect(scores).to.deep.equal(scores.toSorted((one, other) => other - one));
      expect(new Set(scores).size).to.equal(scores.length);
      expect(scores.at(-1)).to.be.below(85);
    });
  }

  it('is lower for heavy damage than for slight damage, on the scale of SSIMULACRA2', () => {
    expect(scoreOf(source, noisy(source, 1))).to.be.above(88);
    expect(scoreOf(source, blurred(source, 4))).to.be.below(40);
  });

  it('is the same in grey and in colour', () => {
    const grey = drawing({ width: 80, height: 60 }, 1, (x, y) => [(x * y) % 256]);
    const colour = drawing(grey, 3, (x, y) => Array.from({ length: 3 }, () => (x * y) % 256));
    const greyScore = scoreOf(grey, noisy(grey, 9));
    const noise = noisy(grey, 9).data;
    const noisyColour = changed(colour, (_, x, y) => noise[y * 80 + x]!);
    expect(scoreOf(colour, noisyColour)).to.equal(greyScore);
  });

  const sizes: readonly (readonly [string, Size])[] = [
    ['one pixel', { width: 1, height: 1 }],
    ['one row', { width: 300, height: 1 }],
    ['one column', { width: 1, height: 300 }],
    ['two pixels', { width: 2, height: 1 }],
    ['an odd size', { width: 33, height: 17 }],
  ];
  for (const [title, size] of sizes) {
    it(`is a number, and lower for another picture, of ${title}`, () => {
      const flat = drawing(size, 3, () => [10, 200, 90]);
      const other = drawing(size, 3, () => [250, 20, 90]);
      expect(scoreOf(flat, flat)).to.equal(100);
      expect(scoreOf(flat, other)).to.be.below(60);
    });
  }

  it('does not count what is invisible', () => {
    const left = withAlpha(source, (x) => (x < 80 ? 255 : 0));
    const other = changed(left, (level, x) => (x < 80 ? level : 255 - level));
    expect(scoreOf(left, other)).to.equal(100);
    const nothing = withAlpha(source, () => 0);
    expect(
      scoreOf(
        nothing,
        changed(nothing, () => 7),
      ),
    ).to.equal(100);
  });

  it('falls where damage shows on a light or a dark page alone', () => {
    for (const level of backdrops) {
      const sheet = drawing({ width: 64, height: 64 }, 4, (x) => [
        ...[level, level, level],
        x < 32 ? 255 : 0,
      ]);
      const lost = drawing(sheet, 4, () => [0, 0, 0, 0]);
      expect(scoreOf(sheet, lost)).to.be.below(50);
    }
  });

  it('falls where a result lost transparency', () => {
    const veiled = withAlpha(source, (x) => x);
    expect(scoreOf(veiled, source)).to.be.below(50);
    expect(scoreOf(source, veiled)).to.be.below(50);
  });

  it('falls where a dark picture became transparent', () => {
    const dark = drawing({ width: 64, height: 64 }, 3, () => [26, 26, 26]);
    const hole = drawing(dark, 4, (x) => [26, 26, 26, x < 32 ? 255 : 0]);
    expect(scoreOf(dark, hole)).to.be.below(50);
  });

  for (const size of [
    { width: 120, height: 160 },
    { width: 160, height: 119 },
    { width: 161, height: 120 },
  ]) {
    it(`refuses a result of ${size.width}x${size.height} for a source of 160x120`, () => {
      expect(() => scoreOf(source, scene(size))).to.throw(
        RangeError,
        `expected 160x120 pixels, got ${size.width}x${size.height}`,
      );
    });
  }
});

describe('the worst place', () => {
  /** A page of fine lines with a photograph of 64x64 pixels. */
  const photo = scene({ width: 64, height: 64 });
  const page = drawing({ width: 900, height: 600 }, 3, (x, y) => {
    const [column, row] = [x - 200, y - 150];
    if (column >= 0 && column < 64 && row >= 0 && row < 64) {
      return [...photo.data.subarray((row * 64 + column) * 3).subarray(0, 3)];
    }
    return (x * 7 + y * 3) % 31 < 2 && y % 24 < 14 ? [30, 30, 40] : [250, 250, 250];
  });
  const inPhoto = (x: number, y: number): boolean => x >= 200 && x < 264 && y >= 150 && y < 214;
  const posterised = changed(page, (level, x, y) =>
    inPhoto(x, y) ? Math.round(level / 32) * 32 : level,
  );

  it('finds the one spoiled place of a page, which the score hardly shows', () => {
    const { score, worstPlace } = comparisonOf(page, posterised);
    expect(score).to.be.above(75);
    expect(worstPlace).to.be.below(score - 15);
  });

  it('has a worst place near the score where all places are alike', () => {
    const { score, worstPlace } = comparisonOf(source, noisy(source, 4));
    expect(worstPlace).to.be.within(score - 8, score);
  });

  it('has one place in a picture of 128x128 pixels or less', () => {
    for (const [width, height] of [
      [128, 128],
      [20, 128],
      [1, 1],
    ] as const) {
      const small = scene({ width, height });
      const { score, worstPlace } = comparisonOf(small, noisy(small, 5));
      expect(worstPlace).to.be.closeTo(score, 0.001);
    }
  });
});
