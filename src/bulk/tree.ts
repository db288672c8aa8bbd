import type { Journal } from './journal/journal.ts';
import type { JournalRecord } from './journal/record.ts';
import type { Originals } from './files/originals.ts';
import { isWithin, joined, type RawPath } from './raw-path.ts';

/** A folder or file that was named on the command line, and what belongs to it. */
export type Tree = Readonly<{
  /** Absolute, without links. */
  root: RawPath;
  isFile: boolean;
  /** Folder of its results below the folder of all results; empty where they lie there directly. */
  prefix: RawPath;
  state: State | undefined;
}>;

/** The journal of a tree and what lies beside it. Runs that write nothing have none. */
export type State = Readonly<{
  /** The folder that holds the tree, or the results. */
  base: RawPath;
  /** The folder of the journal. */
  folder: RawPath;
  /** In names of unfinished files, to tell them from those of other trees. */
  mark: string;
  /** Where unfinished files are; undefined where each is beside the file that it becomes. */
  unfinished: RawPath | undefined;
  journal: Journal<JournalRecord>;
  originals: Originals;
}>;

/** The states of trees, each once. */
export const statesOf = (trees: readonly Tree[]): readonly State[] => [
  ...new Set(trees.flatMap(({ state }) => state ?? [])),
];

/** How the journal calls a path: from its own folder, so that both can be moved together. */
export const keyOf = ({ base }: Pick<State, 'base'>, path: RawPath): RawPath =>
  isWithin(path, base) ? path.slice(joined(base, '').length) : path;

export const pathOf = ({ base }: Pick<State, 'base'>, key: RawPath): RawPath =>
  key.startsWith('/') ? key : joined(base, key);
