import type { WebContext, WebMiddleware } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { ServiceError } from '../../errors.ts';

/**
 * Refuses requests that may change something unless a page of this service sent them, so that another page cannot
 * use the cookie of its visitor. Browsers name the sender in Sec-Fetch-Site, older ones in Origin.
 * @throws Refusal `cross_site`.
 */
export const requireSameOrigin: WebMiddleware = async (ctx, next) => {
  if (!isSafe(ctx.method) && !isSameOrigin(ctx)) {
    throw new Refusal('cross_site', 'The request was not sent by a page of this service.');
  }
  await next();
};

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const isSafe = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

const isSameOrigin = (ctx: WebContext): boolean => {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';
  return ctx.get('Origin') === new URL(`https://${ctx.state.host}`).origin;
};

/**
 * Refuses requests for another host than that of `publicUrl`, so that a name that somebody else points at this
 * service shows no page of it.
 * @throws Refusal `wrong_host`; ServiceError `bad_request` without a host.
 */
export const requirePublicHost = (publicUrl: string): WebMiddleware => {
  const host = publicUrl === '' ? undefined : new URL(publicUrl).host;
  return async (ctx, next) => {
    // HTTP/1.0 requests of the API may omit it.
    if (ctx.state.host === '') {
      throw new ServiceError('bad_request', 'Host: expected one, got none');
    }
    if (host !== undefined && new URL(`https://${ctx.state.host}`).host !== host) {
      throw new Refusal('wrong_host', `This service is at ${publicUrl}.`, publicUrl);
    }
    await next();
  };
};
