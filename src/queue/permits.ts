import { ServiceError } from '../errors.ts';
import type { AccountLoads } from './account-loads.ts';
import { createFairSemaphore, type FairSemaphore, type Permit } from './fair-semaphore.ts';
import { createPacedRefusals } from './paced-refusals.ts';

/**
 * Of a job that nobody waits for. Its tools get slots that are free while no other job waits, and at most `share` (0 to 1)
 * of all slots, at least one, are in the hands of such jobs of its account.
 */
export type Background = Readonly<{ share: number }>;

/** A request for a permit to run one tool. */
type JobPermitRequest = Readonly<{
  accountId: string;
  /** Grows from job to job. */
  jobNumber: number;
  signal: AbortSignal;
  background?: Background;
  /** Longest wait in milliseconds, then `unavailable`. */
  maxWaitMs?: number;
}>;

/** A job that is admitted. It is new until it has its first permit. */
export type NewJob = Readonly<{
  /** Forgets the job, and returns whether it was refused while it was new. */
  forget: () => boolean;
}>;

/** New jobs of all accounts together that may wait for each slot in an overload. One account may have one. */
const maxNewPerSlot = 4;

type PermitsOptions = Readonly<{
  slots: number;
  loads?: Pick<AccountLoads, 'stateOf' | 'waits'>;
}>;

const calmLoads: PermitsOptions['loads'] = { stateOf: () => 'calm', waits: () => undefined };

/**
 * Permits for `slots` tools at once, granted to the accounts in turn, and for one more of an account that has none: a
 * tool runs up to a minute, and an account whose tools have all slots would make the others wait as long. Within an
 * account, jobs that have begun come first, then the oldest new job. While an account's load is growing, its newest job
 * comes first: some jobs are then done soon, where in turn all would be late. Surplus new jobs of an overloaded account
 * are refused. Jobs in the background come after all others.
 */
export const createPermits = ({ slots, loads = calmLoads }: PermitsOptions) => {
  // Announced jobs without a permit so far. A refused job stays refused.
  const newJobs = new Map<number, 'new' | 'refused'>();
  const refuseLater = createPacedRefusals();

  const isNew = ({ jobNumber, background }: JobPermitRequest): boolean =>
    background === undefined && newJobs.has(jobNumber);

  const choose = (accountId: string): JobPermitRequest | undefined => {
    const state = loads.stateOf(accountId);
    if (state === 'overloaded') shed(accountId);
    const waiting = semaphore.waitingOf(accountId).toSorted(byJob);
    const begun = waiting.find((request) => !isNew(request));
    return begun ?? (state === 'growing' ? waiting.at(-1) : waiting[0]);
  };

  const timedOut = (request: JobPermitRequest): Error => {
    if (isNew(request)) newJobs.set(request.jobNumber, 'refused');
    return busy();
  };

  const semaphore: FairSemaphore<JobPermitRequest> = createFairSemaphore<JobPermitRequest>({
    slots,
    spareSlots: 1,
    slotsOf: (key): number | undefined => {
      const share = semaphore.waitingOf(key)[0]?.background?.share;
      return share === undefined ? undefined : Math.max(1, Math.round(share * slots));
    },
    choose,
    granted: ({ jobNumber }) => void newJobs.delete(jobNumber),
    changed: (accountId) => loads.waits(accountId, newJobsOf(accountId).length),
    timedOut,
  });

  /** Numbers of the account's new jobs that wait, oldest first. */
  const newJobsOf = (accountId: string): readonly number[] => {
    const numbers = semaphore
      .waitingOf(accountId)
      .filter(isNew)
      .map(({ jobNumber }) => jobNumber);
    return [...new Set(numbers)].toSorted((one, other) => one - other);
  };

  /**
   * For overloaded accounts: refuses the account's new jobs except the newest, as many as there are slots.
   * Returns whether another new job may wait.
   */
  const shed = (accountId: string): boolean => {
    const own = newJobsOf(accountId);
    const surplus = new Set(own.slice(0, -slots));
    for (const request of semaphore.waitingOf(accountId)) {
      if (!surplus.has(request.jobNumber)) continue;
      newJobs.set(request.jobNumber, 'refused');
      const reject = semaphore.withdraw(accountId, request);
      refuseLater(() => reject(busy()));
    }
    // Count at most `slots` waiting jobs per account, so that a backlog cannot block everyone.
    const waiting = semaphore
      .keys()
      .reduce((sum, id) => sum + Math.min(newJobsOf(id).length, slots), 0);
    return own.length < slots && waiting < maxNewPerSlot * slots;
  };

  const mayWait = (request: JobPermitRequest): boolean => {
    const { accountId, jobNumber } = request;
    if (!isNew(request) || newJobsOf(accountId).includes(jobNumber)) return true;
    if (newJobs.get(jobNumber) === 'refused') return false;
    return loads.stateOf(accountId) !== 'overloaded' || shed(accountId);
  };

  /**
   * Resolves with a permit when it is the request's turn.
   * @throws ServiceError `unavailable` after `maxWaitMs`, or when overload refuses a new job; the signal's
   * reason when it aborts.
   */
  const acquire = async (request: JobPermitRequest): Promise<Permit> => {
    const { jobNumber, signal, maxWaitMs } = request;
    signal.throwIfAborted();
    if (!mayWait(request)) {
      newJobs.set(jobNumber, 'refused');
      throw busy();
    }
    return semaphore.acquire({ key: keyOf(request), item: request, signal, maxWaitMs });
  };

  const announce = (jobNumber: number): NewJob => {
    newJobs.set(jobNumber, 'new');
    return {
      forget: () => {
        const wasRefused = newJobs.get(jobNumber) === 'refused';
        newJobs.delete(jobNumber);
        return wasRefused;
      },
    };
  };

  /** How many requests wait. Background jobs are left out, since no request waits for them. */
  const waiting = (): number =>
    semaphore
      .keys()
      .flatMap((key) => semaphore.waitingOf(key))
      .filter(({ background }) => background === undefined).length;

  return { acquire, announce, shed, slots, held: semaphore.held, waiting };
};

export type Permits = ReturnType<typeof createPermits>;

/** Jobs in the background have turns of their own, so that they take none of those of the account's other jobs. */
const keyOf = ({ accountId, background }: JobPermitRequest): string =>
  background === undefined ? accountId : `${accountId} in the background`;

/** Oldest job first. Requests of one job keep their order. */
const byJob = (one: JobPermitRequest, other: JobPermitRequest): number =>
  one.jobNumber - other.jobNumber;

const busy = (): ServiceError =>
  new ServiceError('unavailable', 'The service is busy. Try again later.', {
    retryAfterSeconds: 5,
  });
