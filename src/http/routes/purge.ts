import { AddressError, invalid } from '../../delivery/address-error.ts';
import type { Purge } from '../../delivery/result-keys.ts';
import type { Context, Middleware } from '../context.ts';
import { cacheTagOf, respondWithRefusal } from '../delivery-answer.ts';
import { respondWithJson } from '../respond.ts';

/** Where results are purged. */
const path = '/delivery';

/**
 * `DELETE /delivery?source=...` by an administrator: results of the source that are there are not delivered any more.
 * It answers with the name of the source and its `Cache-Tag`, by which caches purge too. All else is passed on.
 */
export const purgeRoute =
  ({ purge, authenticated }: Readonly<{ purge: Purge; authenticated: Middleware }>): Middleware =>
  (ctx, next) => {
    if (ctx.method !== 'DELETE' || ctx.path !== path) return next();
    return authenticated(ctx, () => answer(ctx, purge));
  };

const answer = async (ctx: Context, purge: Purge): Promise<void> => {
  try {
    if (ctx.state.account?.role !== 'admin') {
      throw new AddressError('forbidden', 'Only an administrator purges.');
    }
    const { source } = ctx.query;
    if (typeof source !== 'string') throw invalid(`Expected ${path}?source=SOURCE.`);
    const place = await purge(source);
    ctx.state.notes['purged'] = place.name;
    ctx.set('Cache-Control', 'no-store');
    respondWithJson(ctx, 200, { source: place.name, tag: cacheTagOf(place) });
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    respondWithRefusal(ctx, error);
  }
};
