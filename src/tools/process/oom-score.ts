import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Lets the kernel end a process before this one and the service when memory runs out, whichever uses
 * more: one job fails, and the service lives on. What the process starts inherits that, as far as it
 * may: the kernel chooses where there is no /proc, and for programs of other users. Source: proc(5).
 */
export const makeExpendable = (pid: number | undefined): void => {
  try {
    writeFileSync(scoreOf(pid ?? 0), String(score));
  } catch {
    // It was not started, or has ended already.
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
/** As if it used half of all memory more than it does: by itself the service is never as large. */
const score = Math.min(maxScore, ownScore() + maxScore / 2);
