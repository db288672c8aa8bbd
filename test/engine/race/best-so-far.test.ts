import { expect } from 'chai';
import type { MadeResult } from '../../../src/engine/race/candidate-result.ts';
import { bestSoFar } from '../../../src/engine/race/best-so-far.ts';

const target = 80;

const made = (changes: Partial<MadeResult>): MadeResult => ({
  kind: 'made',
  name: 'an encoder',
  file: 'file',
  mediaType: 'image/webp',
  lossless: false,
  pieces: [],
  bytes: 30_000,
  ...changes,
});

describe('bestSoFar', () => {
  const cases: readonly (readonly [string, readonly Partial<MadeResult>[], number, boolean])[] = [
    ['there is no result', [], 1e9, false],
    ['a good result is far smaller', [{ score: 80 }], 60_001, true],
    ['the rest of the chain may still win', [{ score: 80 }], 59_999, false],
    ['the result misses the target', [{ score: 60 }], 1e9, false],
    ['the result was not measured', [{}], 1e9, false],
    ['a lossless result is far smaller', [{ lossless: true }], 60_001, true],
    ['the first result is the smallest', [{ score: 80, bytes: 300 }, { score: 80 }], 601, true],
  ];
  for (const [when, results, bytes, cannotWin] of cases) {
    it(`says that a chain ${cannotWin ? 'cannot' : 'may'} win when ${when}`, () => {
      const best = bestSoFar(results.map(made), target);
      expect(best.cannotWin(bytes)).to.equal(cannotWin);
    });
  }

  it('leaves a palette more room whose colours may repeat', () => {
    const best = bestSoFar([made({ score: 80 })], target);
    expect(best.cannotWin(89_000, true)).to.equal(false);
    expect(best.cannotWin(92_000, true)).to.equal(true);
  });
});
