import { escaped } from '../../escaped-html.ts';
import { counted } from '../totals.ts';
import { tableOf } from '../report/markup.ts';
import { comparedEntry, headingOf } from '../report/page.ts';
import { pairOf, type Previewing, writePage } from '../report/write-page.ts';
import type { ClassRow, Worse } from './comparison.ts';
import { cellsOf, tableHead } from './table.ts';

type ComparisonPage = Previewing &
  Readonly<{ title: string; rows: readonly ClassRow[]; worse: readonly Worse[] }>;

/** Most files that are shown. */
const listed = 50;

/** Writes the page of a comparison to `file`. Rejects as `writePage` does. */
export const writeComparison = (file: string, page: ComparisonPage): Promise<void> =>
  writePage(file, page.title, partsOf(page));

async function* partsOf({ rows, worse, ...previewing }: ComparisonPage): AsyncGenerator<string> {
  yield tableOf(
    tableHead.map(escaped),
    rows.map((row) => cellsOf(row).map(escaped)),
  );
  yield headingOf('Worse with the new configuration');
  yield `<p>What looks worse, is larger, or fails: ${counted(worse.length, 'file')}. The old result is on the left of each line, the new one on its right.</p>\n<ol>\n`;
  for (const { file, reasons } of worse.slice(0, listed)) {
    const pair = await pairOf(file.old.target, file.new.target, previewing);
    yield comparedEntry(file, reasons, pair);
  }
  yield '</ol>\n';
}
