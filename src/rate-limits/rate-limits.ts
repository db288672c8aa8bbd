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
  // The library has one limit for all keys. It only counts here; each account's own limit is compared
  // below.
  const requests = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 });

  const take: RateLimits['take'] = async (accountId, requestsPerMinute) => {
    if (requestsPerMinute === null) return;
    const { consumedPoints, msBeforeNext } = await requests.consume(accountId);
    if (consumedPoints > requestsPerMinute) throw limitExceeded(requestsPerMinute, msBeforeNext);
  };

  return { take };
};

const limitExceeded = (requestsPerMinute: number, waitMs: number): ServiceError => {
  const limit = requestsPerMinute === 1 ? '1 request' : `${requestsPerMinute} requests`;
  return new ServiceError(
    'rate_limit_exceeded',
    `Your account is limited to ${limit} a minute. Leave more time between requests.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  );
};
