import { lstatSync, rmSync } from 'node:fs';
import { compressFile, type FileWork } from './compress-file.ts';
import { doneBefore } from './done-before.ts';
import { reasonOf } from './failure.ts';
import { isTaken } from './files/temporary.ts';
import type { Outcome } from './outcome.ts';
import { bytesOf, extensionOf, nameOf, type RawPath } from './raw-path.ts';
import type { Batch, OnOutcome } from './run.ts';
import { isPictureName, type Selection } from './selection.ts';
import { isUnfinished, statesOf, type Tree } from './tree.ts';
import { filesBelow, type FoundFile } from './walk.ts';

export type Files = Readonly<{
  trees: readonly Tree[];
  selection: Selection;
  /** Folders that are passed over, such as that of the results. */
  skipped: readonly RawPath[];
  /** Whether results may lie beside their sources. They are no sources themselves: each run would lose quality. */
  areBeside: boolean;
}>;

export type FoundIn = Readonly<{ file: FoundFile; tree: Tree }>;

/** The files of trees. `isAgain`: those that an earlier run has done are compressed again. */
export const fileBatch = (files: Files, work: FileWork, isAgain: boolean): Batch<FoundIn> => ({
  ...foundFiles(files),
  doneBefore: (found) => (isAgain ? undefined : knownOutcome(found, work)),
  compress: ({ file, tree }, signal) => compressFile(file, tree, work, signal),
});

/** The files of trees, whatever is to be done with them. */
export const foundFiles = (files: Files): Pick<Batch<FoundIn>, 'items' | 'sizeOf'> => ({
  items: (_, onOutcome) => allFiles(files, onOutcome),
  sizeOf: ({ file: { path } }) => {
    const stats = lstatSync(bytesOf(path), { throwIfNoEntry: false });
    return stats?.isFile() === true ? { path, bytes: stats.size } : undefined;
  },
});

/** The files of all trees in order. Files that killed runs have left are removed where results are reported. */
async function* allFiles(
  { trees, selection, skipped, areBeside }: Files,
  onOutcome?: OnOutcome,
): AsyncGenerator<FoundIn> {
  for (const tree of trees) {
    if (tree.isFile) {
      yield { file: { path: tree.root, relative: nameOf(tree.root) }, tree };
      continue;
    }
    const failed: Outcome[] = [];
    const states = statesOf([tree]);
    const onLeftover = (path: RawPath): void => {
      if (onOutcome === undefined || !states.some((state) => isUnfinished(path, state))) return;
      try {
        rmSync(bytesOf(path));
      } catch (error) {
        onProblem(path, error);
      }
    };
    const onProblem = (path: RawPath, error: unknown): void =>
      void failed.push(failure(path, error));
    const walk = { selection, skipped, onProblem, onLeftover };
    for await (const file of filesBelow(tree.root, walk)) {
      if (!areBeside || !isResultBeside(file)) yield { file, tree };
    }
    for (const outcome of failed) await onOutcome?.(outcome);
  }
}

/** Whether a file is named as the result of a picture beside it. */
const isResultBeside = ({ path }: FoundFile): boolean => {
  const source = path.slice(0, -extensionOf(path).length - 1);
  return isPictureName(source) && isTaken(source);
};

/** That of an earlier run, or a failure where it cannot be known. */
const knownOutcome = ({ file, tree }: FoundIn, { settings }: FileWork): Outcome | undefined => {
  try {
    return doneBefore(file, tree, settings);
  } catch (error) {
    return failure(file.path, error);
  }
};

const failure = (path: RawPath, error: unknown): Outcome => ({
  ...{ path, happened: 'failed', reason: reasonOf(error), before: 0, after: 0 },
});
