import { reporters } from 'mocha';
import type { MochaOptions, Runner } from 'mocha';

/**
 * Mocha's `spec` reporter, with the totals as the very last line, in one fixed form
 * for programs that read the output: `N passed, M failed, K skipped`.
 *
 * A plain function, because mocha creates reporters with `new`.
 */
export default function specWithTotals(runner: Runner, options: MochaOptions) {
  const spec = new reporters.Spec(runner, options);
  // Registered after the spec reporter's own handler, which prints the summary and the failures.
  runner.once('end', () => {
    const { passes, failures, pending } = spec.stats;
    console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
  });
  return spec;
}
