/** Sums and means of numbers; NaN of none. */
export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

export const mean = (numbers: readonly number[]): number => sum(numbers) / numbers.length;

export const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(mean(numbers.map(Math.log)));

/** Root of the mean square. */
export const rms = (numbers: readonly number[]): number =>
  Math.sqrt(mean(numbers.map((number) => number ** 2)));

/** Spearman's rank correlation of two lists of one length: 1 where both rise together. */
export const rankCorrelation = (one: readonly number[], other: readonly number[]): number => {
  const middle = (one.length - 1) / 2;
  const [ranks, otherRanks] = [ranksOf(one), ranksOf(other)];
  const covariance = sum(
    ranks.map((rank, at) => (rank - middle) * ((otherRanks[at] ?? 0) - middle)),
  );
  return covariance / sum(ranks.map((rank) => (rank - middle) ** 2));
};

const ranksOf = (numbers: readonly number[]): readonly number[] => {
  const ranks = numbers.map(() => 0);
  const order = numbers
    .map((_, at) => at)
    .toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  for (const [rank, at] of order.entries()) ranks[at] = rank;
  return ranks;
};
