import { ServiceError } from '../errors.ts';
import { createFarewell } from './paced-refusals.ts';
import type { Tide } from './load-meter.ts';

/** The right to run one tool. Whoever acquires it releases it. */
export type Permit = Readonly<{ release: () => void }>;

/** Who asks: permits go round the accounts, and within one to what has begun, then to its oldest job. */
export type Asker = Readonly<{
  accountId: string;
  /** Grows from job to job. */
  jobNumber: number;
  signal: AbortSignal;
  /** Longest wait, in milliseconds; then `unavailable`. */
  maxWaitMs?: number;
}>;

/**
 * A job that is to come. Until it has its first permit it is new: while an account's new jobs become ever
 * more the newest goes first, and in an overload few of them may wait.
 */
export type Announced = Readonly<{
  /** Forgets the job; tells whether it was sent away as `unavailable` while it was new. */
  forget: () => boolean;
}>;

export type Permits = Readonly<{
  /**
   * Resolves with a permit when it is the asker's turn.
   * @throws ServiceError `unavailable` after `maxWaitMs`, or when a new job has to go in an overload; the
   * signal's reason when it aborts.
   */
  acquire: (asker: Asker) => Promise<Permit>;
  announce: (jobNumber: number) => Announced;
  /**
   * In an overload only the account's newest new jobs stay, as many as there are slots: sends the
   * others away, and tells whether another may wait.
   */
  makeRoom: (accountId: string) => boolean;
  /** New jobs that wait, of one account where it is given. */
  newWaiting: (accountId?: string) => number;
  slots: number;
  held: () => number;
  waiting: () => number;
}>;

type Waiter = Readonly<{ jobNumber: number; grant: () => void; refuse: () => void }>;

/** In an overload so many new jobs of all accounts wait for each slot; of one account, one. */
const mostNew = 4;

export type PermitsOptions = Readonly<{
  slots: number;
  /** What holds for an account's jobs. */
  tideOf?: (accountId: string) => Tide;
}>;

/** Permits for `slots` tools at once, handed out fairly between accounts. */
export const createPermits = ({ slots, tideOf = () => 'calm' }: PermitsOptions): Permits => {
  // Insertion order is the round: the account that was served last goes to the end.
  const queues = new Map<string, readonly Waiter[]>();
  // The announced jobs that have had no permit yet. What is sent away once stays so, whatever it asks for.
  const news = new Map<number, 'new' | 'sent away'>();
  const farewell = createFarewell();
  let held = 0;

  const isNew = ({ jobNumber }: Pick<Asker, 'jobNumber'>): boolean => news.has(jobNumber);

  const newJobsOf = (accountId: string): readonly number[] => {
    const waiters = queues.get(accountId)?.filter(isNew) ?? [];
    return [...new Set(waiters.map(({ jobNumber }) => jobNumber))];
  };

  const nextOf = (accountId: string): Waiter | undefined => {
    const tide = tideOf(accountId);
    if (tide === 'overloaded') makeRoom(accountId);
    const queue = queues.get(accountId) ?? [];
    const begun = queue.find((waiter) => !isNew(waiter));
    return begun ?? (tide === 'growing' ? queue.at(-1) : queue[0]);
  };

  const serve = (): void => {
    while (held < slots) {
      const accountId = queues.keys().next().value;
      const waiter = accountId === undefined ? undefined : nextOf(accountId);
      if (accountId === undefined || waiter === undefined) return;
      leave(accountId, waiter);
      const rest = queues.get(accountId);
      queues.delete(accountId);
      if (rest !== undefined) queues.set(accountId, rest);
      news.delete(waiter.jobNumber);
      held += 1;
      waiter.grant();
    }
  };

  const permit = (): Permit => {
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      held -= 1;
      serve();
    };
    return { release };
  };

  const enqueue = (accountId: string, waiter: Waiter): void => {
    const queue = queues.get(accountId) ?? [];
    const later = queue.findIndex(({ jobNumber }) => jobNumber > waiter.jobNumber);
    queues.set(accountId, queue.toSpliced(later === -1 ? queue.length : later, 0, waiter));
  };

  const leave = (accountId: string, waiter: Waiter): void => {
    const queue = queues.get(accountId) ?? [];
    const rest = queue.filter((other) => other !== waiter);
    if (rest.length > 0) queues.set(accountId, rest);
    else queues.delete(accountId);
  };

  const sendAway = (accountId: string, waiter: Waiter): void => {
    leave(accountId, waiter);
    news.set(waiter.jobNumber, 'sent away');
    farewell(waiter.refuse);
  };

  const makeRoom: Permits['makeRoom'] = (accountId) => {
    const own = newJobsOf(accountId);
    const old = new Set(own.slice(0, -slots));
    for (const waiter of queues.get(accountId) ?? []) {
      if (old.has(waiter.jobNumber)) sendAway(accountId, waiter);
    }
    // Who has more waiting from before the overload takes no more room than who has as many as he may.
    const all = [...queues.keys()].reduce(
      (sum, id) => sum + Math.min(newJobsOf(id).length, slots),
      0,
    );
    return own.length < slots && all < mostNew * slots;
  };

  /** @throws ServiceError `unavailable` where a new job may not even wait. */
  const checkRoom = (asker: Asker): void => {
    const { accountId, jobNumber } = asker;
    if (!isNew(asker) || newJobsOf(accountId).includes(jobNumber)) return;
    const isAway = news.get(jobNumber) === 'sent away';
    if (!isAway && (tideOf(accountId) !== 'overloaded' || makeRoom(accountId))) return;
    news.set(jobNumber, 'sent away');
    throw busy();
  };

  const acquire: Permits['acquire'] = async (asker) => {
    const { accountId, jobNumber, signal, maxWaitMs } = asker;
    signal.throwIfAborted();
    checkRoom(asker);
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const stopWaiting = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const giveUp = (reason: unknown): void => {
      stopWaiting();
      leave(accountId, waiter);
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    const waiter: Waiter = {
      jobNumber,
      grant: () => {
        stopWaiting();
        resolve(permit());
      },
      refuse: () => {
        if (isNew(waiter)) news.set(jobNumber, 'sent away');
        giveUp(busy());
      },
    };
    const onAbort = (): void => giveUp(signal.reason);
    const timer = maxWaitMs === undefined ? undefined : setTimeout(waiter.refuse, maxWaitMs);
    signal.addEventListener('abort', onAbort);
    enqueue(accountId, waiter);
    serve();
    return promise;
  };

  const announce: Permits['announce'] = (jobNumber) => {
    news.set(jobNumber, 'new');
    return {
      forget: () => {
        const isAway = news.get(jobNumber) === 'sent away';
        news.delete(jobNumber);
        return isAway;
      },
    };
  };

  const waiting = (): number => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  const newWaiting: Permits['newWaiting'] = (accountId) => {
    const asked = accountId === undefined ? [...queues.keys()] : [accountId];
    return asked.reduce((sum, id) => sum + newJobsOf(id).length, 0);
  };
  return { acquire, announce, makeRoom, newWaiting, slots, held: () => held, waiting };
};

const busy = (): ServiceError =>
  new ServiceError('unavailable', 'The service is busy. Try again later.', {
    retryAfterSeconds: 5,
  });
