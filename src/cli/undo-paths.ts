import { openTrees } from '../bulk/trees.ts';
import { undoAll } from '../bulk/undo.ts';
import { misused } from '../errors.ts';
import type { CommandLine } from './command.ts';
import { watchRun } from './interrupts.ts';
import { createUndonePrinter } from './undone-printer.ts';

/** Gives files back that `shrinkd compress --in-place` has replaced, and removes those of `--beside`. */
export const undoPaths = async (line: CommandLine): Promise<number> => {
  const { words, flags, lists, switches } = line;
  const others = [...Object.keys(flags), ...Object.keys(lists), ...switches].filter(
    (flag) => flag !== 'undo',
  );
  if (others.length > 0) {
    throw misused(`--undo takes paths and --json alone, got --${others[0]}.`);
  }
  if (words.length === 0) throw misused('Expected files or folders. "--help" explains.');
  await using opening = new AsyncDisposableStack();
  const trees = await openTrees(words, { kind: 'in-place' }, opening);
  using interrupts = watchRun();
  const { onUndone, finish } = createUndonePrinter(line);
  await undoAll(trees, onUndone, interrupts.stopping);
  return finish('file', interrupts.stopping);
};
