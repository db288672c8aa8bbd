import { once } from 'node:events';
import { type Outcome, outcomeLine } from '../bulk/outcome.ts';
import { type Progress, showProgress } from '../bulk/progress.ts';
import { shown } from '../bulk/raw-path.ts';
import { compressAll, countFiles } from '../bulk/run.ts';
import { noTotals, type Totals, totalsText, withOutcome } from '../bulk/totals.ts';
import type { CommandLine } from './command.ts';
import { type Interrupts, stoppedExitCode, watchInterrupts } from './interrupts.ts';
import { openWork, type OpenWork } from './open-work.ts';

/** Compresses what was named, prints what became of it, and gives the exit code. */
export const compressPaths = async (line: CommandLine): Promise<number> => {
  await using stack = new AsyncDisposableStack();
  const opened = await openWork(line);
  stack.defer(opened.close);
  const interrupts = watchInterrupts(() =>
    console.error('shrinkd: stopping after the files that are under way. Ctrl-C again ends them.'),
  );
  stack.defer(interrupts.close);
  // The reader of the lines has gone.
  process.stdout.on('error', interrupts.stop);
  const totals = await runWork(line, opened, interrupts);
  (line.json ? console.error : console.log)(totalsText(totals));
  if (interrupts.stopping.aborted) {
    console.error('shrinkd: stopped. The same command goes on from here.');
    return stoppedExitCode;
  }
  return totals.failed > 0 ? 1 : 0;
};

const runWork = async (
  { json, switches }: CommandLine,
  { files, work, atOnce }: OpenWork,
  { stopping, ending }: Interrupts,
): Promise<Totals> => {
  let totals = noTotals;
  let counted: number | undefined;
  const startedAt = performance.now();
  const progress = showProgress(() => ({
    totals,
    files: counted,
    seconds: (performance.now() - startedAt) / 1000,
  }));
  const counting = new AbortController();
  const count = countFiles(files, AbortSignal.any([stopping, counting.signal]));
  void count.then((number) => (counted = number));
  const onOutcome = async (outcome: Outcome): Promise<void> => {
    totals = withOutcome(totals, outcome);
    name(outcome, progress);
    if (json && !process.stdout.write(`${outcomeLine(outcome)}\n`)) {
      await once(process.stdout, 'drain', { signal: ending }).catch(() => undefined);
    }
  };
  try {
    const isAgain = switches.has('no-resume');
    await compressAll({ ...files, work, atOnce, isAgain, onOutcome, stopping, ending });
    return totals;
  } finally {
    counting.abort();
    await count;
    progress.stop();
  }
};

/** Names a file that could not be compressed, or must not be. */
const name = ({ path, happened, reason, made }: Outcome, { say }: Progress): void => {
  const isOdd = happened === 'failed' || (happened === 'left' && made === undefined);
  if (isOdd) say(`shrinkd: ${shown(path)}: ${reason}`);
};
