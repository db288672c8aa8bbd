import type { Outcome } from '../outcome.ts';
import { noTotals, type Totals, withOutcome } from '../totals.ts';

/** What a report tells. It is collected file by file, and its size does not grow with their number. */
export type ReportModel = Readonly<{
  totals: Totals;
  /** Bytes of all files with a result, those of earlier runs too. */
  before: number;
  after: number;
  /** Files by the tenth of their bytes that they have lost: 0 to 10 %, and so on. */
  histogram: readonly number[];
  /** By media types of source and result. */
  types: readonly TypeRow[];
  /** Those that have lost most bytes, the first most. */
  savings: readonly Outcome[];
  /** Those with the lowest scores, the first the lowest. */
  scores: readonly Outcome[];
  /** The first failures. */
  failures: readonly Outcome[];
}>;

type TypeRow = Readonly<{ type: string; files: number; before: number; after: number }>;

const listed = { savings: 50, scores: 20, failures: 100 };
const bins = 10;

export const createReportCollector = () => {
  let totals = noTotals;
  let [before, after] = [0, 0];
  const histogram = Array.from({ length: bins }, () => 0);
  const types = new Map<string, TypeRow>();
  const savings = createTop(listed.savings, (outcome) => outcome.before - outcome.after);
  const scores = createTop(listed.scores, ({ made }) => -(made?.score ?? Infinity));
  const failures: Outcome[] = [];

  const addResult = (outcome: Outcome): void => {
    before += outcome.before;
    after += outcome.after;
    const saved = bins * (outcome.before - outcome.after);
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(saved / (outcome.before || 1))));
    histogram[bin] = (histogram[bin] ?? 0) + 1;
    const { made } = outcome;
    const type = made === undefined ? 'unknown' : typesText(made);
    const row = types.get(type) ?? { type, files: 0, before: 0, after: 0 };
    types.set(type, {
      ...{ type, files: row.files + 1 },
      ...{ before: row.before + outcome.before, after: row.after + outcome.after },
    });
    savings.add(outcome);
    if (made?.score != null) scores.add(outcome);
  };

  const add = (outcome: Outcome): void => {
    totals = withOutcome(totals, outcome);
    const { happened, target } = outcome;
    const hasResult = happened === 'compressed' || (happened === 'done' && target !== undefined);
    if (hasResult) addResult(outcome);
    else if (happened === 'failed' && failures.length < listed.failures) failures.push(outcome);
  };

  const model = (): ReportModel => ({
    ...{ totals, before, after, histogram, failures },
    types: [...types.values()].toSorted((one, other) => other.before - one.before),
    savings: savings.all(),
    scores: scores.all(),
  });
  return { add, model };
};

const typesText = ({
  sourceType,
  mediaType,
}: Readonly<{ sourceType: string; mediaType: string }>): string => {
  const [from, to] = [sourceType, mediaType].map((type) => type.replace(/^image\//, ''));
  return from === to ? `${from}` : `${from} to ${to}`;
};

/** Keeps the `most` items with the highest ranks. */
const createTop = (most: number, rankOf: (outcome: Outcome) => number) => {
  let kept: readonly Outcome[] = [];
  const add = (outcome: Outcome): void => {
    const last = kept.at(-1);
    if (kept.length >= most && last !== undefined && rankOf(last) >= rankOf(outcome)) return;
    kept = [...kept, outcome].toSorted((one, other) => rankOf(other) - rankOf(one)).slice(0, most);
  };
  return { add, all: () => kept };
};
