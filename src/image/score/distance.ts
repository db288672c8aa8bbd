import type { Size } from '../rectangle.ts';

/**
 * The score of a weighted sum of errors: the last step of SSIMULACRA2, fitted there to ratings by people.
 * Source: SSIMULACRA 2.1, ssimulacra2.cc.
 */
export const scoreOfDistance = (distance: number): number => {
  const spread = 2.326765642916932 * distance - 0.020884521182843837 * distance ** 2;
  return (
    100 - 10 * Math.max(0, spread + 6.248496625763138e-5 * distance ** 3) ** 0.6276336467831387
  );
};

/** The score falls with the distance up to here. */
const mostDistance = 100;

/** The weighted sum of errors of a score: the inverse of `scoreOfDistance`. */
export const distanceOfScore = (score: number): number => {
  let [low, high] = [0, mostDistance];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (scoreOfDistance(middle) > score) low = middle;
    else high = middle;
  }
  return low;
};

/**
 * The score of all pixels of a large picture as SSIMULACRA2's program gives it. The program blurs with 32
 * bits by sums that go on along rows and columns, so behind every place where two pictures differ its
 * errors of rounding count as differences. They are larger the brighter and the larger the picture is.
 */
export const scoreOfLarge = (
  score: number,
  { width, height, brightness }: Size & Readonly<{ brightness: number }>,
): number => {
  if (score === 100) return score;
  const megapixels = (width * height) / 1e6;
  return scoreOfDistance(distanceOfScore(score) + 0.25 * brightness * megapixels ** 0.35);
};
