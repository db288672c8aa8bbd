import { ServiceError } from '../errors.ts';
import { dropBody, type UnreadBodyLimits } from '../http/body/unread-body.ts';
import { asServiceError } from '../http/errors.ts';
import { respondWithError } from '../http/respond.ts';
import { errorAnswers } from '../http/status.ts';
import type { Log } from '../telemetry/log.ts';
import { respondWithPage, type WebContext, type WebMiddleware, wantsPage } from './context.ts';
import { type ErrorPage, errorPage } from './pages/error.ts';
import { Refusal, refusalStatus } from './refusal.ts';

/** Answers errors with a page, and scripts with JSON as the API does. */
export const errorPages =
  ({ log, ...limits }: Readonly<{ log: Log }> & UnreadBodyLimits): WebMiddleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // The boundary of the API notes that in the log.
      if (ctx.state.gone.aborted) throw error;
      if (error instanceof Refusal) refuse(ctx, error);
      else fail(ctx, asServiceError(error, ctx, log));
      dropBody(ctx, limits);
    }
  };

const refuse = (ctx: WebContext, { reason, message }: Refusal): void => {
  ctx.state.notes['error'] = reason;
  const { errors } = ctx.state.frame.text;
  const pages: Readonly<Record<Refusal['reason'], ErrorPage>> = {
    cross_site: { title: errors.crossSite, message: errors.crossSiteHint },
    wrong_host: { title: errors.misdirected, message: `${errors.misdirectedHint} ${message}` },
    forbidden: { title: errors.forbidden, message: errors.forbiddenHint },
  };
  respondWithPage(ctx, errorPage(ctx.state.frame, pages[reason]), refusalStatus[reason]);
};

const fail = (ctx: WebContext, error: ServiceError): void => {
  respondWithError(ctx, error);
  // A browser would ask for name and password in a window of its own.
  ctx.remove('WWW-Authenticate');
  ctx.set('Cache-Control', 'no-store');
  if (wantsPage(ctx)) {
    respondWithPage(ctx, errorPage(ctx.state.frame, pageOf(ctx, error)), ctx.status);
  }
};

const pageOf = (ctx: WebContext, { code, message }: ServiceError): ErrorPage => {
  const { errors, problems } = ctx.state.frame.text;
  if (code === 'internal') {
    return { title: errors.failed, message: errors.failedHint(ctx.state.requestId) };
  }
  const { status } = errorAnswers[code];
  if (status === 404) return { title: errors.notFound, message: errors.notFoundHint };
  if (status === 429) return { title: errors.tooMany, message: problems.tooMany };
  if (status === 503) return { title: errors.busy, message: errors.busyHint };
  return { title: errors.refused, message };
};
