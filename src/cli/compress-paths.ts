import { createReportCollector } from '../bulk/report/model.ts';
import { tryPage } from '../bulk/report/write-page.ts';
import { writeReport } from '../bulk/report/write-report.ts';
import { durationText } from '../bulk/totals.ts';
import { bytesIn } from '../bulk/wishes.ts';
import { misused } from '../errors.ts';
import type { CommandLine } from './command.ts';
import { watchRun } from './interrupts.ts';
import { openWork } from './open-work.ts';
import { runBatch, sampleSizeIn } from './run-batch.ts';

/** Compresses what was named, prints what became of it, and gives the exit code. */
export const compressPaths = async (line: CommandLine): Promise<number> => {
  const { flags, switches, words } = line;
  if (switches.has('check') && switches.has('dry-run')) {
    throw misused('--check and --dry-run exclude each other.');
  }
  const sampleSize = sampleSizeIn(line);
  const { budget, report: page } = flags;
  const budgetBytes = budget === undefined ? undefined : bytesIn('budget', budget);
  if (page !== undefined) await tryPage(page);
  await using opening = new AsyncDisposableStack();
  const { batch, atOnce, preview } = await openWork(line, opening);
  using interrupts = watchRun();
  const report = createReportCollector();
  const startedAt = performance.now();
  const exitCode = await runBatch({
    ...{ line, batch, noun: 'file', atOnce, sampleSize, interrupts, onOutcome: report.add },
    gate: { budgetBytes, isCheck: switches.has('check') },
  });
  if (page !== undefined) {
    await writeReport(page, {
      ...{ model: report.model(), title: `shrinkd compress ${words.join(' ')}` },
      seconds: `The run took ${durationText((performance.now() - startedAt) / 1000)}.`,
      ...{ preview, signal: interrupts.ending },
    });
  }
  return exitCode;
};
