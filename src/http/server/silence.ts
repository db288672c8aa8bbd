import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2Session } from 'node:http2';
import type { Server, Socket } from 'node:net';
import { connectionOf } from './connection-of.ts';

/**
 * Ends a connection that is silent for the time limit of its server, except while its client waits for an answer: a job
 * may take longer, and the client, who has to send nothing, would not learn how it went. Jobs have limits of their own.
 */
export const endSilent = (server: Server): void => {
  const underWay = new WeakMap<object, Set<ServerResponse>>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connectionOf(request);
    const responses = underWay.get(connection) ?? new Set();
    underWay.set(connection, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
  const end = (connection: Socket | Http2Session): void => {
    if (![...(underWay.get(connection) ?? [])].some(isAwaited)) connection.destroy();
  };
  server.on('timeout', end);
  // Node tells the server of the first silence of a session only.
  server.on('session', (session: Http2Session) => session.on('timeout', () => end(session)));
};

/** Whether the client can only wait: all of its request has arrived, or none is read at present. */
const isAwaited = ({ req, headersSent }: ServerResponse): boolean =>
  !headersSent && (req.complete || !req.readableFlowing);
