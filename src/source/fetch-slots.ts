import { ServiceError } from '../errors.ts';
import { createFairSemaphore } from '../queue/fair-semaphore.ts';

/** Limits the fetches of each account at once. Waiting ones get a slot in their order. */
export const createFetchSlots = ({
  maxPerAccount,
  maxWaitMs,
}: Readonly<{ maxPerAccount: number; maxWaitMs: number }>) => {
  const semaphore = createFairSemaphore<object>({
    slots: Infinity,
    slotsOf: () => maxPerAccount,
    timedOut: tooMany,
  });
  return {
    /**
     * Resolves when `accountId` has fewer than `maxPerAccount` fetches under way. The returned function
     * releases the slot; it may be called more than once.
     * @throws ServiceError `unavailable` after `maxWaitMs`; the signal's reason on abort.
     */
    take: async (accountId: string, signal: AbortSignal): Promise<() => void> => {
      const { release } = await semaphore.acquire({ key: accountId, item: {}, signal, maxWaitMs });
      return release;
    },
  };
};

const tooMany = (): ServiceError =>
  new ServiceError('unavailable', 'Too many sources of your account are being fetched.', {
    retryAfterSeconds: 5,
  });
