import { pathFieldsOf, shown } from '../bulk/raw-path.ts';
import { countObjects, sweepAll, type SweepOptions } from '../bulk/sweep/sweep-all.ts';
import { drySweep } from '../bulk/sweep/dry-sweep.ts';
import { undoSweep } from '../bulk/sweep/undo-sweep.ts';
import { totalsText } from '../bulk/totals.ts';
import type { Undone } from '../bulk/undo.ts';
import { numberIn } from '../bulk/wishes.ts';
import { withStorage } from '../compose/open-object-store.ts';
import { StartError } from '../errors.ts';
import type { CommandLine } from './command.ts';
import { dryRunText, exitCodes } from './compress-paths.ts';
import { type Interrupts, stoppedExitCode, watchInterrupts } from './interrupts.ts';
import { openBuckets, openSweep, safetyFor, type SweptBuckets } from './open-sweep.ts';
import { temporaryFolder } from './open-local.ts';
import { createOutcomePrinter, type OutcomePrinter } from './outcome-printer.ts';

/** Compresses the objects of a bucket, or gives them back, prints what became of them, and gives the exit code. */
export const sweepBucket = (line: CommandLine): Promise<number> => withStorage(() => run(line));

const run = async (line: CommandLine): Promise<number> => {
  const { flags, switches } = line;
  if (flags['sample'] !== undefined && !switches.has('dry-run')) {
    throw new StartError('--sample belongs to --dry-run.', exitCodes.misused);
  }
  await using opening = new AsyncDisposableStack();
  const buckets = await openBuckets(line, opening);
  const interrupts = watchInterrupts(() =>
    console.error('shrinkd: stopping after what is under way. Ctrl-C again ends it.'),
  );
  opening.defer(async () => interrupts.close());
  if (switches.has('undo')) return await undo(line, buckets, interrupts, opening);
  const { work, atOnce } = await openSweep(line, buckets, opening, interrupts.ending);
  const gate = { budgetBytes: undefined, isCheck: false };
  const printer = createOutcomePrinter({
    ...{ json: line.json, gate, ending: interrupts.ending },
    onOutcome: () => undefined,
  });
  opening.defer(async () => printer.stop());
  const { selection } = buckets;
  const options = { ...interrupts, work, atOnce, selection, onOutcome: printer.onOutcome };
  if (switches.has('dry-run')) await tryRun(line, options, printer);
  else await runAll(line, options, printer);
  if (interrupts.stopping.aborted) {
    console.error('shrinkd: stopped. The same command goes on from here.');
    return stoppedExitCode;
  }
  return printer.totals().failed > 0 ? exitCodes.failed : 0;
};

const runAll = async (
  { json }: CommandLine,
  options: SweepOptions,
  { setFiles, totals, stop }: OutcomePrinter,
): Promise<void> => {
  const counting = new AbortController();
  const signal = AbortSignal.any([options.stopping, counting.signal]);
  const count = countObjects(options, signal).then(setFiles, () => undefined);
  try {
    await sweepAll(options);
  } finally {
    counting.abort();
    await count;
    stop();
  }
  (json ? console.error : console.log)(totalsText(totals()).replace('files:', 'objects:'));
};

const tryRun = async (
  { flags, json }: CommandLine,
  options: SweepOptions,
  { setFiles, stop }: OutcomePrinter,
): Promise<void> => {
  const size = numberIn('sample', flags['sample'] ?? '50', 100_000);
  setFiles(size);
  const found = await drySweep({ ...options, size });
  stop();
  if (found !== undefined)
    console.log(json ? JSON.stringify({ dryRun: found }) : dryRunText(found));
};

const undo = async (
  line: CommandLine,
  buckets: SweptBuckets,
  { stopping, ending }: Interrupts,
  opening: AsyncDisposableStack,
): Promise<number> => {
  const { json, switches } = line;
  if (buckets.target !== undefined) {
    throw new StartError('--undo: what --to has stored replaced nothing.', exitCodes.misused);
  }
  const undoing = { ...line, switches: new Set([...switches, 'no-originals']) };
  const { heedsConditions } = await safetyFor(undoing, buckets, ending);
  const counts = { restored: 0, removed: 0, failed: 0 };
  const onUndone = ({ path, happened, reason }: Undone): void => {
    counts[happened] += 1;
    if (json) console.log(JSON.stringify({ ...pathFieldsOf(path), happened, reason }));
    if (happened === 'failed') console.error(`shrinkd: ${shown(path)}: ${reason}`);
  };
  const folder = await temporaryFolder(opening);
  await undoSweep({ ...buckets, heedsConditions, folder, atOnce: 4, onUndone, stopping });
  const { restored, failed } = counts;
  const refused = failed > 0 ? `, ${failed} refused` : '';
  (json ? console.error : console.log)(`${restored} objects restored${refused}.`);
  if (stopping.aborted) return stoppedExitCode;
  return failed > 0 ? exitCodes.failed : 0;
};
