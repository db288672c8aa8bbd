import { objectBatch } from '../bulk/sweep/object-batch.ts';
import { undoSweep } from '../bulk/sweep/undo-sweep.ts';
import { withStorage } from '../compose/open-object-store.ts';
import { misused } from '../errors.ts';
import type { CommandLine } from './command.ts';
import { type Interrupts, watchRun } from './interrupts.ts';
import { temporaryFolder } from './open-local.ts';
import { openBuckets, openSweep, safetyFor, type SweptBuckets } from './open-sweep.ts';
import { runBatch, sampleSizeIn } from './run-batch.ts';
import { createUndonePrinter } from './undone-printer.ts';

/** Compresses the objects of a bucket, or gives them back, prints what became of them, and gives the exit code. */
export const sweepBucket = (line: CommandLine): Promise<number> => withStorage(() => run(line));

const run = async (line: CommandLine): Promise<number> => {
  const sampleSize = sampleSizeIn(line);
  await using opening = new AsyncDisposableStack();
  if (line.switches.has('undo')) checkUndo(line);
  const buckets = await openBuckets(line, opening);
  using interrupts = watchRun();
  if (line.switches.has('undo')) return await undo(line, buckets, interrupts, opening);
  const { work, atOnce } = await openSweep(line, buckets, opening, interrupts.ending);
  const batch = objectBatch(work, buckets.selection);
  return await runBatch({ line, batch, noun: 'object', atOnce, sampleSize, interrupts });
};

/** @throws StartError for what an undo has not: what it would pass over would be done for good. */
const checkUndo = ({ flags, switches }: CommandLine): void => {
  if (flags['to'] !== undefined) throw misused('--undo: what --to has stored replaced nothing.');
  if (switches.has('dry-run')) throw misused('--undo and --dry-run exclude each other.');
};

const undo = async (
  line: CommandLine,
  buckets: SweptBuckets,
  { stopping, ending }: Interrupts,
  opening: AsyncDisposableStack,
): Promise<number> => {
  const undoing = { ...line, switches: new Set([...line.switches, 'no-originals']) };
  const { heedsConditions } = await safetyFor(undoing, buckets, ending);
  const { onUndone, finish } = createUndonePrinter(line);
  const folder = await temporaryFolder(opening);
  await undoSweep({ ...buckets, heedsConditions, folder, atOnce: 4, onUndone, stopping });
  return finish('object', stopping);
};
