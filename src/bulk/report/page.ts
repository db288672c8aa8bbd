import { escaped } from '../../escaped-html.ts';
import type { Outcome } from '../outcome.ts';
import { type RawPath, shown } from '../raw-path.ts';
import { bytesText, percentText, totalsText } from '../totals.ts';
import { tableOf } from './markup.ts';
import type { ReportModel } from './model.ts';

/** Two pictures of equal size that are compared, as data URLs. */
export type Pair = Readonly<{ before: string; after: string }>;

/** Sums, types and the histogram of a report, as HTML. */
export const overviewOf = (model: ReportModel, seconds: string): string => {
  const { before, after, types, histogram } = model;
  return `<p>${escaped(totalsText(model.totals))} ${escaped(seconds)}</p>
<p>All results together have ${bytesText(after)} of ${bytesText(before)}: ${savedText(before, after)} saved.</p>
<h2>Types</h2>
${tableOf(
  ['type', 'files', 'before', 'after', 'saved'],
  types.map((row) => [
    escaped(row.type),
    String(row.files),
    bytesText(row.before),
    bytesText(row.after),
    savedText(row.before, row.after),
  ]),
)}<h2>How much files have lost</h2>
${histogramOf(histogram)}`;
};

const savedText = (before: number, after: number): string =>
  percentText(before === 0 ? 0 : (before - after) / before);

/** Of the width of the window, in percent. */
const widestBar = 30;

const histogramOf = (counts: readonly number[]): string => {
  const most = Math.max(1, ...counts);
  return tableOf(
    ['bytes lost', 'files', 'as a bar'],
    counts.map((count, index) => [
      `${index * 10} to ${(index + 1) * 10} %`,
      String(count),
      `<span class="bar" style="width: ${((count / most) * widestBar).toFixed(2)}vw"></span>`,
    ]),
    'counts',
  );
};

/** The heading of a part. */
export const headingOf = (text: string): string => `<h2>${escaped(text)}</h2>\n`;

/** One file of a list, with both its pictures where there are any. */
export const entryOf = (outcome: Outcome, pair: Pair | undefined): string => {
  const { path, before, after, made } = outcome;
  const facts = [
    `${bytesText(before)} to ${bytesText(after)}, ${savedText(before, after)} saved`,
    ...(made?.score == null ? [] : [`score ${made.score}`]),
    ...(made?.worstPlace == null ? [] : [`worst place ${made.worstPlace}`]),
    ...(made === undefined ? [] : [howText(made)]),
  ];
  return itemOf(path, [facts.join(', ')], pair);
};

/** One file that two configurations have compressed. */
export const comparedEntry = (
  files: Readonly<{ old: Outcome; new: Outcome }>,
  reasons: readonly string[],
  pair: Pair | undefined,
): string => {
  const [old, other] = [files.old, files.new].map(({ happened, after, made }) =>
    [
      happened === 'failed' ? 'failed' : bytesText(after),
      ...(made?.score == null ? [] : [`score ${made.score}`]),
      ...(made === undefined ? [] : [howText(made)]),
    ].join(', '),
  );
  return itemOf(files.old.path, [reasons.join(' '), `Old: ${old}. New: ${other}.`], pair);
};

const itemOf = (path: RawPath, lines: readonly string[], pair: Pair | undefined): string => {
  const name = escaped(shown(path));
  return `<li><strong>${name}</strong><br>${lines.map(escaped).join('<br>')}${pairOf(pair, name)}</li>\n`;
};

const howText = ({ encoders, settings }: NonNullable<Outcome['made']>): string => {
  const values = Object.entries(settings).map(([key, value]) => `${key} ${value}`);
  return [encoders, ...values].join(' ');
};

/** The text of an attribute is escaped already. */
const pairOf = (pair: Pair | undefined, name: string): string =>
  pair === undefined
    ? ''
    : `<br><span class="pair"><img class="after" src="${pair.after}" alt="${name}, after"><img class="before" src="${pair.before}" alt="${name}, before"><input type="range" min="0" max="100" value="50" aria-label="Shows before on the left of the line, and after on its right"></span>`;

/** Files that failed, with their reasons. */
export const failuresOf = (failures: readonly Outcome[]): string =>
  failures.length === 0
    ? ''
    : headingOf('Failed') +
      tableOf(
        ['file', 'reason'],
        failures.map(({ path, reason = '' }) => [escaped(shown(path)), escaped(reason)]),
      );
