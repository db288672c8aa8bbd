import { readFileSync } from 'node:fs';

/** CPU time of a process, of all below it, and of those that have ended and were waited for. Milliseconds. */
export const cpuMsOf = (pid: number): number => {
  const children = childrenOf(pid);
  return ticksOf(pid) * msOfTick + children.reduce((sum, child) => sum + cpuMsOf(child), 0);
};

/** CPU time of this process and of the tools that it has started and that have ended. Milliseconds. */
export const ownCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + fieldsOf(process.pid).slice(2, 4).reduce(sumOf, 0) * msOfTick;
};

/** The kernel counts in hundredths of a second (proc(5), stat: utime, stime, cutime, cstime). */
const msOfTick = 10;

const sumOf = (one: number, other: number): number => one + other;

const ticksOf = (pid: number): number => fieldsOf(pid).reduce(sumOf, 0);

/** The four times; 0 of a process that has just ended. */
const fieldsOf = (pid: number): readonly number[] => {
  const stat = textOf(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map(Number);
};

const childrenOf = (pid: number): readonly number[] =>
  textOf(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((id) => id.trim() !== '')
    .map(Number);

/** A file of /proc; empty where the process has ended. */
export const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
