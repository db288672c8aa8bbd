import { existsSync, readdirSync, statSync } from 'node:fs';
import { misused, type StartError } from '../errors.ts';
import { bytesOf, folderOf, isWithin, nameOf, rawOf, type RawPath, shown } from './raw-path.ts';
import { openState, realPathOf } from './open-state.ts';
import { otherBases } from './other-bases.ts';
import type { Destination } from './target.ts';
import { placesIn, type State, type Tree } from './tree.ts';

type Root = Omit<Tree, 'state' | 'others'>;

/**
 * The files and folders that were named, each with the journal that belongs to it: that in the folder of the results, or
 * else the one beside it, and those that know files of it besides. They are open until `opening` is disposed of.
 * @throws StartError where one is missing, lies in another one, or is being worked on.
 */
export const openTrees = async (
  paths: readonly string[],
  destination: Destination,
  opening: AsyncDisposableStack,
): Promise<readonly Tree[]> => {
  const roots = rootsOf(paths, destination);
  const states = new Map<RawPath, State>();
  const open = async (base: RawPath): Promise<State> => {
    const state = states.get(base) ?? (await openState(base, destination.kind === 'out', opening));
    states.set(base, state);
    return state;
  };
  const trees: Tree[] = [];
  for (const root of roots) {
    const base = baseOf(root, destination);
    const state = base === undefined ? undefined : await open(base);
    const others: State[] = [];
    if (base !== undefined && destination.kind !== 'out') {
      for (const other of await otherBases(root, base)) others.push(await open(other));
    }
    trees.push({ ...root, state, others });
  }
  return trees;
};

const baseOf = ({ root }: Root, destination: Destination): RawPath | undefined => {
  if (destination.kind === 'nowhere') return undefined;
  return destination.kind === 'out' ? destination.folder : folderOf(root);
};

/** Results of one folder lie directly in the folder of results, those of several below their names. */
const rootsOf = (paths: readonly string[], destination: Destination): readonly Root[] => {
  const found = paths.map((path) => {
    const root = realPathOf(rawOf(path));
    return { root, isFile: !statSync(bytesOf(root)).isDirectory() };
  });
  const folders = found.filter(({ isFile }) => !isFile);
  if (destination.kind === 'out') checkOut(destination.folder, folders);
  const seen = new Set<RawPath>();
  for (const each of found) {
    const outer = folders.find((other) => other !== each && isWithin(each.root, other.root));
    if (outer !== undefined || seen.has(each.root)) throw twice(each.root, outer?.root);
    seen.add(each.root);
  }
  const names = new Set(found.map(({ root }) => nameOf(root)));
  if (destination.kind === 'out' && names.size < found.length) {
    throw misused('Two of the paths end with the same name. Name the folder above them.');
  }
  return found.map(({ root, isFile }) => ({
    root,
    isFile,
    prefix: isFile || folders.length === 1 ? '' : nameOf(root),
  }));
};

/** Results in a folder of sources would be sources of the next run, and sources in a folder of results none. */
const checkOut = (out: RawPath, folders: readonly Readonly<{ root: RawPath }>[]): void => {
  for (const { root } of folders) {
    if (root === out) {
      throw misused(`--out: ${shown(out)} has the sources. Use --in-place, or --beside with --to.`);
    }
    if (isWithin(out, root) && !hasJournal(out) && readdirSync(bytesOf(out)).length > 0) {
      throw misused(
        `--out: ${shown(out)} lies in ${shown(root)} and has files that are no results. Name another folder.`,
      );
    }
  }
};

const hasJournal = (folder: RawPath): boolean => existsSync(bytesOf(placesIn(folder).journal));

const twice = (root: RawPath, outer: RawPath = root): StartError =>
  misused(
    outer === root
      ? `${shown(root)} is named twice.`
      : `${shown(root)} lies in ${shown(outer)}. Name one of them.`,
  );
