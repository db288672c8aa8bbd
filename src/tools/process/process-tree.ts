import { readFileSync } from 'node:fs';

/** Process ids of the children of a process; empty when it has ended. Source: proc(5), children. */
export const childrenOf = (pid: number | undefined): readonly number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
};

/** Signals a process, or with a negative number a process group. Does nothing when it has ended. */
export const sendSignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // ESRCH: it has ended.
  }
};
