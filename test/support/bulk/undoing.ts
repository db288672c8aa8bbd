import { textOf } from '../../../src/bulk/raw-path.ts';
import { openTrees } from '../../../src/bulk/trees.ts';
import { undoAll, type Undone } from '../../../src/bulk/undo.ts';

/** Undoes what was done with paths, and tells what became of each file. */
export const undoOver = async (
  ...paths: readonly string[]
): Promise<Readonly<Record<string, string>>> => {
  const found: Undone[] = [];
  await using opening = new AsyncDisposableStack();
  const trees = await openTrees(paths, { kind: 'in-place' }, opening);
  const { signal } = new AbortController();
  await undoAll(trees, (undone) => void found.push(undone), signal);
  return Object.fromEntries(
    found.map(({ path, happened, reason }) => [
      textOf(path).replace(/^.*\//s, ''),
      reason === undefined ? happened : `${happened}: ${reason}`,
    ]),
  );
};
