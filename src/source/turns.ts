import { ServiceError } from '../errors.ts';

export type Turns = Readonly<{
  /**
   * Waits until fewer than the most of `accountId` are under way; the given function ends the turn, and
   * may be called again.
   * @throws ServiceError `unavailable` after the longest wait; the signal's reason on abort.
   */
  take: (accountId: string, signal: AbortSignal) => Promise<() => void>;
}>;

export type TurnsOptions = Readonly<{ maxPerAccount: number; maxWaitMs: number }>;

type Line = { underWay: number; readonly waiting: Set<() => void> };

/** Turns at something that each account may do so many times at once, first come, first served. */
export const createTurns = ({ maxPerAccount, maxWaitMs }: TurnsOptions): Turns => {
  const lines = new Map<string, Line>();

  const take: Turns['take'] = async (accountId, signal) => {
    signal.throwIfAborted();
    const line = lines.get(accountId) ?? { underWay: 0, waiting: new Set() };
    lines.set(accountId, line);
    if (line.underWay < maxPerAccount) line.underWay += 1;
    else await turnIn(line, signal, maxWaitMs);
    let isTaken = true;
    return () => {
      if (isTaken) pass(accountId, line);
      isTaken = false;
    };
  };

  const pass = (accountId: string, line: Line): void => {
    const [next] = line.waiting;
    if (next !== undefined) return next();
    line.underWay -= 1;
    if (line.underWay === 0) lines.delete(accountId);
  };
  return { take };
};

/** Waits in a queue. The end of one turn starts the next. */
const turnIn = ({ waiting }: Line, signal: AbortSignal, maxWaitMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.delete(begin);
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const begin = (): void => {
      leave();
      resolve();
    };
    const onAbort = (): void => {
      leave();
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      leave();
      reject(tooMany());
    }, maxWaitMs);
    signal.addEventListener('abort', onAbort);
    waiting.add(begin);
  });

const tooMany = (): ServiceError =>
  new ServiceError('unavailable', 'Too many sources of your account are being fetched.', {
    retryAfterSeconds: 5,
  });
