import type { FileWork } from '../../../src/bulk/compress-file.ts';
import type { Outcome } from '../../../src/bulk/outcome.ts';
import { rawOf, textOf } from '../../../src/bulk/raw-path.ts';
import { fileBatch } from '../../../src/bulk/file-batch.ts';
import { compressAll } from '../../../src/bulk/run.ts';
import { createSelection } from '../../../src/bulk/selection.ts';
import type { Destination } from '../../../src/bulk/target.ts';
import { openTrees } from '../../../src/bulk/trees.ts';
import { halvingCompressor } from './halving-compressor.ts';

type RunWishes = Partial<Omit<FileWork, 'destination'>> &
  Readonly<{
    include?: readonly string[];
    exclude?: readonly string[];
    isAgain?: boolean;
    atOnce?: number;
    stopping?: AbortSignal;
    ending?: AbortSignal;
    onOutcome?: (outcome: Outcome) => void;
  }>;

export const inPlace: Destination = { kind: 'in-place' };
export const outIn = (folder: string): Destination => ({
  kind: 'out',
  folder: rawOf(folder),
  isAppended: false,
});

/** Compresses paths by halving them, and gives the outcomes by path, in the order of the paths. */
export const runOver = async (
  paths: readonly string[],
  destination: Destination,
  wishes: RunWishes = {},
): Promise<readonly Outcome[]> => {
  const { include = [], exclude = [], isAgain = false, atOnce = 2, onOutcome, ...others } = wishes;
  const { stopping = new AbortController().signal, ending = new AbortController().signal } = wishes;
  const outcomes: Outcome[] = [];
  await using opening = new AsyncDisposableStack();
  const files = {
    trees: await openTrees(paths, destination, opening),
    selection: createSelection({ include, exclude }),
    skipped: destination.kind === 'out' ? [destination.folder] : [],
    areBeside: destination.kind !== 'out',
  };
  const work = {
    ...{ compressor: halvingCompressor(), operation: { preserve: [] }, destination },
    ...{ settings: 'as ever', minSaving: 0, keepsOriginals: true },
    ...others,
  };
  await compressAll({
    batch: fileBatch(files, work, isAgain),
    ...{ atOnce, stopping, ending },
    onOutcome: (outcome) => {
      outcomes.push(outcome);
      onOutcome?.(outcome);
    },
  });
  return outcomes.toSorted((one, other) => (one.path < other.path ? -1 : 1));
};

/** What happened to each file, by the end of its path. */
export const happened = (
  outcomes: readonly Outcome[],
  folder: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    outcomes.map(({ path, happened: what, reason }) => [
      textOf(path).slice(folder.length + 1),
      reason === undefined ? what : `${what}: ${reason}`,
    ]),
  );
