import { dryRun, type DryRun } from '../bulk/dry-run.ts';
import type { Gate } from '../bulk/gate.ts';
import type { Outcome } from '../bulk/outcome.ts';
import { type Batch, compressAll, countAll } from '../bulk/run.ts';
import {
  bytesText,
  counted,
  durationText,
  type Noun,
  percentText,
  totalsText,
} from '../bulk/totals.ts';
import { numberIn } from '../bulk/wishes.ts';
import { misused } from '../errors.ts';
import type { CommandLine } from './command.ts';
import { type Interrupts, stoppedExitCode } from './interrupts.ts';
import { createOutcomePrinter, type OutcomePrinter } from './outcome-printer.ts';

const exitCodes = { failed: 1, overBudget: 3 };

/** `--sample`. @throws StartError where it is no number, or no dry run is wanted. */
export const sampleSizeIn = ({ flags, switches }: CommandLine): number => {
  const { sample } = flags;
  if (sample !== undefined && !switches.has('dry-run')) {
    throw misused('--sample belongs to --dry-run.');
  }
  return numberIn('sample', sample ?? '50', 100_000);
};

type BatchRun<Item> = Readonly<{
  line: CommandLine;
  batch: Batch<Item>;
  /** What an item is called. */
  noun: Noun;
  atOnce: number;
  /** Items of a dry run. */
  sampleSize: number;
  interrupts: Interrupts;
  gate?: Gate;
  onOutcome?: (outcome: Outcome) => void;
}>;

/** Compresses a batch, or with `--dry-run` a sample of it, prints what became of it, and gives the exit code. */
export const runBatch = async <Item>(run: BatchRun<Item>): Promise<number> => {
  const { line, interrupts, gate, onOutcome } = run;
  const isDryRun = line.switches.has('dry-run');
  const printer = createOutcomePrinter({
    ...{ json: line.json, gate, ending: interrupts.ending, onOutcome },
  });
  const running = isDryRun ? runSample(run, printer) : runAll(run, printer);
  const sums = await running.finally(printer.stop);
  if (sums !== undefined) (line.json && !isDryRun ? console.error : console.log)(sums);
  if (interrupts.stopping.aborted) {
    const goOn = isDryRun ? '' : ' The same command goes on from here.';
    console.error(`shrinkd: stopped.${goOn}`);
    return stoppedExitCode;
  }
  const refused = printer.refused();
  if (printer.totals().failed > 0 || refused.check > 0) return exitCodes.failed;
  return refused.budget > 0 ? exitCodes.overBudget : 0;
};

const runAll = async <Item>(
  { batch, atOnce, interrupts, noun }: BatchRun<Item>,
  { onOutcome, setFiles, totals, refused }: OutcomePrinter,
): Promise<string> => {
  const { stopping, ending } = interrupts;
  const counting = new AbortController();
  const count = countAll(batch, AbortSignal.any([stopping, counting.signal]));
  const isCounted = count.then(setFiles, () => undefined);
  try {
    await compressAll({ batch, atOnce, onOutcome, stopping, ending });
  } finally {
    counting.abort();
    await isCounted;
  }
  const { check, budget } = refused();
  return [
    totalsText(totals(), noun),
    ...(check > 0 ? [`${check} would lose 10 % or more.`] : []),
    ...(budget > 0 ? [`${budget} are above the budget.`] : []),
  ].join(' ');
};

const runSample = async <Item>(
  { line, batch, noun, atOnce, interrupts, sampleSize: size }: BatchRun<Item>,
  { onOutcome, setFiles }: OutcomePrinter,
): Promise<string | undefined> => {
  const { stopping, ending } = interrupts;
  setFiles(size);
  const found = await dryRun({ batch, atOnce, size, onOutcome, stopping, ending });
  return found && (line.json ? JSON.stringify({ dryRun: found }) : dryRunText(found, noun));
};

/** What a sample has told, for people. */
const dryRunText = ({ files, bytes, measured, saved, ...ends }: DryRun, noun: Noun): string => {
  const share = (part: number): string => percentText(bytes === 0 ? 0 : part / bytes);
  const [low, high] = [ends.savedLow, ends.savedHigh];
  return [
    `Tried ${measured} of ${counted(files, noun)} (${bytesText(bytes)}). Nothing was written.`,
    `All would save ${bytesText(saved)}, ${share(saved)}: from ${share(low)} to ${share(high)}, with 95 %.`,
    `They would take ${durationText(ends.seconds)}.`,
  ].join('\n');
};
