import http from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { ServiceError, systemCodeOf } from '../errors.ts';
import type { Deadline } from './deadline.ts';
import type { Target } from './target.ts';

const MAX_HEADER_BYTES = 16 * 1024;

/** All that an origin learns about us: no cookies, no credentials, no state from earlier requests. */
const REQUEST_HEADERS = {
  Accept: 'image/webp,image/jpeg,image/png;q=0.9,*/*;q=0.1',
  'Accept-Encoding': 'identity',
  'User-Agent': 'shrinkd',
};

/**
 * The head of the answer to one GET, its body still unread. The connection goes to the target's
 * checked addresses and to nothing else. `deadline` covers connecting and the TLS handshake; once
 * connected it is restarted with `firstByteTimeoutMs`. Throws `source_not_found`, or the reason why
 * the deadline's signal aborted.
 */
export const sendRequest = (
  target: Target,
  deadline: Deadline,
  firstByteTimeoutMs: number,
): Promise<IncomingMessage> => {
  const isSecure = target.url.protocol === 'https:';
  const options = requestOptionsOf(target, deadline.signal);
  const request = isSecure ? https.request(options) : http.request(options);
  let isConnected = false;
  request.once('socket', (socket) =>
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      isConnected = true;
      deadline.restart(firstByteTimeoutMs);
    }),
  );

  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays for errors after the head, which the body reports: unheard they would end the process.
    request.on('error', (error) =>
      reject(
        deadline.signal.aborted ? deadline.signal.reason : failureOf(request, isConnected, error),
      ),
    );
    // Node drops a connection that switches protocols (101) without an error.
    request.once('close', () => reject(notFound('Server sent an invalid response')));
    request.end();
  });
};

const requestOptionsOf = (
  target: Target,
  signal: AbortSignal,
): RequestOptions & https.RequestOptions => ({
  host: target.host,
  port: target.port,
  path: target.url.pathname + target.url.search,
  headers: REQUEST_HEADERS,
  maxHeaderSize: MAX_HEADER_BYTES,
  // A fresh agent: no connection is kept or shared, and no proxy from the environment is used.
  agent: false,
  lookup: pinnedLookup(target),
  // TLS server names are never addresses and have no trailing dot (RFC 6066 section 3).
  servername: isIP(target.host) === 0 ? target.host.replace(/\.$/, '') : '',
  rejectUnauthorized: true,
  signal,
});

/** Stands in for a second look-up, which could answer differently from the checked one. */
const pinnedLookup =
  ({ addresses }: Target): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

const failureOf = (request: ClientRequest, isConnected: boolean, cause: Error): ServiceError => {
  const { socket } = request;
  if (socket instanceof TLSSocket && socket.authorizationError) {
    return notFound('Cannot verify the server certificate', cause);
  }
  if (!isConnected) return notFound('Cannot connect to server', cause);
  // llhttp, Node's HTTP parser, gives all its errors this prefix.
  if (systemCodeOf(cause)?.startsWith('HPE_')) {
    return notFound('Server sent an invalid response', cause);
  }
  return notFound('Connection closed before the whole file arrived', cause);
};

const notFound = (message: string, cause?: unknown): ServiceError =>
  new ServiceError('source_not_found', message, { cause });
