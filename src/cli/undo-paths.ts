import { pathFieldsOf, shown } from '../bulk/raw-path.ts';
import { openTrees } from '../bulk/trees.ts';
import { undoAll, type Undone } from '../bulk/undo.ts';
import { StartError } from '../errors.ts';
import type { CommandLine } from './command.ts';
import { stoppedExitCode, watchInterrupts } from './interrupts.ts';

/** Gives files back that `shrinkd compress --in-place` has replaced, and removes those of `--beside`. */
export const undoPaths = async ({
  words,
  flags,
  lists,
  switches,
  json,
}: CommandLine): Promise<number> => {
  const others = [...Object.keys(flags), ...Object.keys(lists), ...switches].filter(
    (flag) => flag !== 'undo',
  );
  if (others.length > 0) {
    throw new StartError(`--undo takes paths and --json alone, got --${others[0]}.`, 2);
  }
  if (words.length === 0) throw new StartError('Expected files or folders. "--help" explains.', 2);
  const opened = await openTrees(words, { kind: 'in-place' });
  const interrupts = watchInterrupts(() => undefined);
  const counts = { restored: 0, removed: 0, failed: 0 };
  const onUndone = ({ path, happened, reason }: Undone): void => {
    counts[happened] += 1;
    if (json) console.log(JSON.stringify({ ...pathFieldsOf(path), happened, reason }));
    if (happened === 'failed') console.error(`shrinkd: ${shown(path)}: ${reason}`);
  };
  try {
    await undoAll(opened.trees, opened.states, onUndone, interrupts.stopping);
  } finally {
    interrupts.close();
    await opened.close();
  }
  const { restored, removed, failed } = counts;
  const refused = failed > 0 ? `, ${failed} refused` : '';
  const sentence = `${restored} files restored, ${removed} removed${refused}.`;
  (json ? console.error : console.log)(sentence);
  if (interrupts.stopping.aborted) return stoppedExitCode;
  return failed > 0 ? 1 : 0;
};
