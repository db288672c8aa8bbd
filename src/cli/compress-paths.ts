import { dryRun, type DryRun } from '../bulk/dry-run.ts';
import { createReportCollector } from '../bulk/report/model.ts';
import { writeReport } from '../bulk/report/write-report.ts';
import { compressAll, countFiles } from '../bulk/run.ts';
import { bytesText, durationText, percentText, totalsText } from '../bulk/totals.ts';
import { bytesIn, numberIn } from '../bulk/wishes.ts';
import { StartError } from '../errors.ts';
import type { CommandLine } from './command.ts';
import { type Interrupts, stoppedExitCode, watchInterrupts } from './interrupts.ts';
import { openWork, type OpenWork } from './open-work.ts';
import { createOutcomePrinter, type OutcomePrinter } from './outcome-printer.ts';

export const exitCodes = { failed: 1, misused: 2, overBudget: 3 };

/** Compresses what was named, prints what became of it, and gives the exit code. */
export const compressPaths = async (line: CommandLine): Promise<number> => {
  const { flags, switches, json } = line;
  if (switches.has('check') && switches.has('dry-run')) {
    throw new StartError('--check and --dry-run exclude each other.', exitCodes.misused);
  }
  const sampleSize = numberIn('sample', flags['sample'] ?? '50', 100_000);
  const { budget } = flags;
  const budgetBytes = budget === undefined ? undefined : bytesIn('budget', budget);
  await using stack = new AsyncDisposableStack();
  const opened = await openWork(line);
  stack.defer(opened.close);
  const interrupts = watchInterrupts(() =>
    console.error('shrinkd: stopping after the files that are under way. Ctrl-C again ends them.'),
  );
  stack.defer(interrupts.close);
  // The reader of the lines has gone.
  process.stdout.on('error', interrupts.stop);
  const gate = { budgetBytes, isCheck: switches.has('check') };
  const report = createReportCollector();
  const printer = createOutcomePrinter({
    ...{ json, gate, ending: interrupts.ending },
    onOutcome: report.add,
  });
  stack.defer(printer.stop);
  const run = { line, opened, interrupts, printer };
  const startedAt = performance.now();
  if (switches.has('dry-run')) await tryRun(run, sampleSize);
  else await runAll(run);
  if (flags['report'] !== undefined) {
    await writeReport(flags['report'], {
      model: report.model(),
      title: `shrinkd compress ${line.words.join(' ')}`,
      seconds: `The run took ${durationText((performance.now() - startedAt) / 1000)}.`,
      preview: opened.preview,
      signal: interrupts.ending,
    });
  }
  if (interrupts.stopping.aborted) {
    console.error(switches.has('dry-run') ? 'shrinkd: stopped.' : stoppedSentence);
    return stoppedExitCode;
  }
  const { failed } = printer.totals();
  const refused = printer.refused();
  if (failed > 0 || refused.check > 0) return exitCodes.failed;
  return refused.budget > 0 ? exitCodes.overBudget : 0;
};

const stoppedSentence = 'shrinkd: stopped. The same command goes on from here.';

type Run = Readonly<{
  line: CommandLine;
  opened: OpenWork;
  interrupts: Interrupts;
  printer: OutcomePrinter;
}>;

const runAll = async ({ line, opened, interrupts, printer }: Run): Promise<void> => {
  const { files, work, atOnce } = opened;
  const { stopping, ending } = interrupts;
  const counting = new AbortController();
  const count = countFiles(files, AbortSignal.any([stopping, counting.signal]));
  void count.then(printer.setFiles);
  const { onOutcome, totals, refused, stop } = printer;
  try {
    const isAgain = line.switches.has('no-resume');
    await compressAll({ ...files, work, atOnce, isAgain, onOutcome, stopping, ending });
  } finally {
    counting.abort();
    await count;
    stop();
  }
  const { check, budget } = refused();
  const sentences = [
    totalsText(totals()),
    ...(check > 0 ? [`${check} would lose 10 % or more.`] : []),
    ...(budget > 0 ? [`${budget} are above the budget.`] : []),
  ];
  (line.json ? console.error : console.log)(sentences.join(' '));
};

const tryRun = async ({ line, opened, interrupts, printer }: Run, size: number): Promise<void> => {
  const { files, work, atOnce } = opened;
  const { stopping, ending } = interrupts;
  const { onOutcome, stop, setFiles } = printer;
  setFiles(size);
  const found = await dryRun({ ...files, work, atOnce, size, onOutcome, stopping, ending });
  stop();
  if (stopping.aborted) return;
  console.log(line.json ? JSON.stringify({ dryRun: found }) : dryRunText(found));
};

/** What a sample has told, for people. */
export const dryRunText = ({ files, bytes, measured, saved, ...ends }: DryRun): string => {
  const share = (part: number): string => percentText(bytes === 0 ? 0 : part / bytes);
  const [low, high] = [ends.savedLow, ends.savedHigh];
  return [
    `${measured} of ${files} files (${bytesText(bytes)}) were tried. Nothing was written.`,
    `All would save ${bytesText(saved)}, ${share(saved)}: from ${share(low)} to ${share(high)}, with 95 %.`,
    `They would take ${durationText(ends.seconds)}.`,
  ].join('\n');
};
