import { ServiceError } from '../errors.ts';
import type { AccountLoads } from './account-loads.ts';
import type { Permits } from './permits.ts';

/** A job's right to be in the queue. It is taken before the body is read, and released before the answer. */
export type Admission = Readonly<{
  accountId: string;
  /** Grows from job to job. */
  jobNumber: number;
  release: () => void;
}>;

export type JobQueue = Readonly<{
  /**
   * @throws ServiceError `unavailable` when the queue, or the account's share of it, is full, or when in
   * an overload as many of the account's jobs as may wait for their first tool.
   */
  admit: (accountId: string) => Admission;
  /** Admitted jobs that have not been released. */
  size: () => number;
}>;

const retryAfterSeconds = 2;

export type JobQueueOptions = Readonly<{
  maxJobs: number;
  maxJobsPerAccount: number;
  permits: Pick<Permits, 'announce' | 'shed'>;
  loads: Pick<AccountLoads, 'arrived' | 'completed' | 'stateOf'>;
}>;

/** Bounds the jobs under way or waiting, in all and for each account (design, invariant 7). */
export const createJobQueue = (options: JobQueueOptions): JobQueue => {
  const { maxJobs, maxJobsPerAccount, permits, loads } = options;
  const jobsOf = new Map<string, number>();
  let size = 0;
  let lastNumber = 0;

  const countOut = (accountId: string): void => {
    const rest = (jobsOf.get(accountId) ?? 1) - 1;
    if (rest > 0) jobsOf.set(accountId, rest);
    else jobsOf.delete(accountId);
    size -= 1;
  };

  const admit: JobQueue['admit'] = (accountId) => {
    loads.arrived(accountId);
    // Before the limits, since shedding also makes room in a full queue.
    if (loads.stateOf(accountId) === 'overloaded' && !permits.shed(accountId)) {
      throw full('The service is overloaded. Try again later.');
    }
    const own = jobsOf.get(accountId) ?? 0;
    if (size >= maxJobs) throw full('The queue is full. Try again later.');
    if (own >= maxJobsPerAccount) {
      throw full(`The queue holds ${own} jobs of this account already. Try again later.`);
    }
    jobsOf.set(accountId, own + 1);
    size += 1;
    const jobNumber = ++lastNumber;
    const announced = permits.announce(jobNumber);
    let isHeld = true;
    return {
      accountId,
      jobNumber,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        countOut(accountId);
        if (!announced.forget()) loads.completed(accountId);
      },
    };
  };
  return { admit, size: () => size };
};

const full = (message: string): ServiceError =>
  new ServiceError('unavailable', message, { retryAfterSeconds });
