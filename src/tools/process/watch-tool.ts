import { lstatSync, opendirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '../../errors.ts';
import { childrenOf } from './process-tree.ts';
import type { ToolLimits } from './sandbox.ts';

/** A running tool: its first process, its job's folder, its limits. */
type Watched = Readonly<{
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
 * memory of all processes of a tool together. Calls `onExcess` once, with the limit that was exceeded. Ends
 * with it, and when the function that it gives is called. Deleted files that are still open are in no
 * folder and are not counted.
 *
 * It reads synchronously: a check is a dozen short calls, most of whose CPU would be that of promises and of
 * the thread pool. A tool with many processes and files makes a check longer, and with it the time to the next one.
 */
export const watchTool = (watched: Watched, onExcess: (excess: string) => void): (() => void) => {
  const check = (): void => {
    const startedAt = performance.now();
    const excess = excessOf(watched);
    if (excess !== undefined) return onExcess(excess);
    timer = setTimeout(check, Math.max(intervalMs, performance.now() - startedAt));
  };
  let timer = setTimeout(check, intervalMs);
  return () => clearTimeout(timer);
};

const excessOf = ({ pid, folder, limits }: Watched): string | undefined => {
  try {
    return folderExcess(folder, limits) ?? memoryExcess(pid, limits.memoryBytes);
  } catch (error) {
    return `it cannot be watched (${String(error)})`;
  }
};

/** The limit that a folder exceeds: disk space, files, or depth. Links are not followed. */
const folderExcess = (
  folder: string,
  { folderBytes, folderFiles }: Watched['limits'],
): string | undefined => {
  let bytes = 0;
  let entries = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    try {
      using entriesOf = opendirSync(next);
      for (let entry = entriesOf.readSync(); entry !== null; entry = entriesOf.readSync()) {
        entries += 1;
        if (entries > folderFiles) return `its folder has more than ${folderFiles} files`;
        const path = join(next, entry.name);
        const stats = lstatSync(path, { throwIfNoEntry: false });
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

const memoryExcess = (leader: number, maxBytes: number): string | undefined => {
  let bytes = 0;
  let counted = 0;
  const processes = [leader];
  for (let pid = processes.pop(); pid !== undefined; pid = processes.pop()) {
    bytes += residentPagesOf(pid) * pageBytes;
    processes.push(...childrenOf(pid));
    counted += 1;
    if (counted >= maxProcesses) break;
  }
  return bytes > maxBytes ? `its processes have more than ${maxBytes} bytes of memory` : undefined;
};

/** 0 of a process that has ended. Source: proc(5), statm. */
const residentPagesOf = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
  } catch (error) {
    unlessGone(error);
    return 0;
  }
};

/** The kernel counts in pages (proc(5)). On machines with larger pages, more memory is allowed. */
const pageBytes = 4096;
