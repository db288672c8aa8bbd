import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ServiceError } from '../errors.ts';

/** How many requests each account may make. */
export type RateLimits = Readonly<{
  /**
   * Resolves when the account may make one more request. `requestsPerMinute` is the account's present
   * setting, so a change applies to the next request; null: no limit, and nothing is recorded.
   * Rejects with `rate_limit_exceeded` and the seconds until the account's minute ends. A minute starts with
   * the first request in it. Refused requests do not prolong it.
   */
  take: (accountId: string, requestsPerMinute: number | null) => Promise<void>;
}>;

/** Rate limits in the memory of this process: one record for each account with requests in the last minute. */
export const createRateLimits = (): RateLimits => {
  const consume = createMemoryMinutes();
  return {
    take: async (accountId, requestsPerMinute) => {
      if (requestsPerMinute === null) return;
      refuseOver(requestsPerMinute, await consume(accountId));
    },
  };
};

/** The requests of an account in its minute, and how long that still lasts. */
export type Minute = Readonly<{ requests: number; leftMs: number }>;

/** Counts requests in the memory of this process. Each call counts one, and gives the account's minute. */
export const createMemoryMinutes = (): ((accountId: string) => Promise<Minute>) => {
  // The library has one limit for all keys. It only counts here; each account's own limit is compared
  // below.
  const counted = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 });
  return async (accountId) => {
    const { consumedPoints, msBeforeNext } = await counted.consume(accountId);
    return { requests: consumedPoints, leftMs: msBeforeNext };
  };
};

/**
 * @param mayMake Requests that are let through, where these are not all of the limit.
 * @throws ServiceError `rate_limit_exceeded` where there were more.
 */
export const refuseOver = (
  requestsPerMinute: number,
  { requests, leftMs }: Minute,
  mayMake = requestsPerMinute,
): void => {
  if (requests <= mayMake) return;
  const limit = requestsPerMinute === 1 ? '1 request' : `${requestsPerMinute} requests`;
  throw new ServiceError(
    'rate_limit_exceeded',
    `Your account is limited to ${limit} a minute. Leave more time between requests.`,
    { retryAfterSeconds: Math.ceil(leftMs / 1000) },
  );
};
