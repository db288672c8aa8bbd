import type { ServiceError } from '../errors.ts';
import { dropBody, type UnreadBodyLimits } from '../http/body/unread-body.ts';
import { errorBoundary, type ErrorBoundaryOptions } from '../http/errors.ts';
import { respondWithError, respondWithJson } from '../http/respond.ts';
import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';
import { respondWithPage, wantsPage, type WebContext, type WebMiddleware } from './context.ts';
import { sentenceOf } from './text/failures.ts';
import { Refusal, refusalStatus } from './refusal.ts';

/** Answers errors with a page, and scripts with JSON as the API does. */
export const errorPages = (options: Omit<ErrorBoundaryOptions, 'respond'>): WebMiddleware =>
  errorBoundary({
    ...options,
    respond: (ctx, error) => fail(ctx as WebContext, error),
  }) as WebMiddleware;

const fail = (ctx: WebContext, error: ServiceError): void => {
  respondWithError(ctx, error);
  // By this header a browser would ask for a name and a password in a window of its own.
  ctx.remove('WWW-Authenticate');
  ctx.set('Cache-Control', 'no-store');
  if (wantsPage(ctx)) {
    respondWithPage(ctx, errorPage(ctx.state.frame, pageOf(ctx, error)), ctx.status);
  }
};

const pageOf = (ctx: WebContext, error: ServiceError): ErrorPage => {
  const { errors, problems } = ctx.state.frame.text;
  switch (error.code) {
    case 'internal':
      return { title: errors.failed, message: errors.failedHint(ctx.state.requestId) };
    case 'not_found':
      return { title: errors.notFound, message: errors.notFoundHint };
    case 'rate_limit_exceeded':
      return { title: errors.tooMany, message: problems.tooMany };
    case 'unavailable':
    case 'storage_full':
      return { title: errors.busy, message: errors.busyHint };
    default:
      return { title: errors.refused, message: sentenceOf(ctx.state.frame, error) };
  }
};

/** Answers what the pages alone refuse, also where no page was asked for. */
export const refusalPages =
  (limits: UnreadBodyLimits): WebMiddleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      ctx.state.notes['error'] = error.reason;
      const status = refusalStatus[error.reason];
      const page = refusalPage(ctx, error);
      if (wantsPage(ctx)) {
        respondWithPage(ctx, errorPage(ctx.state.frame, page), status);
      } else respondWithJson(ctx, status, { error: 'Refused', message: page.message });
      dropBody(ctx, limits);
    }
  };

const refusalPage = (ctx: WebContext, { reason, address }: Refusal): ErrorPage => {
  const { errors } = ctx.state.frame.text;
  const pages: Readonly<Record<Refusal['reason'], ErrorPage>> = {
    cross_site: { title: errors.crossSite, message: errors.crossSiteHint },
    wrong_host: { title: errors.misdirected, message: errors.misdirectedTo(address) },
    forbidden: { title: errors.forbidden, message: errors.forbiddenHint },
  };
  return pages[reason];
};

type ErrorPage = Readonly<{ title: string; message: string }>;

/** The answer to a request of a browser that failed. */
export const errorPage = (frame: Frame, { title, message }: ErrorPage): string =>
  layout(
    frame,
    { title, isNarrow: true },
    html`<p class="lead">${message}</p>
      <p><a href="/">${frame.text.errors.home}</a></p>`,
  );
