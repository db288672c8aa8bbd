/** What is known of one sample: `inputs` weighed should make `output`; `importance` multiplies its squared error. */
type Observation = Readonly<{
  inputs: readonly number[];
  output: number;
  importance: number;
}>;

/** Changes of weights below this end the search. */
const settled = 1e-8;
const mostRounds = 5000;

/**
 * Weights of 0 or more that make the outputs from the inputs with the least squared error. `ridge`
 * (relative to the inputs' own mean squares) holds weights of inputs that tell the same together. None
 * is negative, so that more error never makes a higher score, whatever the picture. Coordinate descent
 * on the normal equations.
 */
export const nonNegativeWeights = (
  observations: readonly Observation[],
  ridge: number,
): readonly number[] => {
  const count = observations[0]?.inputs.length ?? 0;
  const scales = scalesOf(observations, count);
  const { products, targets } = normalEquations(observations, scales, ridge);
  const weights = new Float64Array(count);
  for (let round = 0, change = Infinity; round < mostRounds && change > settled; round++) {
    change = 0;
    for (let at = 0; at < count; at++) {
      const row = products[at] ?? new Float64Array(0);
      const diagonal = row[at] ?? 0;
      if (diagonal === 0) continue;
      const rest = row.reduce(
        (total, product, other) => total - product * (weights[other] ?? 0),
        targets[at] ?? 0,
      );
      const before = weights[at] ?? 0;
      const weight = Math.max(0, before + rest / diagonal);
      weights[at] = weight;
      change = Math.max(change, Math.abs(weight - before));
    }
  }
  return Array.from(weights, (weight, at) => weight / (scales[at] ?? 1));
};

/** Root mean square of each input, so that all count alike; 1 for one that is always 0. */
const scalesOf = (observations: readonly Observation[], count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => {
    const squares = observations.map(({ inputs }) => (inputs[at] ?? 0) ** 2);
    return (
      Math.sqrt(squares.reduce((total, square) => total + square, 0) / observations.length) || 1
    );
  });

const normalEquations = (
  observations: readonly Observation[],
  scales: readonly number[],
  ridge: number,
): Readonly<{ products: readonly Float64Array[]; targets: Float64Array }> => {
  const products = scales.map(() => new Float64Array(scales.length));
  const targets = new Float64Array(scales.length);
  let importances = 0;
  for (const { inputs, output, importance } of observations) {
    importances += importance;
    const scaled = inputs.map((input, at) => input / (scales[at] ?? 1));
    for (const [at, row] of products.entries()) {
      const weighted = importance * (scaled[at] ?? 0);
      targets[at] = (targets[at] ?? 0) + weighted * output;
      for (const [other, input] of scaled.entries())
        row[other] = (row[other] ?? 0) + weighted * input;
    }
  }
  for (const [at, row] of products.entries()) row[at] = (row[at] ?? 0) + ridge * importances;
  return { products, targets };
};
