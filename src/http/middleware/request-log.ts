import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Log } from '../../telemetry/log.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Tracing } from '../../telemetry/tracing.ts';
import type { Middleware } from '../context.ts';

/** Not imported: with the import Node loads its WebSocket, which takes a start 50 ms of CPU. */
const { METHODS } = process.getBuiltinModule('node:http');

/**
 * Sets each request's id, and the signal that aborts when the client disconnects. Writes one log line and one
 * measurement when the request has ended, and the span of a traced one. Keys in paths and queries are never logged.
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
    const controller = new AbortController();
    ctx.state.requestId = randomBytes(8).toString('hex');
    ctx.state.gone = controller.signal;
    ctx.state.notes = {};
    ctx.state.address = ctx.req.socket.remoteAddress ?? '';
    ctx.set('X-Request-Id', ctx.state.requestId);
    const route = routeOf(ctx.path);
    // HTTP/2 allows any method name.
    const method = METHODS.includes(ctx.method) ? ctx.method : 'other';
    const { requestId } = ctx.state;
    const span = tracing?.begin({ requestId, method, route, traceparent: ctx.get('traceparent') });
    if (span !== undefined) ctx.set('Traceresponse', span.traceresponse);
    ctx.res.once('close', () => {
      const isFinished = wasAnswered(ctx.res);
      if (!isFinished) controller.abort(new Error('the client has disconnected'));
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
          bytesIn: ctx.request.length,
          bytesOut: isFinished ? ctx.response.length : undefined,
          ...ctx.state.notes,
        },
        isFinished ? 'request' : 'request abandoned',
      );
    });
    await (span === undefined ? next() : span.run(next));
  };

/**
 * Whether the whole answer was sent. Node also reports an HTTP/2 answer as finished when its stream was reset
 * (RFC 9113, section 6.4), so the stream must have been ended here and without an error code.
 */
const wasAnswered = (response: ServerResponse): boolean => {
  const { stream } = response as { stream?: { rstCode?: number } };
  return response.writableEnded && response.writableFinished && (stream?.rstCode ?? 0) === 0;
};

const knownPaths = [
  ...['/shrink', '/output', '/keys', '/openapi.json'],
  ...['/setup', '/signin', '/signout', '/register', '/invite', '/link'],
  ...['/account', '/admin', '/web', '/_'],
];

/** The first part of a path of the API or the pages. Ids, keys and unknown paths are not logged. */
const routeOf = (path: string): string => {
  if (path === '/') return path;
  const first = `/${path.split('/')[1] ?? ''}`;
  return knownPaths.includes(first) ? first : 'other';
};
