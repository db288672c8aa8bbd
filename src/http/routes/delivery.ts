import { AddressError } from '../../delivery/address-error.ts';
import type { Deliver, Delivered } from '../../delivery/deliver.ts';
import { hintsOf } from '../../delivery/hints.ts';
import { otherServers } from '../../delivery/other-servers.ts';
import { addressIn, checkLength, signedPathOf, type SignedPath } from '../../delivery/target.ts';
import { ServiceError } from '../../errors.ts';
import { clientNetwork } from '../../net/ip-ranges.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { requireMatch, respondWithImageFile } from '../body/image-file.ts';
import type { Context, Middleware } from '../context.ts';
import { respondWithFailure, respondWithRefusal, setDeliveryHeaders } from '../delivery-answer.ts';
import { asServiceError } from '../errors.ts';

export type DeliveryRouteOptions = Readonly<{
  deliver: Deliver;
  /** Where addresses begin, such as `/img`. */
  prefix: string;
  /** Whether requests are answered as other servers take them, and where their paths begin. */
  other: Readonly<{ next: boolean; ipx: boolean; base: string }>;
  ttlSeconds: number;
  allowOrigin: string;
  now: () => number;
  onAnswer: Metrics['delivery'];
}>;

/**
 * `GET` and `HEAD` of the addresses below the prefix, by the raw target of the request: a decoded one could not be
 * checked. All other requests are passed on.
 */
export const deliveryRoute = (
  options: DeliveryRouteOptions & Readonly<{ log: Log }>,
): Middleware => {
  const { onAnswer, log } = options;
  return async (ctx, next) => {
    const form = formOf(ctx, options);
    if (form === undefined) return next();
    try {
      await answer(ctx, options, form);
    } catch (error) {
      // The client has disconnected.
      if (ctx.state.gone.aborted) throw error;
      if (error instanceof AddressError) {
        const refusal = form === 'next' ? new AddressError('refused', error.message) : error;
        Object.assign(ctx.state.notes, { refused: error.problem, message: error.message });
        onAnswer('refused');
        return respondWithRefusal(ctx, refusal);
      }
      onAnswer('failed');
      respondWithFailure(ctx, asServiceError(error, ctx, log));
    }
  };
};

/** At the root, a single segment is another path. */
const isBelow = (address: string, prefix: string): boolean =>
  prefix === '' ? /^\/[^/?]+\//.test(address) : address.startsWith(`${prefix}/`);

/** Whose addresses a request has the form of. */
type Form = 'own' | keyof typeof otherServers;

/** Undefined for a request of others. */
const formOf = (ctx: Context, { prefix, other }: DeliveryRouteOptions): Form | undefined => {
  const address = addressIn(ctx.req.url ?? '');
  if (other.next && /^\/_next\/image(\?|$)/.test(address)) return 'next';
  if (other.ipx && address.startsWith('/_ipx/')) return 'ipx';
  return isBelow(address, prefix) ? 'own' : undefined;
};

/** The path that a request asks for. @throws AddressError. */
const pathOf = (ctx: Context, form: Form, { prefix, other }: DeliveryRouteOptions): SignedPath => {
  const { url = '' } = ctx.req;
  checkLength(url);
  const address = addressIn(url);
  return form === 'own' ? signedPathOf(address, prefix) : otherServers[form](address, other.base);
};

const answer = async (ctx: Context, options: DeliveryRouteOptions, form: Form): Promise<void> => {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    ctx.set('Allow', 'GET, HEAD');
    throw new ServiceError('method_not_allowed', `This path does not take ${ctx.method}.`);
  }
  const delivered = await options.deliver({
    ...pathOf(ctx, form, options),
    accepted: ctx.accepts(),
    hints: hintsOf((name) => ctx.get(name)),
    network: clientNetwork(ctx.state.address),
    requestId: ctx.state.requestId,
    signal: ctx.state.gone,
  });
  const { account, result, resultPath, outcome, release } = delivered;
  try {
    ctx.state.account = account;
    Object.assign(ctx.state.notes, { delivered: outcome, type: result.mediaType });
    requireMatch(ctx, result);
    setLastModified(ctx, delivered, options.now());
    await respondWithImageFile(ctx, result, resultPath);
    setDeliveryHeaders(ctx, delivered, { ...options, seconds: options.now() / 1000 });
    if (form === 'next') ctx.set('X-Nextjs-Cache', outcome === 'hit' ? 'HIT' : 'MISS');
    options.onAnswer(outcome);
  } finally {
    // The open file keeps its bytes even when the result is evicted.
    release();
  }
};

/** Before the answer, since it decides about `If-Modified-Since`. The source of a draft does not tell when it is over. */
const setLastModified = (ctx: Context, { made, isDegraded }: Delivered, now: number): void => {
  const { sourceModifiedMs: time } = made;
  if (time !== undefined && !isDegraded) ctx.lastModified = new Date(Math.min(time, now));
};
