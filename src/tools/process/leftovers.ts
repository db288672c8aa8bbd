import { readdir, readlink, realpath } from 'node:fs/promises';
import { sendSignal } from './process-tree.ts';

/** A process may start another one during a round. The limit ends the loop when that never stops. */
const maxRounds = 10;

/**
 * Kills the processes whose working directory is one of `folders` or below. They are left over when a
 * launcher dies: the kernel kills its tools, but not the processes that they started. It reads all of
 * `/proc` (Linux), so call it rarely.
 */
export const killProcessesIn = async (folders: readonly string[]): Promise<void> => {
  const paths = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  for (let round = 0; round < maxRounds; round += 1) {
    const found = await processesIn(paths);
    if (found.length === 0) return;
    found.forEach((pid) => sendSignal(pid, 'SIGKILL'));
  }
};

const processesIn = async (folders: readonly string[]): Promise<readonly number[]> => {
  // Without /proc, none can be found.
  const names = await readdir('/proc').catch(() => []);
  const folderByPid = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map(async (name) => ({ pid: Number(name), folder: await folderOf(name) })),
  );
  const isInside = (path: string): boolean =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  return folderByPid.filter(({ folder }) => isInside(folder)).map(({ pid }) => pid);
};

/** Empty for a process that has ended or belongs to another user. */
const folderOf = (pid: string): Promise<string> => readlink(`/proc/${pid}/cwd`).catch(() => '');
