import { opendirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { bytesOf, joined, type RawPath } from './raw-path.ts';
import type { Selection } from './selection.ts';

/** A file that is to be looked at. */
export type FoundFile = Readonly<{
  /** Absolute. */
  path: RawPath;
  /** From the top of its tree; the name alone where a file was given. */
  relative: RawPath;
}>;

export type WalkOptions = Readonly<{
  selection: Selection;
  /** Absolute paths of folders that are passed over with all in them. */
  skipped: readonly RawPath[];
  /** Called for each folder that cannot be read. The walk goes on. */
  onProblem?: (folder: RawPath, error: unknown) => void;
  /** Called for each file whose name begins as that of a file which a killed run has left. */
  onLeftover?: (path: RawPath) => void;
  /** Called for each folder that has the folder of a run's journal. */
  onState?: (base: RawPath) => void;
}>;

/** The folder of a run's journal and originals. No walk enters one. */
export const stateFolderName = '.shrinkd';

/** How names of unfinished files begin, which no walk takes. */
export const temporaryPrefix = '.shrinkd-';

/**
 * The files of a tree that `selection` takes, by the bytes of their paths, folders in their place among files. Links
 * are not followed. Each folder is read to its end before its first file is given, so that files which are made there
 * meanwhile are not among them.
 */
export async function* filesBelow(root: RawPath, options: WalkOptions): AsyncGenerator<FoundFile> {
  const open: Array<Readonly<{ relative: RawPath; names: RawPath[] }>> = [];
  const enter = async (relative: RawPath): Promise<void> => {
    const path = relative === '' ? root : joined(root, relative);
    const names = await namesIn(path, options);
    open.push({ relative, names: names.sort().reverse() });
  };
  await enter('');
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    const name = folder.names.pop();
    if (name === undefined) {
      open.pop();
      continue;
    }
    const isFolder = name.endsWith('/');
    const relative = joined(folder.relative, isFolder ? name.slice(0, -1) : name);
    const path = joined(root, relative);
    if (!isFolder) {
      if (name.startsWith(temporaryPrefix)) options.onLeftover?.(path);
      else if (options.selection.takesFile(relative)) yield { path, relative };
    } else if (!options.skipped.includes(path) && options.selection.takesFolder(relative)) {
      await enter(relative);
    }
  }
}

/** Entries that are read at once. Other work goes on between them. */
const entriesAtOnce = 1024;

/** Names of files, and of folders with a slash behind. */
const namesIn = async (
  folder: RawPath,
  { onProblem, onState }: Pick<WalkOptions, 'onProblem' | 'onState'>,
): Promise<RawPath[]> => {
  const names: RawPath[] = [];
  try {
    const options = { encoding: 'latin1' as const, bufferSize: entriesAtOnce };
    const entries = opendirSync(bytesOf(folder), options);
    try {
      for (let read = 1; ; read += 1) {
        const entry = entries.readSync();
        if (entry === null) break;
        if (entry.isDirectory() && entry.name === stateFolderName) onState?.(folder);
        else if (entry.isDirectory()) names.push(`${entry.name}/`);
        else if (entry.isFile()) names.push(entry.name);
        if (read % entriesAtOnce === 0) await setImmediate();
      }
    } finally {
      entries.closeSync();
    }
  } catch (error) {
    onProblem?.(folder, error);
  }
  return names;
};
