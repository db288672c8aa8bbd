import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../errors.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Tracing } from '../../telemetry/tracing.ts';
import type { Context, Middleware } from '../context.ts';
import { wasAnswered } from './request-state.ts';

/** Not imported: with the import Node loads its WebSocket, which takes a start 50 ms of CPU. */
const { METHODS } = process.getBuiltinModule('node:http');

/**
 * Writes one log line and one measurement when the request has ended, and the span of a traced one. Keys in paths and
 * queries are never logged.
 * @throws ServiceError `bad_request` where the request's target is no address.
 */
export const requestLog =
  ({
    log,
    metrics,
    tracing,
  }: {
    log: Log;
    metrics: Metrics;
    tracing?: Tracing | undefined;
  }): Middleware =>
  async (ctx, next) => {
    const startedAt = performance.now();
    const path = pathOf(ctx);
    const route = routeOf(path ?? '');
    // HTTP/2 allows any method name.
    const method = METHODS.includes(ctx.method) ? ctx.method : 'other';
    const { requestId } = ctx.state;
    const bytesIn = bytesOfBody(ctx.req);
    const span = tracing?.begin({ requestId, method, route, traceparent: ctx.get('traceparent') });
    if (span !== undefined) ctx.set('Traceresponse', span.traceresponse);
    ctx.res.once('close', () => {
      const isFinished = wasAnswered(ctx.res);
      const ms = performance.now() - startedAt;
      span?.end(isFinished ? ctx.res.statusCode : undefined, ctx.state.account?.id);
      metrics.request(route, method, isFinished ? ctx.res.statusCode : 499, ms / 1000);
      log.info(
        {
          requestId,
          traceId: span?.traceId,
          accountId: ctx.state.account?.id,
          method,
          route,
          status: isFinished ? ctx.res.statusCode : undefined,
          ms: Math.round(ms * 10) / 10,
          bytesIn: bytesIn(),
          bytesOut: isFinished ? ctx.response.length : undefined,
          ...ctx.state.notes,
        },
        isFinished ? 'request' : 'request abandoned',
      );
    });
    if (path === undefined) {
      throw new ServiceError('bad_request', 'The target of the request is no address.');
    }
    await (span === undefined ? next() : span.run(next));
  };

/** Undefined for a target such as `http://[`, for which Koa throws. */
const pathOf = (ctx: Context): string | undefined => {
  try {
    return ctx.path;
  } catch {
    return undefined;
  }
};

/** A function that tells how many bytes of the body have arrived, which Node pushes into the request; undefined for none. */
const bytesOfBody = (request: IncomingMessage): (() => number | undefined) => {
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, encoding) => {
    bytes += chunk?.length ?? 0;
    return push(chunk, encoding);
  };
  return () => (bytes === 0 && request.headers['content-length'] === undefined ? undefined : bytes);
};

const knownPaths = [
  ...['/shrink', '/output', '/keys', '/sweeps', '/delivery', '/openapi.json'],
  ...['/setup', '/signin', '/signout', '/register', '/invite', '/link'],
  ...['/account', '/admin', '/web', '/_'],
];

/** The first part of a path of the API or the pages. Ids, keys and unknown paths are not logged. */
const routeOf = (path: string): string => {
  if (path === '/') return path;
  const first = `/${path.split('/')[1] ?? ''}`;
  return knownPaths.includes(first) ? first : 'other';
};
