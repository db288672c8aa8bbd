import { ServiceError } from '../errors.ts';

type AccountSlots = { underWay: number; readonly waiting: Set<() => void> };

/** Limits the fetches of each account at once. Waiting ones get a slot in their order. */
export const createFetchSlots = ({
  maxPerAccount,
  maxWaitMs,
}: Readonly<{ maxPerAccount: number; maxWaitMs: number }>) => {
  const accounts = new Map<string, AccountSlots>();

  /**
   * Resolves when `accountId` has fewer than `maxPerAccount` fetches under way. The returned function
   * releases the slot; it may be called more than once.
   * @throws ServiceError `unavailable` after `maxWaitMs`; the signal's reason on abort.
   */
  const take = async (accountId: string, signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted();
    const account = accounts.get(accountId) ?? { underWay: 0, waiting: new Set() };
    accounts.set(accountId, account);
    if (account.underWay < maxPerAccount) account.underWay += 1;
    else await waitForSlot(account, signal, maxWaitMs);
    let isHeld = true;
    return () => {
      if (isHeld) release(accountId, account);
      isHeld = false;
    };
  };

  const release = (accountId: string, account: AccountSlots): void => {
    const [next] = account.waiting;
    if (next !== undefined) return next();
    account.underWay -= 1;
    if (account.underWay === 0) accounts.delete(accountId);
  };
  return { take };
};

/** Waits in the account's queue. Each release passes its slot to the first. */
const waitForSlot = (
  { waiting }: AccountSlots,
  signal: AbortSignal,
  maxWaitMs: number,
): Promise<void> =>
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
