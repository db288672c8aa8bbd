import { ServiceError, ShareFull } from '../errors.ts';
import type { AccountLoads } from './account-loads.ts';
import type { Permits } from './permits.ts';
import { createShares } from './shares.ts';

/** A job's right to be in the queue. It is taken before the body is read, and released before the answer. */
export type Admission = Readonly<{
  accountId: string;
  /** Grows from job to job. */
  jobNumber: number;
  release: () => void;
}>;

const retryAfterSeconds = 2;

export type JobQueueOptions = Readonly<{
  maxJobs: number;
  permits: Pick<Permits, 'announce' | 'shed'>;
  loads: Pick<AccountLoads, 'arrived' | 'completed' | 'stateOf'>;
}>;

/** Bounds the jobs under way or waiting, in all and for each account by its share (design, invariant 7). */
export const createJobQueue = (options: JobQueueOptions) => {
  const { maxJobs, permits, loads } = options;
  const shares = createShares();
  let lastNumber = 0;

  /**
   * @throws ServiceError `unavailable` when the queue, or the account's share of it, is full, or when in
   * an overload as many of the account's jobs as may wait for their first tool.
   */
  const admit = (accountId: string): Admission => {
    loads.arrived(accountId);
    // Before the limits, since shedding also makes room in a full queue.
    if (loads.stateOf(accountId) === 'overloaded' && !permits.shed(accountId)) {
      throw full('The service is overloaded. Try again later.');
    }
    const left = maxJobs - shares.total() - 1;
    if (left < 0) throw full('The queue is full. Try again later.');
    if (!shares.mayHold(accountId, 1, left)) {
      const own = shares.of(accountId);
      const message = `The queue holds ${own} jobs of this account already. Try again later.`;
      throw new ShareFull(message, retryAfterSeconds);
    }
    const giveBack = shares.hold(accountId, 1);
    const jobNumber = ++lastNumber;
    const announced = permits.announce(jobNumber);
    let isHeld = true;
    return {
      accountId,
      jobNumber,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        giveBack();
        if (!announced.forget()) loads.completed(accountId);
      },
    };
  };
  return {
    admit,
    /** Admitted jobs that have not been released. */
    size: shares.total,
  };
};

export type JobQueue = ReturnType<typeof createJobQueue>;

const full = (message: string): ServiceError =>
  new ServiceError('unavailable', message, { retryAfterSeconds });
