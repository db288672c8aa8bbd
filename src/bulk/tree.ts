import type { Journal } from './journal/journal.ts';
import type { JournalRecord } from './journal/record.ts';
import type { OpenSource } from './files/open-source.ts';
import type { Originals } from './files/originals.ts';
import { isWithin, joined, nameOf, type RawPath } from './raw-path.ts';
import { stateFolderName, temporaryPrefix } from './walk.ts';

/** A folder or file that was named on the command line, and what belongs to it. */
export type Tree = Readonly<{
  /** Absolute, without links. */
  root: RawPath;
  isFile: boolean;
  /** Folder of its results below the folder of all results; empty where they lie there directly. */
  prefix: RawPath;
  state: State | undefined;
  /** Those of earlier runs over folders above or below it, in which some of its files are. */
  others: readonly State[];
}>;

/** The journal of a tree and what lies beside it. Runs that write nothing have none. */
export type State = Readonly<{
  /** The folder that holds the tree, or the results. */
  base: RawPath;
  /** The folder of the journal. */
  folder: RawPath;
  /** User whose run has made it, or who has put it there. */
  owner: bigint;
  /** In names of unfinished files, to tell them from those of other trees. */
  mark: string;
  /** Where unfinished files are; undefined where each is beside the file that it becomes. */
  unfinished: RawPath | undefined;
  journal: Journal<JournalRecord>;
  originals: Originals;
}>;

/** Where the parts of a state are. */
export const placesIn = (base: RawPath) => {
  const folder = joined(base, stateFolderName);
  return {
    folder,
    journal: joined(folder, 'journal.jsonl'),
    originals: joined(folder, 'originals'),
    /** In a folder of results alone. */
    unfinished: joined(folder, 'unfinished'),
  };
};

/** The states of trees, each once. */
export const statesOf = (trees: readonly Tree[]): readonly State[] => [
  ...new Set(
    trees.flatMap(({ state, others }) => [...(state === undefined ? [] : [state]), ...others]),
  ),
];

/**
 * A journal of another user may be what that user makes of it, so it gives back no file that its owner may not change.
 * @throws an error for a file of somebody else.
 */
export const checkOwner = ({ stats }: OpenSource, { owner }: Pick<State, 'owner'>): void => {
  if (owner !== stats.uid && owner !== BigInt(process.geteuid?.() ?? 0)) {
    throw new Error('Its journal belongs to another user, who does not own this file.');
  }
};

/** How the journal calls a path: from its own folder, so that both can be moved together. */
export const keyOf = ({ base }: Pick<State, 'base'>, path: RawPath): RawPath =>
  isWithin(path, base) ? path.slice(joined(base, '').length) : path;

export const pathOf = ({ base }: Pick<State, 'base'>, key: RawPath): RawPath =>
  key.startsWith('/') ? key : joined(base, key);

/** Whether a file is one that a killed run has left in a tree of this state. */
export const isUnfinished = (path: RawPath, { mark }: Pick<State, 'mark'>): boolean =>
  nameOf(path).startsWith(`${temporaryPrefix}${mark}-`);
