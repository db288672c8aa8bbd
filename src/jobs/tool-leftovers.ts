import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from './remove-tree.ts';

/** One run of a tool in a job's folder. Several runs may share a folder. */
type FolderUse = Readonly<{ folder: string; input: string; output?: string }>;

/** Files that tools leave behind. */
export const createToolLeftovers = () => {
  const uses = new Map<string, Set<FolderUse>>();

  /** Records the start of a run. `sinceMs` is now, in Unix time. */
  const begin = (use: FolderUse, sinceMs = Date.now()) => {
    const { folder } = use;
    const inFolder = uses.get(folder) ?? new Set();
    uses.set(folder, inFolder.add(use));
    /**
     * Removes the files created in the folder since then, except those that other runs read or write. They
     * would count against the limits of the job's other tools.
     */
    const remove = async (): Promise<void> => {
      const others = [...inFolder].filter((each) => each !== use);
      const kept = new Set(others.flatMap(({ input, output }) => [input, output]));
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const stats = await lstat(path).catch(() => undefined);
        if (stats === undefined || stats.birthtimeMs < sinceMs || kept.has(name)) continue;
        await removeTree(path);
      }
    };
    const end = (): void => {
      inFolder.delete(use);
      if (inFolder.size === 0) uses.delete(folder);
    };
    return { remove, end };
  };
  return { begin };
};
