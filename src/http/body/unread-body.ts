import type { IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { type MinRate, bodyAtMinRate } from './min-rate.ts';
import type { Context, Middleware } from '../context.ts';
import { streamOf } from '../server/connection-of.ts';
import { withholdContinue } from '../server/expectation.ts';

export type UnreadBodyLimits = Readonly<{ minRate: MinRate; maxUploadBytes: number }>;

/** Drops what a handler has left of the body, whatever its answer is: see `dropBody`. */
export const dropUnread =
  (limits: UnreadBodyLimits): Middleware =>
  async (ctx, next) => {
    await next();
    dropBody(ctx, limits);
  };

/** Requests whose rest is dropped already. */
const left = new WeakSet<IncomingMessage>();

/**
 * Reads and drops the rest of a request's body after an early answer. Many clients read the answer after they
 * have sent the whole body, and closing the connection before could lose it. Beyond `maxUploadBytes`, or
 * below `minRate`, the connection is closed; over HTTP/2, the request is ended. It may be called twice.
 */
export const dropBody = (ctx: Context, { minRate, maxUploadBytes }: UnreadBodyLimits): void => {
  const { req, res } = ctx;
  const stream = streamOf(req);
  const isWhole = stream === undefined ? req.complete : stream.endAfterHeaders || req.readableEnded;
  if (isWhole || req.destroyed || left.has(req)) return;
  left.add(req);
  const isWithheld = withholdContinue(req);
  req.unpipe();
  const rest = bodyAtMinRate(req, minRate);
  const stop = (): void => {
    rest.destroy();
    if (stream === undefined) req.socket.destroy();
    else closeWhenEnded(stream);
  };
  const stopWhenAnswered = (): void => {
    // An HTTP/2 answer counts as finished when the request has ended.
    const answer: Writable = stream ?? res;
    if (answer.writableFinished) stop();
    else answer.once('finish', stop);
  };
  let dropped = 0;
  rest.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > maxUploadBytes) stopWhenAnswered();
  });
  rest.once('error', stopWhenAnswered);
  // After the answer, Node no longer reports the end of the connection to the request.
  const connection = stream ?? req.socket;
  const end = (): void => void rest.destroy();
  connection.once('close', end);
  rest.once('close', () => connection.off('close', end));
  // Or a client would send its next request on a connection that is about to end (RFC 9112, section 9.6).
  const isTooLong = (ctx.request.length ?? 0) > maxUploadBytes;
  if (stream === undefined && isTooLong) ctx.set('Connection', 'close');
  // Node also closes the connection where 100 Continue was not sent, and where the client has asked for it, as
  // fopen of PHP does. The client may send the body all the same.
  if (stream === undefined && (isTooLong || isWithheld || !res.shouldKeepAlive)) {
    closeAfter(req.socket, rest);
  }
  if (stream !== undefined && isWithheld) stopWhenAnswered();
};

/** How often it is looked whether an answer has ended. Node does not tell. */
const endCheckMs = 50;

/**
 * Closes an answered stream once its end has been sent. The end waits behind bytes for which the client has no window
 * as yet, and RST_STREAM would overtake it: the client would take the answer for one that was cut (RFC 9113, section 8.1).
 */
export const closeWhenEnded = (stream: ServerHttp2Stream): void => {
  if (stream.destroyed) return;
  if (stream.state.localClose === 1) stream.close();
  else setTimeout(closeWhenEnded, endCheckMs, stream).unref();
};

/** Delays the end of the connection, which follows its last answer, until the rest of the body has arrived. */
const closeAfter = (socket: Socket, rest: Readable): void => {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    socket.end();
    if (rest.closed) destroySoon();
    else rest.once('close', destroySoon);
  };
};
