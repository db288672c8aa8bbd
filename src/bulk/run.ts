import { rmSync } from 'node:fs';
import { eachAtOnce } from './at-once.ts';
import { compressFile, type FileWork } from './compress-file.ts';
import { doneBefore } from './done-before.ts';
import { reasonOf } from './failure.ts';
import type { Outcome } from './outcome.ts';
import { isTaken } from './files/temporary.ts';
import { bytesOf, extensionOf, nameOf, type RawPath } from './raw-path.ts';
import { isPictureName, type Selection } from './selection.ts';
import type { Tree } from './tree.ts';
import { filesBelow, type FoundFile, temporaryPrefix } from './walk.ts';

export type Files = Readonly<{
  trees: readonly Tree[];
  selection: Selection;
  /** Folders that are passed over, such as that of the results. */
  skipped: readonly RawPath[];
  /** Whether results may lie beside their sources. They are no sources themselves: each run would lose quality. */
  areBeside: boolean;
}>;

export type RunOptions = Files &
  Readonly<{
    work: FileWork;
    /** Whether files are compressed again that an earlier run has done. */
    isAgain: boolean;
    /** Files that are compressed at once. */
    atOnce: number;
    /** Called once for each file. The run waits for it. */
    onOutcome: (outcome: Outcome) => Promise<void> | void;
    /** Aborts when no further file is to be begun. */
    stopping: AbortSignal;
    /** Aborts when files under way are to be given up too. */
    ending: AbortSignal;
  }>;

/** Compresses the files of all trees, but for those that an earlier run has done. */
export const compressAll = async (options: RunOptions): Promise<void> => {
  const { work, isAgain, atOnce, onOutcome, stopping, ending } = options;
  async function* toCompress(): AsyncGenerator<FoundIn> {
    for await (const found of allFiles(options, onOutcome)) {
      // Before the outcomes of files that are done: there may be many.
      if (stopping.aborted) return;
      const known = isAgain ? undefined : knownOutcome(found, work);
      if (known === undefined) yield found;
      else await onOutcome(known);
    }
  }
  await eachAtOnce({
    ...{ items: toCompress(), atOnce, stopping },
    work: async (found) => {
      const outcome = await compressFound(found, work, ending);
      if (outcome !== undefined) await onOutcome(outcome);
    },
  });
};

/** What became of a file; undefined where it was given up. */
export const compressFound = async (
  { file, tree }: FoundIn,
  work: FileWork,
  ending: AbortSignal,
): Promise<Outcome | undefined> => {
  try {
    return await compressFile(file, tree, work, ending);
  } catch (error) {
    if (ending.aborted) return undefined;
    throw error;
  }
};

/** Number of files that a run looks at. Stops where `signal` aborts. */
export const countFiles = async (files: Files, signal: AbortSignal): Promise<number> => {
  let count = 0;
  for await (const _ of allFiles(files)) {
    count += 1;
    if (signal.aborted) break;
  }
  return count;
};

export type FoundIn = Readonly<{ file: FoundFile; tree: Tree }>;

/** The files of all trees in order. Files that killed runs have left are removed where results are reported. */
export async function* allFiles(
  { trees, selection, skipped, areBeside }: Files,
  onOutcome?: (outcome: Outcome) => Promise<void> | void,
): AsyncGenerator<FoundIn> {
  for (const tree of trees) {
    if (tree.isFile) {
      yield { file: { path: tree.root, relative: nameOf(tree.root) }, tree };
      continue;
    }
    const failed: Outcome[] = [];
    const ownPrefix = `${temporaryPrefix}${tree.state?.mark}-`;
    const onLeftover = (path: RawPath): void => {
      if (onOutcome === undefined || !nameOf(path).startsWith(ownPrefix)) return;
      try {
        rmSync(bytesOf(path));
      } catch (error) {
        onProblem(path, error);
      }
    };
    const onProblem = (path: RawPath, error: unknown): void =>
      void failed.push({ path, happened: 'failed', reason: reasonOf(error), before: 0, after: 0 });
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
    const { path } = file;
    return { path, happened: 'failed', reason: reasonOf(error), before: 0, after: 0 };
  }
};
