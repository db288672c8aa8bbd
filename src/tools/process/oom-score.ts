import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Makes the kernel kill a process before this one and the service when memory runs out, so that one job
 * fails and the service continues. Processes that it starts inherit the score. Does nothing where there
 * is no /proc, or where the process belongs to another user. Source: proc(5), oom_score_adj.
 */
export const raiseOomScore = (pid: number | undefined): void => {
  try {
    writeFileSync(scoreOf(pid ?? 0), String(score));
  } catch {
    // The process was not started, or has ended.
  }
};

const scoreOf = (pid: number | 'self'): string => `/proc/${pid}/oom_score_adj`;

const ownScore = (): number => {
  try {
    return Number(readFileSync(scoreOf('self'), 'latin1'));
  } catch {
    return 0;
  }
};

const maxScore = 1000;
/** Counts as half of all memory in addition, which is more than the service ever uses. */
const score = Math.min(maxScore, ownScore() + maxScore / 2);
