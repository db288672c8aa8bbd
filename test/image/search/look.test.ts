import { expect } from 'chai';
import {
  hasBadPlace,
  judgedScore,
  type Look,
  lookOf,
  looksRight,
} from '../../../src/image/search/look.ts';

const look = (changes: Partial<Look> = {}): Look => ({
  score: 82,
  worstPlace: 75,
  banding: 0,
  ...changes,
});

describe('lookOf', () => {
  it('takes what was measured, and nothing from what was not', () => {
    expect(lookOf({ score: 82, worstPlace: 75, banding: 1 })).to.deep.equal(look({ banding: 1 }));
    expect(lookOf({ score: 82 })).to.deep.equal(look({ worstPlace: 82 }));
    expect(lookOf({ score: undefined, banding: 1 })).to.equal(undefined);
  });
});

describe('judgedScore', () => {
  const rows: readonly (readonly [string, Partial<Look>, string, number])[] = [
    ['the score where the worst place is good enough', { worstPlace: 78 }, 'image/png', 82],
    ['no further above the target than a worse place', { worstPlace: 75 }, 'image/png', 81],
    ['below the target where the place is poor', { worstPlace: 66 }, 'image/png', 78],
    ['the score where that is lower', { score: 70, worstPlace: 65.5 }, 'image/png', 70],
    ['for other types the score of the whole', { worstPlace: 67 }, 'image/jpeg', 82],
    ['for other types below the target in the end', { worstPlace: 64 }, 'image/webp', 79],
  ];
  for (const [title, changes, mediaType, expected] of rows) {
    it(`is ${title}`, () => {
      expect(judgedScore(look(changes), mediaType, 80)).to.equal(expected);
    });
  }
});

describe('looksRight', () => {
  const rows: readonly (readonly [string, Partial<Look>, boolean])[] = [
    ['a look that meets the target', {}, true],
    ['one that misses it', { score: 79.2 }, false],
    ['one with bands', { banding: 1.41 }, false],
    ['one with bands that are not seen', { banding: 1.4 }, true],
    ['one with a poor place', { worstPlace: 63 }, true],
    ['one with a bad place', { worstPlace: 62.9 }, false],
  ];
  for (const [title, changes, expected] of rows) {
    it(`is ${expected} for ${title}`, () => {
      expect(looksRight(look(changes), 80)).to.equal(expected);
    });
  }
});

describe('hasBadPlace', () => {
  const rows: readonly (readonly [string, Partial<Look>, boolean])[] = [
    ['a place far below the target', { score: 80, worstPlace: 64.9 }, true],
    ['a place that is not', { score: 80, worstPlace: 65 }, false],
    ['a place far below a whole with points to spare', { worstPlace: 62.9 }, true],
    ['a place that is not below it so far', { worstPlace: 63 }, false],
    ['a place far below the best whole', { score: 90, worstPlace: 59.9 }, true],
    ['a place that is not below that so far', { score: 90, worstPlace: 60 }, false],
    ['a place that is as poor as the rest', { score: 65, worstPlace: 50 }, false],
    ['a place far below a poor rest', { score: 65, worstPlace: 49.9 }, true],
  ];
  for (const [title, changes, expected] of rows) {
    it(`is ${expected} for ${title}`, () => {
      expect(hasBadPlace(look(changes), 80)).to.equal(expected);
    });
  }
});
