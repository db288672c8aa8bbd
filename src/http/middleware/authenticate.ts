import type { Accounts } from '../../accounts/accounts.ts';
import type { Counters } from '../../counters/counters.ts';
import { ServiceError } from '../../errors.ts';
import type { RateLimits } from '../../rate-limits/rate-limits.ts';
import type { Middleware } from '../context.ts';
import { setAccountHeaders } from '../respond.ts';

/**
 * Requires a valid API key (HTTP Basic; RFC 7617, specification section 5), checks the account's rate limit,
 * and sets the headers about the account. The user name is ignored: published clients send other names than
 * `api`, or the key as the user name.
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
    setAccountHeaders(ctx, account, await counters.count(account.id));
    await rateLimits.take(account.id, account.requestsPerMinute);
    await next();
  };

/** The key in `user:KEY`, `KEY:` or `KEY`, decoded from Base64. It may belong to no account. */
const apiKeyOf = (authorization: string): string | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const credentials = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = credentials.indexOf(':');
  // A user name has no colon (RFC 7617, section 2). Neither has a key.
  const [user, password] =
    colon === -1 ? [credentials, ''] : [credentials.slice(0, colon), credentials.slice(colon + 1)];
  return password === '' ? user : password;
};
