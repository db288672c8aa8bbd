import { readdirSync } from 'node:fs';
import { textOf } from './cpu.ts';
import { withDescendants } from './cpu-group.ts';

/** CPU time of the service's own processes so far. Milliseconds. */
export type CpuByPart = Readonly<{
  mainThread: number;
  /** Of the server: files, compression and collecting garbage. */
  otherThreads: number;
  launcher: number;
  scorer: number;
}>;

/** CPU by part of the service with process `pid`. Source: /proc/PID/task/TID/schedstat (kernel documentation). */
export const cpuByPart = (pid: number): CpuByPart => {
  const mainThread = cpuOfThread(pid, pid);
  const others = withDescendants(pid).slice(1);
  const cpuOf = (program: string): number =>
    others
      .filter((each) => textOf(`/proc/${each}/cmdline`).split('\0').some(isFile(program)))
      .reduce((sum, each) => sum + cpuOfProcess(each), 0);
  return {
    mainThread,
    otherThreads: cpuOfProcess(pid) - mainThread,
    launcher: cpuOf('process/launcher-process.ts'),
    scorer: cpuOf('scorer/process.ts'),
  };
};

const isFile =
  (name: string) =>
  (argument: string): boolean =>
    argument.endsWith(`/${name}`);

const cpuOfProcess = (pid: number): number => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    return threads.reduce((sum, thread) => sum + cpuOfThread(pid, thread), 0);
  } catch {
    // It has ended.
    return 0;
  }
};

const cpuOfThread = (pid: number, thread: number): number =>
  Number(textOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e6;
