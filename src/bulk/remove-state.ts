import { rmdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { StartError, systemCodeOf } from '../errors.ts';
import { bytesOf, joined, type RawPath, shown } from './raw-path.ts';
import { isUnfinished, placesIn, type State, statesOf, type Tree } from './tree.ts';
import { filesBelow } from './walk.ts';

/**
 * Removes what runs have put into the folder of a state, of which nothing is left to be undone, and the folder if there is
 * nothing else, such as the journal of a sweep.
 * @throws StartError where something may not be removed.
 */
export const removeState = ({ base }: State): void => {
  const { folder, journal, originals } = placesIn(base);
  try {
    // A killed run may have left its jobs (`work`).
    for (const path of [originals, joined(folder, 'work'), journal, `${journal}.lock`]) {
      rmSync(bytesOf(path), { recursive: true, force: true });
    }
    rmdirSync(bytesOf(folder));
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOTEMPTY') return;
    const sentence = `All is undone, but ${shown(folder)} cannot be removed (${code}).`;
    throw new StartError(sentence, 1, error);
  }
};

/** Removes the unfinished files that killed runs have left in the trees of a state. */
export const removeUnfinished = async (trees: readonly Tree[], state: State): Promise<void> => {
  const selection = { takesFile: () => false, takesFolder: () => true };
  const left: RawPath[] = [];
  const onLeftover = (path: RawPath): void => void (isUnfinished(path, state) && left.push(path));
  for (const tree of trees) {
    if (tree.isFile || !statesOf([tree]).includes(state)) continue;
    for await (const _ of filesBelow(tree.root, { selection, skipped: [], onLeftover })) continue;
  }
  for (const path of left) await rm(bytesOf(path), { force: true });
};
