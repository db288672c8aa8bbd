import { expect } from 'chai';
import { endsInRepetition, isRepeated } from '../../../src/image/search/repetition.ts';
import type { WrittenTrial } from '../../../src/image/search/secant.ts';

describe('a trial that gives what the one before it gave', () => {
  const trial = (score: number, bytes = 100): WrittenTrial => ({ setting: 90, score, bytes });
  const rows: readonly (readonly [string, readonly WrittenTrial[], boolean, boolean])[] = [
    ['of none', [], false, false],
    ['of one', [trial(85)], false, false],
    ['of other bytes', [trial(85), trial(85, 90)], false, false],
    ['of another score', [trial(85), trial(84)], false, false],
    ['at the coarsest', [trial(90, 120), trial(85), trial(85)], true, true],
    ['at the finest', [trial(60, 80), trial(70), trial(70)], true, true],
    ['above one that misses the target', [trial(70, 80), trial(85), trial(85)], true, false],
  ];
  for (const [title, trials, repeated, ends] of rows) {
    it(`${ends ? 'ends' : 'does not end'} the search: ${title}`, () => {
      expect(isRepeated(trials)).to.equal(repeated);
      expect(endsInRepetition(trials, 80)).to.equal(ends);
    });
  }
});
