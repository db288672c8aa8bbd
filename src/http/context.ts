import type Koa from 'koa';
import type { Account } from '../accounts/accounts.ts';
import type { Reader } from '../service/download.ts';

/** The fields that the middleware sets on a request. */
export type RequestState = {
  requestId: string;
  /** Host and port from the request; empty where the request may omit them. */
  host: string;
  /** Aborts when the client disconnects before its answer was sent. */
  gone: AbortSignal;
  /** IP address of the client. Behind a proxy, the address that the proxy names. */
  address: string;
  account?: Account;
  /** Whether the request may read outputs without a key. */
  isPublicRead?: boolean;
  /** Further fields of the log line. */
  notes: Record<string, string | number>;
};

export type Context = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;

/** The account of a request that has passed authentication. */
export const accountOf = (ctx: Context): Account => {
  if (ctx.state.account === undefined) throw new Error('the route is not behind authentication');
  return ctx.state.account;
};

/** The reader of a download. A request with a key may read no less than one without. */
export const readerOf = (ctx: Context): Reader =>
  ctx.state.isPublicRead === true ? 'anybody' : accountOf(ctx);
