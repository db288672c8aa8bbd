import type { Accounts } from '../../accounts/accounts.ts';
import type { Counters } from '../../counters/counters.ts';
import { ServiceError } from '../../errors.ts';
import type { RateLimits } from '../../rate-limits/request-limits.ts';
import type { Context, Middleware } from '../context.ts';
import { setAccountHeaders } from '../respond.ts';

/**
 * Requires a valid API key (HTTP Basic; RFC 7617, specification section 5), checks the account's rate limit,
 * and sets the headers about the account. The user name is ignored: published clients send other names than
 * `api`, or the key as the user name.
 * @throws ServiceError `unauthorized`, `rate_limit_exceeded`, `unavailable` while counts cannot be read.
 */
export const authenticate =
  ({
    accounts,
    counters,
    rateLimits,
    goesOnUncounted = async () => false,
    whenBack = async () => undefined,
  }: {
    accounts: Accounts;
    counters: Counters;
    rateLimits: RateLimits;
    /** Whether a request is answered although the count is not known. None is by default. */
    goesOnUncounted?: (ctx: Context) => Promise<boolean>;
    /** Resolves when counts may be readable again, and after some seconds. */
    whenBack?: () => Promise<void>;
  }): Middleware =>
  async (ctx, next) => {
    const key = apiKeyOf(ctx.get('Authorization'));
    const account = key === undefined ? undefined : await accounts.findByKey(key);
    if (account === undefined) throw new ServiceError('unauthorized', 'Credentials are invalid.');
    ctx.state.account = account;
    const count = await counters.count(account.id).catch(async (error: unknown) => {
      if (await goesOnUncounted(ctx)) return undefined;
      // A short interruption is not noticed. And a node that is cut off alone refuses slowly: a balancer that
      // sends requests to the node with the fewest would send nearly all to one that refuses at once.
      await whenBack();
      return counters.count(account.id).catch(() => {
        throw error;
      });
    });
    setAccountHeaders(ctx, account, count);
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
