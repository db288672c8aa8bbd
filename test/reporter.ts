import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { reporters } from 'mocha';
import type { MochaOptions, Runner } from 'mocha';

/**
 * Mocha's `spec` reporter, with the totals as the very last line, in one fixed form
 * for programs that read the output: `N passed, M failed, K skipped`. A run of many files says before which of
 * them took longest, hooks included.
 *
 * One set of tests may run as two processes, one after the other. The first, run with
 * `--reporter-option resultsTo=FILE`, keeps its summary in the file. The second, run with
 * `--reporter-option resultsFrom=FILE`, prints the summary, failures and totals of both.
 *
 * A plain function, because mocha creates reporters with `new`.
 */
export default function specWithTotals(runner: Runner, options: MochaOptions) {
  const spec = new reporters.Spec(runner, options) as unknown as Reporter;
  const { reporterOption = {} } = options as { reporterOption?: Record<string, string> };
  const { resultsTo, resultsFrom } = reporterOption;
  const printSummary = spec.epilogue.bind(spec);
  const filesMs = new Map<string, number>();
  const addTime = (file: string, ms: number): void => {
    filesMs.set(file, (filesMs.get(file) ?? 0) + ms);
  };
  for (const event of ['test end', 'hook end'] as const) {
    runner.on(event, ({ file = '', duration = 0 }: Timed) => addTime(file, duration));
  }
  // The spec reporter calls it when the run has ended.
  spec.epilogue = () => {
    if (resultsTo !== undefined) {
      writeFileSync(resultsTo, JSON.stringify(resultsOf(spec, filesMs)));
      return;
    }
    if (resultsFrom !== undefined) {
      const earlier = resultsIn(resultsFrom);
      addResults(spec, earlier);
      for (const [file, ms] of earlier.filesMs) addTime(file, ms);
    }
    printSummary();
    if (filesMs.size > shown) printLongest(filesMs);
    const { passes, failures, pending } = spec.stats;
    console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
  };
  return spec;
}

const shown = 10;

const printLongest = (filesMs: ReadonlyMap<string, number>): void => {
  console.log('The files that took longest, in seconds:');
  const files = [...filesMs].toSorted(([, one], [, other]) => other - one).slice(0, shown);
  for (const [file, ms] of files) {
    console.log(`${(ms / 1000).toFixed(1).padStart(8)}  ${relative('.', file)}`);
  }
  console.log();
};

type Timed = Readonly<{ file?: string; duration?: number }>;
/** The types of mocha leave out the failures. */
type Reporter = Pick<reporters.Spec, 'stats' | 'epilogue'> & { failures: Failure[] };
type Failure = Readonly<{ titlePath: () => readonly string[]; err?: FailureError }>;
/** What the list of failures prints. */
type FailureError = Readonly<{
  message?: string;
  stack?: string;
  actual?: unknown;
  expected?: unknown;
  showDiff?: boolean;
}>;

/** What a run leaves for the next one. `durationMs` is 0 where the run did not end. */
type Results = Readonly<{
  passes: number;
  pending: number;
  durationMs: number;
  filesMs: readonly (readonly [file: string, ms: number])[];
  failed: readonly Readonly<{ titlePath: readonly string[]; err: FailureError }>[];
}>;

const resultsOf = (
  { stats, failures }: Reporter,
  filesMs: ReadonlyMap<string, number>,
): Results => ({
  passes: stats.passes,
  pending: stats.pending,
  durationMs: stats.duration ?? 0,
  filesMs: [...filesMs],
  failed: failures.map((test) => ({ titlePath: test.titlePath(), err: plainError(test.err) })),
});

/** What JSON can hold of an error. Mocha has turned values that it compares into text. */
const plainError = ({ message, stack, actual, expected }: FailureError = {}): FailureError => ({
  message: message ?? 'no message',
  stack: stack ?? '',
  ...(typeof actual === 'string' && typeof expected === 'string'
    ? { actual, expected, showDiff: true }
    : {}),
});

const resultsIn = (file: string): Results => {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Results;
  const message = 'The first test process ended before its tests did; see its output above.';
  return {
    passes: 0,
    pending: 0,
    durationMs: 0,
    filesMs: [],
    failed: [{ titlePath: ['tests that run side by side'], err: { message, stack: message } }],
  };
};

const addResults = ({ stats, failures }: Reporter, earlier: Results): void => {
  stats.passes += earlier.passes;
  stats.pending += earlier.pending;
  stats.failures += earlier.failed.length;
  stats.duration = (stats.duration ?? 0) + earlier.durationMs;
  failures.unshift(
    ...earlier.failed.map(({ titlePath, err }) => ({ titlePath: () => titlePath, err })),
  );
};
