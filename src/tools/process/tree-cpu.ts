import { readdirSync, readFileSync } from 'node:fs';

/**
 * Seconds of CPU that this process, the processes that it has started and those that have ended have taken, by /proc
 * (proc_pid_stat(5)). A process that has ended counts once its parent has waited for it, so ask while no tool runs.
 */
export const treeCpuSeconds = (): number => {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)));
  const tree = new Set([process.pid]);
  // A set gives what is added while it is read, too.
  for (const pid of tree) {
    for (const each of processes) if (each.parent === pid) tree.add(each.pid);
  }
  const ticks = processes
    .filter(({ pid }) => tree.has(pid))
    .reduce((sum, process) => sum + process.ticks, 0);
  return ticks / ticksPerSecond;
};

/** USER_HZ, which is 100 on all processors that Node runs on. */
const ticksPerSecond = 100;

type Process = Readonly<{ pid: number; parent: number; ticks: number }>;

/** None for a process that has ended meanwhile. */
const statOf = (pid: number): readonly Process[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before may have spaces and parentheses. State is the first field behind it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    // utime, stime, cutime and cstime.
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return [{ pid, parent, ticks }];
  } catch {
    return [];
  }
};
