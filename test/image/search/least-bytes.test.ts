import { expect } from 'chai';
import { leastBytesAtTarget } from '../../../src/image/search/least-bytes.ts';

describe('leastBytesAtTarget', () => {
  const least = (score: number): number =>
    Math.round(leastBytesAtTarget({ setting: 82, score, bytes: 1000 }, 79.5));

  const cases: readonly (readonly [string, number, number])[] = [
    ['those of a trial that misses the target', 78.7, 1000],
    ['a little less than those of one that just meets it', 78.8, 932],
    ['about a tenth less for each point to spare', 80.8, 779],
    ['0 where there is more to spare', 82, 0],
  ];
  for (const [title, score, bytes] of cases) {
    it(`is ${title}`, () => {
      expect(least(score)).to.equal(bytes);
    });
  }
});
