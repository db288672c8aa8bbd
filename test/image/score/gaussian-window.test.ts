import { expect } from 'chai';
import type { Size } from '../../../src/image/geometry.ts';
import { createGaussianWindow, meanAt } from '../../../src/image/score/gaussian-window.ts';
import { randomNumbers } from '../../support/random.ts';

const weights = [0.2496, 0.2077, 0.1197, 0.0478];

/** The weighted mean of the 7x7 pixels around one, those outside taken from the edge. */
const expectedMean = ({ width, height }: Size, values: Float32Array, x: number, y: number) => {
  let mean = 0;
  for (let down = -3; down <= 3; down++) {
    for (let across = -3; across <= 3; across++) {
      const row = Math.min(height - 1, Math.max(0, y + down));
      const column = Math.min(width - 1, Math.max(0, x + across));
      const weight = weights[Math.abs(down)]! * weights[Math.abs(across)]!;
      mean += weight * values[row * width + column]!;
    }
  }
  return mean;
};

describe('createGaussianWindow', () => {
  const sizes: readonly (readonly [number, number])[] = [
    [1, 1],
    [1, 9],
    [9, 1],
    [2, 3],
    [13, 11],
  ];
  for (const [width, height] of sizes) {
    it(`averages around each pixel of ${width}x${height}, edges repeated`, () => {
      const random = randomNumbers(width * 31 + height);
      const values = Float32Array.from({ length: width * height }, () => random(1000) / 1000);
      const rows: number[] = [];
      const averagesOf = createGaussianWindow({ width, height }, (y, row) => {
        rows.push(y);
        row.set(values.subarray(y * width, (y + 1) * width));
      });
      for (let y = 0; y < height; y++) {
        const means = averagesOf(y);
        for (let x = 0; x < width; x++) {
          const expected = expectedMean({ width, height }, values, x, y);
          expect(meanAt(means, x)).to.be.closeTo(expected, 1e-6);
        }
      }
      expect(rows).to.deep.equal(Array.from({ length: height }, (_, y) => y));
    });
  }
});
