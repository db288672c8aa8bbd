import type { Accounts } from '../../accounts/accounts.ts';
import type { Counters } from '../../counters/counters.ts';
import { ServiceError } from '../../errors.ts';
import type { AddressLimits } from '../../rate-limits/request-limits.ts';
import { clientNetwork } from '../../net/ip-ranges.ts';
import { validatorOf } from '../../schema.ts';
import type { Register } from '../../service/register.ts';
import { type Valid, validate as check } from '../../validators/key.ts';
import type { MinRate } from '../body/min-rate.ts';
import type { Middleware } from '../context.ts';
import { readRequiredJson, validated } from '../body/json-body.ts';
import { setAccountHeaders, respondWithJson } from '../respond.ts';

export type KeyRouteOptions = Readonly<{
  accounts: Accounts;
  counters: Counters;
  /** By address, since the client has no account yet. */
  keyChecks: AddressLimits;
}>;

/**
 * `GET` and `HEAD /keys/<key>`: whether an account has this key, and its counts. The WordPress plugin checks
 * keys by it. `Authorization` is ignored. The answer has a body because the plugin treats an empty one as a
 * failure.
 * @throws ServiceError `rate_limit_exceeded`, `not_found`.
 */
export const keyRoute =
  ({ accounts, counters, keyChecks }: KeyRouteOptions): Middleware =>
  async (ctx) => {
    await keyChecks.take(clientNetwork(ctx.state.address));
    const { key } = ctx['params'] as { key: string };
    const account = await accounts.findByKey(key);
    if (account === undefined) throw new ServiceError('not_found', 'No account has this key.');
    ctx.state.account = account;
    setAccountHeaders(ctx, account, await counters.count(account.id));
    ctx.set('Cache-Control', 'no-store');
    respondWithJson(ctx, 200, {});
  };

const validate = validatorOf<Valid>(check);

export type NewKeyRouteOptions = Readonly<{
  register: Register;
  registrations: AddressLimits;
  minRate: MinRate;
}>;

/**
 * `POST /keys`: creates an account, where registration is open or needs approval, and answers with its key. Until
 * an approval, `GET /keys/<key>` answers 404, which the WordPress plugin shows as an activation that is to follow.
 * @throws ServiceError `registration_closed`, `rate_limit_exceeded`, `bad_request`.
 */
export const newKeyRoute =
  ({ register, registrations, minRate }: NewKeyRouteOptions): Middleware =>
  async (ctx) => {
    register.checkOpen();
    // Before the body is read, so that invalid bodies count too.
    await registrations.take(clientNetwork(ctx.state.address));
    const { email, name } = validated(validate, await readRequiredJson(ctx, minRate));
    const registered = await register.register({ email, name: name || nameFor(email) });
    ctx.state.account = registered.account;
    ctx.set('Cache-Control', 'no-store');
    respondWithJson(ctx, 202, { key: registered.key });
  };

/** The name for an account without one: the e-mail address, cut to the longest name. */
const nameFor = (email: string): string => [...email].slice(0, longestName).join('');

/** Characters (`schemas/requests/key.json`). */
const longestName = 200;
