import { lstat, opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCodeOf } from '../../errors.ts';
import type { ToolLimits } from './sandbox.ts';

/** A running tool: its first process, its job's folder, its limits. */
export type Watched = Readonly<{
  pid: number;
  folder: string;
  limits: Pick<ToolLimits, 'folderBytes' | 'folderFiles' | 'memoryBytes'>;
}>;

/** Most tools end within this time. Memory and folders grow by about 100 MB in it at most. */
const intervalMs = 50;

/** Processes of a tool whose memory is counted. A job needs a few; the limit of processes bounds the rest. */
const maxProcesses = 1000;

/**
 * Checks regularly what the kernel has no limit for: the size of all files of a job together, and the
 * memory of all processes of a tool together. Resolves with the limit that was exceeded; with undefined
 * when `signal` aborts. Deleted files that are still open are in no folder and are not counted.
 */
export const watchTool = async (
  { pid, folder, limits }: Watched,
  signal: AbortSignal,
): Promise<string | undefined> => {
  try {
    for (;;) {
      await delay(intervalMs, undefined, { signal });
      const excess =
        (await folderExcess(folder, limits)) ?? (await memoryExcess(pid, limits.memoryBytes));
      signal.throwIfAborted();
      if (excess !== undefined) return excess;
    }
  } catch (error) {
    return signal.aborted ? undefined : `it cannot be watched (${String(error)})`;
  }
};

/** The limit that a folder exceeds: disk space, files, or depth. Links are not followed. */
const folderExcess = async (
  folder: string,
  { folderBytes, folderFiles }: Watched['limits'],
): Promise<string | undefined> => {
  let bytes = 0;
  let entries = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    try {
      for await (const { name } of await opendir(next)) {
        entries += 1;
        if (entries > folderFiles) return `its folder has more than ${folderFiles} files`;
        const path = join(next, name);
        const stats = await lstat(path).catch(unlessGone);
        if (stats === undefined) continue;
        bytes += stats.blocks * blockBytes;
        if (bytes > folderBytes) return `its folder has more than ${folderBytes} bytes`;
        if (stats.isDirectory()) folders.push(path);
      }
    } catch (error) {
      const code = systemCodeOf(error);
      if (code === 'ENAMETOOLONG') return 'its folder has too many levels';
      if (code === 'EACCES') return 'its folder has folders that cannot be read';
      unlessGone(error);
    }
  }
  return undefined;
};

/** The unit of `blocks` in stat(2) on every file system. */
const blockBytes = 512;

const unlessGone = (error: unknown): undefined => {
  // ESRCH is the error for a process that has ended.
  if (['ENOENT', 'ENOTDIR', 'ESRCH'].includes(systemCodeOf(error) ?? '')) return undefined;
  throw error;
};

const memoryExcess = async (leader: number, maxBytes: number): Promise<string | undefined> => {
  let bytes = 0;
  let counted = 0;
  const processes = [leader];
  for (let pid = processes.pop(); pid !== undefined; pid = processes.pop()) {
    const [statm, children] = await Promise.all([
      readFile(`/proc/${pid}/statm`, 'latin1').catch(unlessGone),
      readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(unlessGone),
    ]);
    bytes += Number(statm?.split(' ')[1] ?? 0) * pageBytes;
    processes.push(...(children?.split(' ').filter(Boolean).map(Number) ?? []));
    counted += 1;
    if (counted >= maxProcesses) break;
  }
  return bytes > maxBytes ? `its processes have more than ${maxBytes} bytes of memory` : undefined;
};

/** The kernel counts in pages (proc(5)). On machines with larger pages, more memory is allowed. */
const pageBytes = 4096;
