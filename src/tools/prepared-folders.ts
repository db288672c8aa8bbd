import { existsSync } from 'node:fs';
import type { JobFolder, JobFolders } from '../jobs/job-folder.ts';
import type { Launcher } from './process/launcher.ts';
import type { Sandbox, ToolLimits } from './process/sandbox.ts';

type PreparedFoldersOptions = Readonly<{
  folders: JobFolders;
  launcher: Pick<Launcher, 'prepare' | 'closeFolder'>;
  sandbox: Sandbox;
  limits: ToolLimits;
  /** Folders that wait with a sandbox each. */
  count: number;
}>;

export type PreparedFolders = JobFolders &
  Readonly<{
    /** Starts the sandboxes of as many folders as are to wait, and does not wait for them. */
    fill: () => void;
  }>;

/**
 * Job folders of `folders` whose sandboxes were started before their jobs. When none is ready, as before
 * `fill`, `open` gives a folder whose first tool starts its sandbox. `remove` kills the sandboxes of the folder,
 * and its place is filled then. `close` removes the folders that wait, and leaves `folders` open.
 */
export const createPreparedFolders = (options: PreparedFoldersOptions): PreparedFolders => {
  const { folders, launcher, sandbox, limits, count } = options;
  const ready: JobFolder[] = [];
  let starting = 0;
  let isClosed = false;

  const start = async (): Promise<void> => {
    starting += 1;
    try {
      const folder = await folders.open();
      ready.push(folder);
      launcher.prepare({ cwd: folder.path, sandbox, limits });
    } catch {
      // A full disk, for example. The next job opens its folder itself, and reports that.
    } finally {
      starting -= 1;
    }
    if (isClosed) await removeReady();
  };

  const fill = (): void => {
    for (let found = ready.length + starting; found < count && !isClosed; found += 1) void start();
  };

  const remove = async (folder: JobFolder): Promise<void> => {
    // Not awaited: the folder can be removed while its sandbox ends.
    void launcher.closeFolder(folder.path).then(fill);
    await folder.remove();
  };

  const removeReady = async (): Promise<void> => {
    await Promise.all(ready.splice(0).map(remove));
  };

  /** The work folder may have been removed with all that was in it. */
  const dropRemoved = async (): Promise<void> => {
    const removed = ready.filter(({ path }) => !existsSync(path));
    for (const folder of removed) ready.splice(ready.indexOf(folder), 1);
    await Promise.all(removed.map(remove));
  };

  const open = async (): Promise<JobFolder> => {
    await dropRemoved();
    const folder = ready.shift() ?? (await folders.open());
    return { ...folder, remove: () => remove(folder) };
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    await removeReady();
  };

  return { open, close, fill };
};
