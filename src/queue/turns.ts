import { ServiceError } from '../errors.ts';
import { createFairSemaphore } from './fair-semaphore.ts';

/**
 * Who asks for work: the network of the client, and the account that it is for. `isKnown`: on a device that the account
 * has signed in on, whose places strangers cannot take.
 */
export type Asker = Readonly<{ network: string; account: string; isKnown?: boolean }>;

/**
 * Does `work` when it is the asker's turn.
 * @throws ServiceError `unavailable` at once, where too much waits already; what `work` throws.
 */
export type InTurn = <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result>;

type TurnsOptions = Readonly<{
  atOnce: number;
  /** A timer and a clock, in milliseconds, but for tests that count them. */
  pause: (milliseconds: number) => Promise<unknown>;
  now: () => number;
}>;

/** What may wait of one network, and of one account from all networks, so that neither delays the others for long. */
const maxWaitingOfOne = 2;

/** What may wait in all, and once more of those that are known: a few seconds. */
const maxWaiting = 20;

/**
 * Where others wait, the next one begins after a pause of this many times what the last one took, so that many people
 * who sign in at once take a quarter of these processors. Under load a hash takes long, and the pause has an end.
 */
const pausePerTurn = 3;
const longestPauseMs = 250;

const never = new AbortController().signal;

/** Turns of work that is `atOnce` at most, such as hashes of passwords, given to the networks one after the other. */
export const createTurns = ({ atOnce, pause, now }: TurnsOptions): InTurn => {
  const semaphore = createFairSemaphore<Asker>({ slots: atOnce, timedOut: busy });

  const mayWait = ({ network, account, isKnown }: Asker): boolean => {
    const all = semaphore
      .keys()
      .flatMap((key) => semaphore.waitingOf(key))
      .filter((asker) => asker.isKnown === isKnown);
    const ofAccount = all.filter((asker) => asker.account === account).length;
    const ofNetwork = all.filter((asker) => asker.network === network).length;
    return Math.max(ofAccount, ofNetwork) < maxWaitingOfOne && all.length < maxWaiting;
  };

  return async ({ network, account, isKnown = false }, work) => {
    const asker = { network, account, isKnown };
    if (semaphore.held() >= atOnce && !mayWait(asker)) throw busy();
    const permit = await semaphore.acquire({ key: network, item: asker, signal: never });
    const startedAt = now();
    const handOver = async (): Promise<void> => {
      const pauseMs = Math.min(longestPauseMs, pausePerTurn * (now() - startedAt));
      if (semaphore.waiting() > 0) await pause(pauseMs);
      permit.release();
    };
    try {
      return await work();
    } finally {
      void handOver();
    }
  };
};

const busy = (): ServiceError =>
  new ServiceError('unavailable', 'Too many people sign in right now. Try again.', {
    retryAfterSeconds: 2,
  });
