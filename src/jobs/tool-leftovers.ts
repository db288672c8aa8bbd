import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from './remove-tree.ts';

/** One run of a tool in a job's folder. Several runs may share a folder. */
export type FolderUse = Readonly<{ folder: string; input: string; output?: string }>;

export type ToolLeftovers = Readonly<{
  /** Records the start of a run. `sinceMs` is now, in Unix time. */
  begin: (
    use: FolderUse,
    sinceMs?: number,
  ) => Readonly<{
    /**
     * Removes the files created in the folder since then, except those that other runs read or write. They
     * would count against the limits of the job's other tools.
     */
    remove: () => Promise<void>;
    end: () => void;
  }>;
}>;

export const createToolLeftovers = (): ToolLeftovers => {
  const uses = new Map<string, Set<FolderUse>>();

  const begin: ToolLeftovers['begin'] = (use, sinceMs = Date.now()) => {
    const { folder } = use;
    const inFolder = uses.get(folder) ?? new Set();
    uses.set(folder, inFolder.add(use));
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
