import { expect } from 'chai';
import type { Finisher } from '../../../src/engine/race/run-chain.ts';
import { bestSoFar } from '../../../src/engine/race/best-so-far.ts';

const target = 80;

const finisher = (changes: Partial<Finisher>): Finisher => ({
  name: 'an encoder',
  file: 'file',
  mediaType: 'image/webp',
  lossless: false,
  pieces: [],
  bytes: 30_000,
  ...changes,
});

describe('lead of a race', () => {
  const cases: readonly (readonly [string, readonly Partial<Finisher>[], number, boolean])[] = [
    ['nobody has come in', [], 1e9, false],
    ['a good result is far smaller', [{ score: 80 }], 100_001, true],
    ['the rest of the chain may still win', [{ score: 80 }], 99_999, false],
    ['what came in misses the target', [{ score: 60 }], 1e9, false],
    ['what came in was not measured', [{}], 1e9, false],
    ['a lossless result is far smaller', [{ lossless: true }], 100_001, true],
    ['the smallest came in first', [{ score: 80, bytes: 300 }, { score: 80 }], 1001, true],
  ];
  for (const [when, came, bytes, isOutOfReach] of cases) {
    it(`is ${isOutOfReach ? 'out of' : 'within'} reach when ${when}`, () => {
      const lead = bestSoFar(came.map(finisher), target);
      expect(lead.cannotWin(bytes)).to.equal(isOutOfReach);
    });
  }
});
