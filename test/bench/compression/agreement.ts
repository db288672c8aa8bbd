import { mean, rankCorrelation, rms } from './statistics.ts';

/** A result's score by the service, and by SSIMULACRA2. */
export type Pair = Readonly<{ said: number; score: number }>;

/** The scores among which results are chosen: here errors cost bytes or looks. */
const isNearTarget = ({ score }: Pair): boolean => score >= 70 && score <= 88;

/** One line: how well the two scores agree, overall and near the target. */
export const agreementOf = (pairs: readonly Pair[]): string =>
  `all ${lineOf(pairs)}; near the target ${lineOf(pairs.filter(isNearTarget))}`;

const lineOf = (pairs: readonly Pair[]): string => {
  const errors = pairs.map(({ said, score }) => said - score);
  const ranks = rankCorrelation(
    pairs.map(({ said }) => said),
    pairs.map(({ score }) => score),
  );
  const worst = Math.max(...errors.map(Math.abs));
  return `${pairs.length} results, Spearman ${ranks.toFixed(3)}, rms ${rms(errors).toFixed(2)}, worst ${worst.toFixed(1)}, mean ${mean(errors).toFixed(2)}`;
};
