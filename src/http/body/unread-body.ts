import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { type MinRate, bodyAtMinRate } from './min-rate.ts';
import type { Context } from '../context.ts';
import { withholdContinue } from '../server/expectation.ts';

export type DropLimits = Readonly<{ minRate: MinRate; maxUploadBytes: number }>;

/**
 * Drops what is left of a request's body, whose answer comes early: a client that is still sending reads
 * the answer when it has sent all, and a connection that was closed meanwhile might lose it. No more is
 * read than an upload may have, and no more slowly than `minRate`; then the connection or, over
 * HTTP/2, the request is ended.
 */
export const dropBody = (ctx: Context, { minRate, maxUploadBytes }: DropLimits): void => {
  const { req, res } = ctx;
  const { stream } = req as { stream?: ServerHttp2Stream };
  const isWithheld = withholdContinue(req);
  req.unpipe();
  if (req.readableEnded || req.destroyed) return;
  const rest = bodyAtMinRate(req, minRate);
  const stop = (): void => {
    rest.destroy();
    if (stream === undefined) req.socket.destroy();
    else stream.close();
  };
  const stopWhenAnswered = (): void => {
    // The answer of HTTP/2 calls itself finished when the request is over.
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
  // Node reports the end of a connection to an answered request no more.
  const connection = stream ?? req.socket;
  const end = (): void => void rest.destroy();
  connection.once('close', end);
  rest.once('close', () => connection.off('close', end));
  // Or a client would send its next request on a connection that is about to end (RFC 9112, section 9.6).
  if (stream === undefined && (ctx.request.length ?? 0) > maxUploadBytes) {
    ctx.set('Connection', 'close');
    closeAfter(req.socket, rest);
  }
  if (!isWithheld) return;
  // Node closes a connection whose client was not told to continue; that client may send all the same.
  if (stream === undefined) closeAfter(req.socket, rest);
  else stopWhenAnswered();
};

/** Delays the end of a connection, which Node asks for after its last answer, to that of what still arrives on it. */
const closeAfter = (socket: Socket, rest: Readable): void => {
  socket.destroySoon = () => {
    socket.end();
    if (rest.closed) socket.destroy();
    else rest.once('close', () => socket.destroy());
  };
};
