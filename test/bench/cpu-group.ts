import { existsSync, globSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A control group that counts the CPU time of a process, of all below it, and of those that have ended. */
export type CpuGroup = Readonly<{
  /** CPU time since the group was made, user and system. Milliseconds. */
  cpuMs: () => number;
  /** To be called when its processes have ended. */
  remove: () => void;
}>;

/**
 * A group of the process `pid` and of all that it has started and will start, in any sandbox. `cpuMsOf`
 * misses what ran in bwrap, whose first process does not wait for the others.
 * @throws Error where control groups cannot be made (cgroups(7)): that takes root.
 */
export const createCpuGroup = (pid: number, name: string): CpuGroup => {
  const version = versions.find(({ folder, counter }) => existsSync(join(folder, counter)));
  if (version === undefined)
    throw new Error('CPU is measured by cgroups, and /sys/fs/cgroup has none');
  const { folder, counter, cpuMsFrom } = version;
  const group = join(folder, `shrinkd-bench-${process.pid}-${name}`);
  try {
    mkdirSync(group);
  } catch (cause) {
    throw new Error(`CPU is measured by cgroups: run this as a user who may make ${group}`, {
      cause,
    });
  }
  addAll(group, pid);
  const read = (): number => cpuMsFrom(readFileSync(join(group, counter), 'utf8'));
  const before = read();
  return { cpuMs: () => read() - before, remove: () => rmdirSync(group) };
};

/** A process that starts another before it is in the group does not take it along, so they are listed again. */
const addAll = (group: string, pid: number): void => {
  const added = new Set<number>();
  for (;;) {
    const found = withDescendants(pid).filter((member) => !added.has(member));
    if (found.length === 0) return;
    for (const member of found) {
      addTo(group, member);
      added.add(member);
    }
  }
};

/** A process that has ended since it was listed is left out (ESRCH). */
const addTo = (group: string, pid: number): void => {
  try {
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Version 1 where the kernel has it, else version 2. */
const versions = [
  {
    folder: '/sys/fs/cgroup/cpuacct',
    counter: 'cpuacct.usage',
    cpuMsFrom: (nanoseconds: string): number => Number(nanoseconds) / 1e6,
  },
  {
    folder: '/sys/fs/cgroup',
    counter: 'cpu.stat',
    cpuMsFrom: (text: string): number => Number(/usage_usec (\d+)/.exec(text)?.[1]) / 1e3,
  },
];

/** Ids of the process `pid` and of all below it. */
export const withDescendants = (pid: number): readonly number[] => [
  pid,
  ...childrenOf(pid).flatMap(withDescendants),
];

/** Of all threads: a process belongs to the thread that started it. */
const childrenOf = (pid: number): readonly number[] =>
  globSync(`/proc/${pid}/task/*/children`).flatMap((file) =>
    (existsSync(file) ? readFileSync(file, 'utf8') : '')
      .split(' ')
      .filter((id) => id.trim() !== '')
      .map(Number),
  );
