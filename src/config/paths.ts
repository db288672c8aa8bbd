import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isTree, type Setting, settings, type Tree } from './settings.ts';

const ownFolder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Resolves the default data folder against the program's own folder, so that the service and the operator's
 * command use the same one, whichever folder they are started in.
 */
export const placeDefaultData = (tree: Tree): void => {
  tree['dataDir'] = resolve(ownFolder, String(tree['dataDir']));
};

/** Resolves relative paths in a config file against the file's folder. */
export const placePaths = (tree: Tree, file: string): void => {
  const folder = dirname(resolve(file));
  for (const setting of settings.filter(({ isPath }) => isPath)) {
    const [parent, name] = holderOf(tree, setting);
    if (parent === undefined || !Object.hasOwn(parent, name)) continue;
    const path = parent[name];
    // An empty path means none.
    if (typeof path === 'string' && path !== '') parent[name] = resolve(folder, path);
  }
};

/** The object that holds the setting, and its name there; undefined where the file has no such group. */
const holderOf = (tree: Tree, { path }: Setting): readonly [Tree | undefined, string] => {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce<unknown>(
    (node, name) => (isTree(node) && Object.hasOwn(node, name) ? node[name] : undefined),
    tree,
  );
  return [isTree(holder) ? holder : undefined, last];
};
