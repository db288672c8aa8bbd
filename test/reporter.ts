import { relative } from 'node:path';
import { reporters } from 'mocha';
import type { MochaOptions, Runner } from 'mocha';

/**
 * Mocha's `spec` reporter, with the totals as the very last line, in one fixed form
 * for programs that read the output: `N passed, M failed, K skipped`. A run of many files says before which of
 * them took longest, hooks included.
 *
 * A plain function, because mocha creates reporters with `new`.
 */
export default function specWithTotals(runner: Runner, options: MochaOptions) {
  const spec = new reporters.Spec(runner, options);
  const printSummary = spec.epilogue.bind(spec);
  const filesMs = new Map<string, number>();
  for (const event of ['test end', 'hook end'] as const) {
    runner.on(event, ({ file = '', duration = 0 }: Timed) => {
      filesMs.set(file, (filesMs.get(file) ?? 0) + duration);
    });
  }
  // The spec reporter calls it when the run has ended.
  spec.epilogue = () => {
    printSummary();
    if (filesMs.size > shown) printLongest(filesMs);
    const { passes, failures, pending } = spec.stats;
    console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
  };
  return spec;
}

type Timed = Readonly<{ file?: string; duration?: number }>;

const shown = 10;

const printLongest = (filesMs: ReadonlyMap<string, number>): void => {
  console.log('The files that took longest, in seconds:');
  const files = [...filesMs].toSorted(([, one], [, other]) => other - one).slice(0, shown);
  for (const [file, ms] of files) {
    console.log(`${(ms / 1000).toFixed(1).padStart(8)}  ${relative('.', file)}`);
  }
  console.log();
};
