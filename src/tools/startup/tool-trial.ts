import { writeFile } from 'node:fs/promises';
import { systemCodeOf } from '../../errors.ts';
import type { JobFolder, JobFolders } from '../../jobs/job-folder.ts';
import type { Launcher } from '../process/launcher.ts';
import type { Sandbox, ToolLimits } from '../process/sandbox.ts';

/**
 * Tries what each job needs: a folder, a file in it, and a program in a sandbox. Resolves with what this machine cannot
 * do, for the operator; undefined where it can, and where it is too busy to tell.
 */
export type ToolTrial = (signal: AbortSignal) => Promise<string | undefined>;

type Parts = Readonly<{
  folders: JobFolders;
  launcher: Pick<Launcher, 'run' | 'closeFolder'>;
  sandbox: Sandbox;
  limits: ToolLimits;
}>;

export const createToolTrial =
  ({ folders, launcher, sandbox, limits }: Parts): ToolTrial =>
  async (signal) => {
    let folder: JobFolder | undefined;
    try {
      folder = await folders.open();
      await writeFile(folder.file('trial'), 'trial', { signal });
      const command = { argv: ['/bin/sh', '-c', ':'], environment: {}, deadlineMs } as const;
      const end = await launcher.run({ ...command, cwd: folder.path, limits, sandbox }, signal);
      const isWell = end.exitCode === 0 || end.how === 'deadline' || end.how === 'cancelled';
      return isWell ? undefined : `No tool can be started (${end.printed || end.how}).`;
    } catch (error) {
      if (signal.aborted) return undefined;
      return `The work folder cannot be used (${systemCodeOf(error) ?? String(error)}).`;
    } finally {
      if (folder !== undefined) {
        await launcher.closeFolder(folder.path);
        await folder.remove().catch(() => undefined);
      }
    }
  };

const deadlineMs = 30_000;
