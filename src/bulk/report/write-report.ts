import type { Outcome } from '../outcome.ts';
import type { ReportModel } from './model.ts';
import { entryOf, failuresOf, headingOf, overviewOf } from './page.ts';
import { pairOf, type Previewing, writePage } from './write-page.ts';

type ReportOptions = Previewing &
  Readonly<{
    model: ReportModel;
    title: string;
    /** How long the run took, as a sentence. */
    seconds: string;
  }>;

/** Writes the page of a run to `file`. Rejects as `writePage` does. */
export const writeReport = (file: string, options: ReportOptions): Promise<void> =>
  writePage(file, options.title, partsOf(options));

async function* partsOf(options: ReportOptions): AsyncGenerator<string> {
  const { model, seconds } = options;
  yield overviewOf(model, seconds);
  const lists: readonly (readonly [heading: string, outcomes: readonly Outcome[]])[] = [
    ['Largest savings', model.savings],
    ['Lowest scores', model.scores],
  ];
  for (const [heading, outcomes] of lists) {
    yield `${headingOf(heading)}<ol>\n`;
    for (const outcome of outcomes) {
      const { original, target } = outcome;
      yield entryOf(outcome, await pairOf(original, target, options));
    }
    yield '</ol>\n';
  }
  yield failuresOf(model.failures);
}
