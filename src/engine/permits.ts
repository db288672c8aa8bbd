import { ServiceError } from '../errors.ts';

/** The right to run one tool. Whoever acquires it releases it. */
export type Permit = Readonly<{ release: () => void }>;

/** Who asks: permits go round the accounts, and within one to its oldest job. */
export type Asker = Readonly<{
  accountId: string;
  /** Grows from job to job, so that what has begun is finished first. */
  jobNumber: number;
  signal: AbortSignal;
  /** Longest wait, in milliseconds; then `unavailable`. */
  maxWaitMs?: number;
}>;

export type Permits = Readonly<{
  /**
   * Resolves with a permit when it is the asker's turn.
   * @throws ServiceError `unavailable` after `maxWaitMs`; the signal's reason when it aborts.
   */
  acquire: (asker: Asker) => Promise<Permit>;
  slots: number;
  held: () => number;
  waiting: () => number;
}>;

type Waiter = Readonly<{ jobNumber: number; grant: () => void }>;

/** Permits for `slots` tools at once, handed out fairly between accounts. */
export const createPermits = ({ slots }: { slots: number }): Permits => {
  // Insertion order is the round: the account that was served last goes to the end.
  const queues = new Map<string, Waiter[]>();
  let held = 0;

  const serve = (): void => {
    while (held < slots) {
      const [accountId, queue] = queues.entries().next().value ?? [];
      const waiter = queue?.shift();
      if (accountId === undefined || queue === undefined || waiter === undefined) return;
      queues.delete(accountId);
      if (queue.length > 0) queues.set(accountId, queue);
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
    queue.splice(later === -1 ? queue.length : later, 0, waiter);
    queues.set(accountId, queue);
  };

  const leave = (accountId: string, waiter: Waiter): void => {
    const queue = queues.get(accountId) ?? [];
    const rest = queue.filter((other) => other !== waiter);
    if (rest.length > 0) queues.set(accountId, rest);
    else queues.delete(accountId);
  };

  const acquire: Permits['acquire'] = async ({ accountId, jobNumber, signal, maxWaitMs }) => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const stopWaiting = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const waiter: Waiter = {
      jobNumber,
      grant: () => {
        stopWaiting();
        resolve(permit());
      },
    };
    const giveUp = (reason: unknown): void => {
      stopWaiting();
      leave(accountId, waiter);
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    const onAbort = (): void => giveUp(signal.reason);
    const timer =
      maxWaitMs === undefined ? undefined : setTimeout(() => giveUp(waitedTooLong()), maxWaitMs);
    signal.addEventListener('abort', onAbort);
    enqueue(accountId, waiter);
    serve();
    return promise;
  };

  const waiting = (): number => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  return { acquire, slots, held: () => held, waiting };
};

const waitedTooLong = (): ServiceError =>
  new ServiceError('unavailable', 'The service is busy. Try again later.', {
    retryAfterSeconds: 5,
  });
