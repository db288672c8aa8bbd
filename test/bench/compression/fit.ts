import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { distanceOfScore, scoreOfDistance } from '../../../src/image/score/distance.ts';
import { agreementOf, type Pair } from './agreement.ts';
import { terms } from './errors.ts';
import { nonNegativeWeights } from './least-squares.ts';
import { corpusSamples, families, type Sample } from './samples.ts';
import { ssimulacra2 } from './ssimulacra2.ts';
import { sum } from './statistics.ts';
import { run } from './tools.ts';

const weightsFile = fileURLToPath(
  new URL('../../../src/image/score/weights.json', import.meta.url),
);

/** Holds together the weights of errors that tell the same. */
const ridge = 1e-4;
/** Pictures are left out by turns, in this many parts. */
const parts = 8;

/**
 * Fits the score to SSIMULACRA2 over the corpus and writes its weights. Prints how well it agrees
 * on pictures that its weights were not fitted to, for each family of encoders.
 */
export const fit = async (): Promise<void> => {
  const samples = (await corpusSamples(await ssimulacra2())).filter(isUsable);
  const judged = crossValidated(samples);
  for (const family of families) {
    const pairs = judged.filter(({ sample }) => sample.family === family);
    console.log(`fit: ${family}: ${agreementOf(pairs)}`);
  }
  console.log(`fit: together: ${agreementOf(judged)}`);
  await writeFile(weightsFile, JSON.stringify(weighedTerms(weightsFor(samples))));
  await run('oxfmt', weightsFile);
};

/** Exact results teach nothing, and nobody wants those below 0. */
const isUsable = ({ score }: Sample): boolean => score > 0 && score < 99.99;

const crossValidated = (
  samples: readonly Sample[],
): readonly (Pair & Readonly<{ sample: Sample }>)[] => {
  const pictures = [...new Set(samples.map(({ picture }) => picture))];
  return Array.from({ length: parts }, (_, part) => {
    const left = new Set(pictures.filter((_name, index) => index % parts === part));
    const weights = weightsFor(samples.filter(({ picture }) => !left.has(picture)));
    return samples
      .filter(({ picture }) => left.has(picture))
      .map((sample) => ({ sample, said: scoreBy(weights, sample), score: sample.score }));
  }).flat();
};

const scoreBy = (weights: readonly number[], { errors }: Sample): number =>
  scoreOfDistance(sum(weights.map((weight, at) => weight * (errors[at] ?? 0))));

const weightsFor = (samples: readonly Sample[]): readonly number[] =>
  nonNegativeWeights(
    samples.map(({ errors, score }) => {
      const distance = distanceOfScore(score);
      return { inputs: errors, output: distance, importance: importanceOf(score, distance) };
    }),
    ridge,
  );

/** Squared, what an error in distance makes of the score; scores that results are chosen by count more. */
const importanceOf = (score: number, distance: number): number => {
  const from = Math.max(0.2, distance);
  const step = 0.001;
  const slope = (scoreOfDistance(from + step) - scoreOfDistance(from)) / step;
  if (score < 60) return slope ** 2 / 2;
  return score >= 68 && score <= 90 ? slope ** 2 * 2 : slope ** 2;
};

/** The errors of a sample are the norms of all terms; those without weight need not be measured. */
const weighedTerms = (weights: readonly number[]) => {
  const norms = weights.length / terms.length;
  return terms
    .map((term, index) => ({
      scale: term.scale,
      plane: term.plane,
      weights: weights
        .slice(index * norms, (index + 1) * norms)
        .map((weight) => Number(weight.toPrecision(5))),
    }))
    .filter((term) => term.weights.some((weight) => weight > 0));
};
