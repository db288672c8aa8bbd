import type { ServiceError } from '../errors.ts';
import { errorBoundary, type ErrorBoundaryOptions } from '../http/errors.ts';
import { respondWithError, respondWithJson } from '../http/respond.ts';
import { errorAnswers } from '../http/status.ts';
import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';
import { respondWithPage, wantsPage, type WebContext, type WebMiddleware } from './context.ts';
import { sentenceOf } from './text/failures.ts';
import { Refusal, refusalStatus } from './refusal.ts';

type Options = Omit<ErrorBoundaryOptions, 'respond'>;

/** Answers errors with a page, and scripts with JSON as the API does. */
export const errorPages = (options: Options): WebMiddleware =>
  boundary(options, (ctx, error) => {
    const page = pageOf(ctx, error);
    if (error instanceof Refusal) {
      ctx.state.notes['error'] = error.kind;
      const status = refusalStatus[error.kind];
      respondWithJson(ctx, status, { error: 'Refused', message: page.message });
    }
    if (wantsPage(ctx)) respondWithPage(ctx, errorPage(ctx.state.frame, page), ctx.status);
  });

/**
 * Answers errors with JSON: a sentence in the language of the page, and the `code`, so that scripts need not compare
 * sentences.
 */
export const jsonErrors = (options: Options): WebMiddleware =>
  boundary(options, (ctx, error) => {
    const { status, error: name } = errorAnswers[error.code];
    const message = sentenceOf(ctx.state.frame, error);
    respondWithJson(ctx, status, { error: name, message, code: error.code });
  });

const boundary = (
  options: Options,
  respond: (ctx: WebContext, error: ServiceError) => void,
): WebMiddleware =>
  errorBoundary({
    ...options,
    respond: (ctx, error) => {
      respondWithError(ctx, error);
      // By this header a browser would ask for a name and a password in a window of its own.
      ctx.remove('WWW-Authenticate');
      ctx.set('Cache-Control', 'no-store');
      respond(ctx as WebContext, error);
    },
  }) as WebMiddleware;

const pageOf = (ctx: WebContext, error: ServiceError): ErrorPage => {
  const { errors, problems } = ctx.state.frame.text;
  if (error instanceof Refusal) return refusalPage(ctx, error);
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

const refusalPage = (ctx: WebContext, { kind, address }: Refusal): ErrorPage => {
  const { errors } = ctx.state.frame.text;
  switch (kind) {
    case 'cross_site':
      return { title: errors.crossSite, message: errors.crossSiteHint };
    case 'wrong_host':
      return { title: errors.misdirected, message: errors.misdirectedTo(address) };
    case 'forbidden':
      return { title: errors.forbidden, message: errors.forbiddenHint };
  }
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
