import type Koa from 'koa';
import type { Account } from '../accounts/accounts.ts';

/** What our middleware notes about a request for those that follow. */
export type RequestState = {
  requestId: string;
  /** Host and port by which the client knows the service; empty where it may leave that out. */
  host: string;
  /** Aborts when the client has gone before its answer was sent. */
  gone: AbortSignal;
  account?: Account;
  /** For the log line. */
  notes: Record<string, string | number>;
};

export type Context = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;

/** The account of a request that has passed authentication. */
export const accountOf = (ctx: Context): Account => {
  if (ctx.state.account === undefined) throw new Error('the route is not behind authentication');
  return ctx.state.account;
};
