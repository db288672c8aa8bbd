import type { IncomingMessage, RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { ServiceError, SourceAway, systemCodeOf } from '../errors.ts';
import { connectTo, inPieces } from './connection.ts';
import type { Deadline } from './deadline.ts';
import type { Overhead } from './overhead.ts';
import type { FetchTarget } from './target.ts';

/** Not imported: with the import Node loads its WebSocket, which takes a start 50 ms of CPU. */
const plainHttp = process.getBuiltinModule('node:http');

/** Servers behind several proxies send more than Node's 16 kB. Browsers take 256 kB. */
const maxHeaderBytes = 64 * 1024;

/**
 * The head of the answer to one GET with `headers`, with its body unread. The connection goes to one of the target's
 * checked addresses. It is closed when `overhead` finds a problem. `deadline` covers connecting and the TLS
 * handshake. It is restarted with `firstByteTimeoutMs` when these are done.
 * Throws `source_not_found`, or the reason of the deadline's signal.
 */
export const sendRequest = (
  target: FetchTarget,
  headers: Readonly<Record<string, string>>,
  { deadline, firstByteTimeoutMs, overhead }: RequestLimits,
): Promise<IncomingMessage> => {
  const isSecure = target.url.protocol === 'https:';
  const socket = connectTo(target);
  let isConnected = false;
  socket.once(isSecure ? 'secureConnect' : 'connect', () => {
    isConnected = true;
    deadline.restart(firstByteTimeoutMs);
  });
  const connection = inPieces(socket, overhead);
  const options: RequestOptions = {
    host: target.host,
    port: target.port,
    path: target.url.pathname + target.url.search,
    headers,
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
    // Without an agent, no connection is kept or shared, and no proxy of the environment is used.
    createConnection: () => connection,
    signal: deadline.signal,
  };
  const request = isSecure ? https.request(options) : plainHttp.request(options);
  request.on('information', overhead.informational);

  return new Promise((resolve, reject) => {
    request.once('response', (response) => {
      overhead.answered(response);
      const problem = overhead.problem();
      if (problem === undefined) resolve(response);
      else reject(problem);
    });
    // Errors after the head are reported by the body. Without this listener they would end the process.
    request.on('error', (error) =>
      reject(
        deadline.signal.aborted ? deadline.signal.reason : failureOf(socket, isConnected, error),
      ),
    );
    // Node drops a connection that switches protocols (101) without an error.
    request.once('close', () => reject(notFound('Server sent an invalid response')));
    request.end();
  });
};

type RequestLimits = Readonly<{
  deadline: Deadline;
  firstByteTimeoutMs: number;
  overhead: Overhead;
}>;

const failureOf = (socket: Socket, isConnected: boolean, cause: Error): ServiceError => {
  if (cause instanceof ServiceError) return cause;
  if (socket instanceof TLSSocket && socket.authorizationError) {
    return notFound('Cannot verify the server certificate', cause);
  }
  if (!isConnected) return new SourceAway('Cannot connect to server', cause);
  // llhttp, Node's HTTP parser, gives all its errors this prefix.
  if (systemCodeOf(cause)?.startsWith('HPE_')) {
    return notFound('Server sent an invalid response', cause);
  }
  return new SourceAway('Connection closed before the whole file arrived', cause);
};

const notFound = (message: string, cause?: unknown): ServiceError =>
  new ServiceError('source_not_found', message, { cause });
