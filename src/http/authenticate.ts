import type { Accounts } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import { ServiceError } from '../errors.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { Middleware } from './context.ts';
import { presentCount } from './present.ts';

/**
 * Lets only requests with a valid API key pass (HTTP Basic, user name `api`; RFC 7617, specification
 * section 5), within the account's rate, and tells them their count.
 * @throws ServiceError `unauthorized`, `rate_limit_exceeded`.
 */
export const authenticate =
  ({
    accounts,
    counters,
    rateLimits,
  }: {
    accounts: Accounts;
    counters: Counters;
    rateLimits: RateLimits;
  }): Middleware =>
  async (ctx, next) => {
    const key = apiKeyOf(ctx.get('Authorization'));
    const account = key === undefined ? undefined : await accounts.findByKey(key);
    if (account === undefined) throw new ServiceError('unauthorized', 'Credentials are invalid.');
    ctx.state.account = account;
    presentCount(ctx, account, counters.count(account.id));
    await rateLimits.take(account.id, account.requestsPerMinute);
    await next();
  };

const apiKeyOf = (authorization: string): string | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const credentials = Buffer.from(encoded, 'base64').toString('utf8');
  return credentials.startsWith('api:') ? credentials.slice('api:'.length) : undefined;
};
