import { expect } from 'chai';
import { grainMargin } from '../../../src/image/search/grain-margin.ts';

describe('the margin for grain in soft slopes', () => {
  const rows: readonly (readonly [width: number, height: number, points: number])[] = [
    [120, 120, 0],
    [300, 300, 0.72],
    [1000, 1000, 1.8],
    [2000, 1500, 2.2],
    [8000, 5000, 2.2],
  ];
  for (const [width, height, points] of rows) {
    it(`is ${points} for ${width}x${height} pixels`, () =>
      expect(grainMargin({ width, height })).to.be.closeTo(points, 0.01));
  }
});
