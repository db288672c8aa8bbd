import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from './remove-tree.ts';

/** What a tool's run has to do with its folder; several may be under way in one. */
export type FolderUse = Readonly<{ folder: string; input: string; output?: string }>;

export type Leftovers = Readonly<{
  /** Begins a run; `sinceMs` is now, in Unix time. */
  begin: (
    use: FolderUse,
    sinceMs?: number,
  ) => Readonly<{
    /**
     * Removes what has come into the folder since, but for what other runs there read and write: what is
     * left would be over the limit for the job's other tools, too.
     */
    remove: () => Promise<void>;
    end: () => void;
  }>;
}>;

export const createLeftovers = (): Leftovers => {
  const uses = new Map<string, Set<FolderUse>>();

  const begin: Leftovers['begin'] = (use, sinceMs = Date.now()) => {
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
