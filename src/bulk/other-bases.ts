import { lstatSync } from 'node:fs';
import { openSource } from './files/open-source.ts';
import { linesOf } from './journal/journal.ts';
import { recordOf } from './journal/line.ts';
import { bytesOf, folderOf, isWithin, type RawPath } from './raw-path.ts';
import { pathOf, placesIn, type Tree } from './tree.ts';
import { filesBelow } from './walk.ts';

/**
 * The folders, but for `own`, that hold journals of runs in place or beside their sources which know files of a tree:
 * runs over a part of it, or over a folder that it is in. Absolute.
 */
export const otherBases = async (
  { root, isFile }: Pick<Tree, 'root' | 'isFile'>,
  own: RawPath,
): Promise<readonly RawPath[]> => {
  const bases: RawPath[] = [];
  const users = [process.geteuid?.(), lstatSync(bytesOf(root)).uid];
  for (let folder = own; folder !== '/';) {
    folder = folderOf(folder);
    if (hasJournal(folder, users) && (await knowsAny(folder, root))) bases.push(folder);
  }
  if (isFile) return bases;
  const selection = { takesFile: () => false, takesFolder: () => true };
  const onState = (folder: RawPath): void => void (hasJournal(folder, users) && bases.push(folder));
  for await (const _ of filesBelow(root, { selection, skipped: [], onState })) continue;
  return bases;
};

/**
 * Whether a folder has a journal that may be used here: one of this user, or of the owner of the tree, since anybody may
 * have put one into a folder of all users, or into one of their own. A folder of results has a journal of other files.
 */
const hasJournal = (base: RawPath, users: readonly (number | undefined)[]): boolean => {
  const { folder, journal, unfinished } = placesIn(base);
  const statsOf = (path: RawPath) => lstatSync(bytesOf(path), { throwIfNoEntry: false });
  try {
    return (
      users.includes(lstatSync(bytesOf(folder)).uid) &&
      statsOf(journal)?.isFile() === true &&
      statsOf(unfinished) === undefined
    );
  } catch {
    // There is none, or it belongs to somebody who lets nobody look at it.
    return false;
  }
};

const knowsAny = async (base: RawPath, root: RawPath): Promise<boolean> => {
  using journal = openSource(placesIn(base).journal);
  for await (const { line } of linesOf(journal.descriptor)) {
    const record = recordOf(line);
    if (record !== undefined && isWithin(pathOf({ base }, record.path), root)) return true;
  }
  return false;
};
