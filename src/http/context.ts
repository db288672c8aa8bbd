import type Koa from 'koa';
import type { Account } from '../accounts/accounts.ts';
import type { Reader } from '../service/download.ts';

/** What our middleware notes about a request for those that follow. */
export type RequestState = {
  requestId: string;
  /** Host and port by which the client knows the service; empty where it may leave that out. */
  host: string;
  /** Aborts when the client has gone before its answer was sent. */
  gone: AbortSignal;
  /** IP address of the client; behind a proxy the one that the proxy names. */
  address: string;
  account?: Account;
  /** Outputs may be read by whoever knows their ids. */
  isPublicRead?: boolean;
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

/** Who a download is for: with a key no less may be read than without. */
export const readerOf = (ctx: Context): Reader =>
  ctx.state.isPublicRead === true ? 'anybody' : accountOf(ctx);
