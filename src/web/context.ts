import type Koa from 'koa';
import type { Account } from '../accounts/accounts.ts';
import type { RequestState } from '../http/context.ts';
import type { Frame } from './layout.ts';

/** Who is signed in on a device. */
export type Session = Readonly<{
  /** As it is now, not as it was at the sign-in. */
  account: Account;
  /** When the person signed in, and when this device last sent a request, at most ten minutes late. Milliseconds since 1970. */
  issuedAt: number;
  lastSeenAt: number;
  /** Signed in by a one-time link instead of a password. */
  isByLink: boolean;
}>;

/** The fields that the middleware sets on a request for a page. */
export type WebState = RequestState & {
  /** Undefined where nobody is signed in. */
  session?: Session | undefined;
  /** What all pages of this request have in common. */
  frame: Frame;
};

export type WebContext = Koa.ParameterizedContext<WebState>;
export type WebMiddleware = Koa.Middleware<WebState>;

/** The session of a request that has passed `requireSession`. */
export const sessionOf = (ctx: WebContext): Session => {
  if (ctx.state.session === undefined) throw new Error('the route is not behind requireSession');
  return ctx.state.session;
};

/** Whether the client is a browser that shows what it gets. Scripts send another `Accept`. */
export const wantsPage = (ctx: Pick<WebContext, 'get'>): boolean =>
  ctx.get('Accept').includes('text/html');

/** Answers with a page. */
export const respondWithPage = (ctx: WebContext, page: string, status = 200): void => {
  ctx.status = status;
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.body = page;
};

/** Answers a form that has been carried out: the browser gets `path`, so that a reload sends nothing again. */
export const seeOther = (ctx: WebContext, path: string): void => {
  ctx.status = 303;
  ctx.set('Location', path);
  ctx.body = '';
};
