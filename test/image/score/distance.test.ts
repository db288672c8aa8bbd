import { expect } from 'chai';
import {
  distanceOfScore,
  scoreOfDistance,
  scoreOfLarge,
} from '../../../src/image/score/distance.ts';

describe('distanceOfScore', () => {
  for (const score of [100, 95.5, 80, 62, 0, -20]) {
    it(`is what gives ${score}`, () =>
      expect(scoreOfDistance(distanceOfScore(score))).to.be.closeTo(score, 0.0001));
  }
});

describe('scoreOfLarge', () => {
  const page = { width: 2000, height: 1500, brightness: 0.65 };

  it('is lower the larger and the brighter a picture is', () => {
    const scores = [
      { ...page, brightness: 0 },
      { ...page, brightness: 0.2 },
      page,
      { ...page, height: 6000 },
    ].map((picture) => scoreOfLarge(85, picture));
    expect(scores[0]).to.be.closeTo(85, 0.0001);
    expect(scores).to.deep.equal(scores.toSorted((one, other) => other - one));
    expect(scores[2]).to.be.within(81, 83);
  });

  it('keeps the score of identical pictures, of which no rounding differs', () =>
    expect(scoreOfLarge(100, page)).to.equal(100));
});
