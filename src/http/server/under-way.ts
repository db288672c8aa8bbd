import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:http2';
import type { AdmitConnection } from './connection-limit.ts';
import { connectionOf, streamOf } from './connection-of.ts';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests of one connection at a time: streams of HTTP/2, or HTTP/1.1 requests sent before the answer to the first. */
export const requestsPerConnection = 100;

/**
 * Passes requests on, at most `requestsPerConnection` of a connection at a time. The first of a connection is admitted
 * with it, and each beside it counts as a connection of its address does, so that an address has as many requests at
 * once over HTTP/2 as over HTTP/1.1. One too many is refused as unprocessed over HTTP/2 (RFC 9113, section 8.7), and
 * ends an HTTP/1.1 connection. So does `pauseMs` without a request, whatever bytes come: to Node's own limit, empty
 * lines are no silence.
 */
export const admitRequests = (
  listener: RequestListener,
  { admits, pauseMs }: Readonly<{ admits: AdmitConnection; pauseMs: number }>,
): RequestListener => {
  const underWay = new WeakMap<object, number>();
  const pauses = new WeakMap<object, NodeJS.Timeout>();
  const isAdmitted = (request: IncomingMessage, response: ServerResponse, present: number) =>
    present === 0 || (present < requestsPerConnection && admits(request.socket, response));

  return (request, response) => {
    const { socket } = request;
    const stream = streamOf(request);
    // A request on a connection that is closing cannot be answered.
    if (stream === undefined && socket.writableEnded) return;
    const connection = connectionOf(request);
    if (!underWay.has(connection)) {
      connection.once('close', () => clearTimeout(pauses.get(connection)));
    }
    const present = underWay.get(connection) ?? 0;
    if (!isAdmitted(request, response, present)) {
      if (stream === undefined) socket.destroy();
      else stream.close(constants.NGHTTP2_REFUSED_STREAM);
      return;
    }
    clearTimeout(pauses.get(connection));
    underWay.set(connection, present + 1);
    // Koa adds nine listeners of `close` to one that it answers with a stream. Node warns from eleven on.
    response.setMaxListeners(20);
    response.once('close', () => {
      const rest = (underWay.get(connection) ?? 1) - 1;
      underWay.set(connection, rest);
      if (rest > 0 || stream !== undefined || socket.destroyed) return;
      pauses.set(connection, setTimeout(() => socket.destroy(), pauseMs).unref());
    });
    if (stream === undefined) return listener(request, response);
    // What the client takes back in the same bytes costs nothing more.
    setImmediate(() => {
      if (!stream.closed) listener(request, response);
    });
  };
};
