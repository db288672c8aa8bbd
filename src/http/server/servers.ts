import type { Server as PlainServer } from 'node:http';
import http2 from 'node:http2';
import type { Server, Socket } from 'node:net';
import type { SecureContextOptions, TLSSocket } from 'node:tls';
import type { KeyPair } from './certificate.ts';
import type { AdmitConnection } from './connection-limit.ts';
import { continueWhenRead } from './expectation.ts';
import { endSilent } from './silence.ts';
import { routeByFirstByte } from './tls-sniff.ts';
import { answerConnect, answerMalformed } from './raw-error.ts';
import { admitRequests, type RequestListener, requestsPerConnection } from './under-way.ts';

/** Not imported: with the import Node loads its WebSocket, which takes a start 50 ms of CPU. */
const { createServer } = process.getBuiltinModule('node:http');

export type ConnectionTimeouts = Readonly<{
  /** Of silence, before a new connection's first byte. */
  firstByteMs: number;
  headersMs: number;
  requestMs: number;
  /** Of silence, during a transfer and between requests; not while a client waits for its answer. */
  idleMs: number;
}>;

/** How often Node checks for requests that take too long. Its default of 30 seconds would delay shorter limits. */
const checkMs = 1000;

/** A request without Host is answered by the application, in JSON. */
const httpOptions = { connectionsCheckingInterval: checkMs, requireHostHeader: false };

/** A server for plain HTTP/1.1: behind a proxy that ends TLS, and for the internal listener. */
export const plainServer = (listener: RequestListener, times: ConnectionTimeouts): PlainServer =>
  limited(
    createServer(
      httpOptions,
      admitRequests(listener, { admits: () => true, pauseMs: pauseMsOf(times) }),
    ),
    times,
  );

type SecureServerOptions = Readonly<{
  /** Refused connections are closed without an answer, which would need an expensive TLS handshake. */
  admits?: AdmitConnection;
  /** False: HTTP/1.1 only, for clients that need header names with capital letters. */
  offersHttp2?: boolean;
}>;

/**
 * A server for HTTP/2 and HTTP/1.1 over TLS 1.2 or newer on one port (ALPN, RFC 7301). Plain HTTP is
 * answered with an error.
 */
export const secureServer = (
  listener: RequestListener,
  pair: KeyPair,
  times: ConnectionTimeouts,
  { admits = () => true, offersHttp2 = true }: SecureServerOptions = {},
): http2.Http2SecureServer => {
  const server = limited(
    http2.createSecureServer(
      {
        ...secureContextOptions(pair),
        ...httpOptions,
        allowHTTP1: true,
        ALPNCallback: ({ protocols }) => protocolOf(protocols, offersHttp2),
        handshakeTimeout: times.headersMs,
        settings: { maxConcurrentStreams: requestsPerConnection },
        ...resetLimits,
      },
      admitRequests(listener, { admits, pauseMs: pauseMsOf(times) }) as unknown as (
        request: http2.Http2ServerRequest,
        response: http2.Http2ServerResponse,
      ) => void,
    ),
    times,
  );
  const [secure] = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!admits(socket, socket)) return socket.destroy();
    return routeByFirstByte(socket, (opened) => secure?.call(server, opened), times.firstByteMs);
  });
  // Node treats every protocol other than http/1.1 as HTTP/2.
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'http/1.0') socket.alpnProtocol = 'http/1.1';
  });
  // Errors of the client end its session only.
  server.on('sessionError', () => undefined);
  return server;
};

/**
 * How many requests of an HTTP/2 connection its client may take back at once, and a second from then on, before the
 * connection ends. Each takes the time of a whole request and makes room for the next one at once, so that those at a
 * time are no limit. A browser takes back all of a page when its visitor leaves it, and those of the next page.
 */
const resetLimits = { streamResetBurst: 2 * requestsPerConnection, streamResetRate: 33 };

/** The protocol chosen of those that a client offers; undefined ends the handshake (RFC 7301, section 3.2). */
const protocolOf = (offered: readonly string[], offersHttp2: boolean): string | undefined =>
  [...(offersHttp2 ? ['h2'] : []), 'http/1.1', 'http/1.0'].find((name) => offered.includes(name));

/** TLS 1.2 with forward secrecy and authenticated encryption only. Suites in CBC mode have timing leaks. */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** The options of each secure context. A context without them would have Node's defaults. */
export const secureContextOptions = ({ cert, key }: KeyPair): SecureContextOptions => ({
  cert,
  key,
  ciphers,
  minVersion: 'TLSv1.2',
});

/** Between requests. One that begins at the end of the silence has its whole time for headers. */
const pauseMsOf = ({ idleMs, headersMs }: ConnectionTimeouts): number => idleMs + headersMs;

const limited = <T extends Server>(server: T, times: ConnectionTimeouts): T => {
  server.on('clientError', answerMalformed);
  server.on('connect', answerConnect);
  endSilent(server);
  return Object.assign(continueWhenRead(server), {
    headersTimeout: times.headersMs,
    // Readers of bodies end one that takes `requestMs` themselves, with their own answer.
    requestTimeout: times.headersMs + times.requestMs,
    keepAliveTimeout: times.idleMs,
    timeout: times.idleMs,
  });
};
