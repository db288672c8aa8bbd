import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Middleware } from '../context.ts';
import { streamOf } from '../server/connection-of.ts';

/** Sets each request's id and address, and the signal that aborts when the client disconnects. It throws nothing. */
export const requestState: Middleware = async (ctx, next) => {
  const controller = new AbortController();
  ctx.state.requestId = randomBytes(8).toString('hex');
  ctx.state.gone = controller.signal;
  ctx.state.notes = {};
  ctx.state.address = ctx.req.socket.remoteAddress ?? '';
  ctx.set('X-Request-Id', ctx.state.requestId);
  ctx.res.once('close', () => {
    if (!wasAnswered(ctx.res)) controller.abort(new Error('the client has disconnected'));
  });
  await next();
};

/**
 * Whether the whole answer was sent. Node also reports an HTTP/2 answer as finished when its stream was reset
 * (RFC 9113, section 6.4), so the stream must have been ended here and without an error code.
 */
export const wasAnswered = (response: ServerResponse): boolean =>
  response.writableEnded && response.writableFinished && (streamOf(response)?.rstCode ?? 0) === 0;
