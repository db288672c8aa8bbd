import { ServiceError } from '../errors.ts';

/** A place in the queue, taken before a request's body is read and given back when it is answered. */
export type Place = Readonly<{
  accountId: string;
  /** Grows from job to job. */
  jobNumber: number;
  leave: () => void;
}>;

export type Admission = Readonly<{
  /** @throws ServiceError `unavailable` when the queue, or the account's share of it, is full. */
  enter: (accountId: string) => Place;
  /** Jobs inside. */
  inside: () => number;
}>;

const retryAfterSeconds = 2;

/** Bounds the jobs under way or waiting, in all and for each account (design, invariant 7). */
export const createAdmission = ({
  maxJobs,
  maxJobsPerAccount,
}: {
  maxJobs: number;
  maxJobsPerAccount: number;
}): Admission => {
  const jobsOf = new Map<string, number>();
  let inside = 0;
  let lastNumber = 0;

  const leave = (accountId: string): void => {
    const rest = (jobsOf.get(accountId) ?? 1) - 1;
    if (rest > 0) jobsOf.set(accountId, rest);
    else jobsOf.delete(accountId);
    inside -= 1;
  };

  const enter: Admission['enter'] = (accountId) => {
    const own = jobsOf.get(accountId) ?? 0;
    if (inside >= maxJobs) throw full('The queue is full. Try again later.');
    if (own >= maxJobsPerAccount) {
      throw full(`The queue holds ${own} jobs of this account already. Try again later.`);
    }
    jobsOf.set(accountId, own + 1);
    inside += 1;
    let isInside = true;
    return {
      accountId,
      jobNumber: ++lastNumber,
      leave: () => {
        if (isInside) leave(accountId);
        isInside = false;
      },
    };
  };
  return { enter, inside: () => inside };
};

const full = (message: string): ServiceError =>
  new ServiceError('unavailable', message, { retryAfterSeconds });
