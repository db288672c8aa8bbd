import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderFiles } from './job-folder.ts';
import { removeTree } from './remove-tree.ts';

/**
 * Removes what a tool has left in a folder since it was started: its output, and all that the service does not know.
 * It would count against the limits of the job's other tools, whose files stay. Without the folder there is nothing.
 */
export const removeLeftovers = async (
  folder: FolderFiles,
  output: string | undefined,
  sinceMs: number,
): Promise<void> => {
  for (const name of await readdir(folder.path).catch(() => [])) {
    const path = join(folder.path, name);
    const stats = await lstat(path).catch(() => undefined);
    if (stats === undefined || stats.birthtimeMs < sinceMs) continue;
    if (name === output || !folder.isKnown(name)) await removeTree(path);
  }
};
