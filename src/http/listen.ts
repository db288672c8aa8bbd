import { EventEmitter, once } from 'node:events';
import { unwatchFile, watchFile } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { StartError, systemCodeOf } from '../errors.ts';
import { type KeyPair, type KeyPairFiles, readKeyPair } from './certificate.ts';
import type { AdmitConnection } from './connection-limit.ts';
import { routeByFirstByte } from './plain-http.ts';
import { answerMalformed } from './raw-answer.ts';

export type RequestListener = (
  request: http.IncomingMessage,
  response: http.ServerResponse,
) => void;

export type Address = Readonly<{ host: string; port: number }>;

export type ClientTimes = Readonly<{
  /** Of silence, before a new connection's first byte. */
  firstByteMs: number;
  headersMs: number;
  requestMs: number;
  /** Of silence, during a transfer and between requests. */
  idleMs: number;
}>;

export type Listening = Readonly<{
  port: number;
  /** Takes no new connections, and cuts the present ones when no request is under way on any of them. */
  close: () => Promise<void>;
  /** Cuts what is left. */
  destroy: () => void;
}>;

/** An open port over a Node server, which remembers its connections so that it can be closed. */
export const listen = async (server: Server, { host, port }: Address): Promise<Listening> => {
  const sockets = new Set<Socket>();
  server.prependListener('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const destroy = (): void => sockets.forEach((socket) => socket.destroy());
  const answered = watchRequests(server);
  server.listen({ port, ...(host === '' ? {} : { host }) });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(listenProblem(error, { host, port }), 1, error);
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      // Sessions whose handshake is still under way are told too, as Node tells those that it knows.
      server.on('session', (session: http2.Http2Session) => session.close());
      server.close();
      await answered();
      // Node ends idle connections by itself, but not those that carried no request yet.
      await Promise.race([closed, setTimeout(lastWordsMs, undefined, { ref: false })]);
      await answered();
      destroy();
      await closed;
    },
    destroy,
  };
};

/** Time for clients to take the news that their connections end. */
const lastWordsMs = 500;

/** Gives a function that resolves when no request is under way. */
const watchRequests = (server: Server): (() => Promise<void>) => {
  let underWay = 0;
  const changes = new EventEmitter();
  server.prependListener('request', (_request, response: EventEmitter) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      changes.emit('answered');
    });
  });
  return async () => {
    while (underWay > 0) await once(changes, 'answered');
  };
};

const listenProblem = (error: unknown, { host, port }: Address): string => {
  const address = `port ${port}${host === '' ? '' : ` of ${host}`}`;
  switch (systemCodeOf(error)) {
    case 'EADDRINUSE':
      return `Cannot listen on ${address}: another program does. Choose another with --port or SHRINKD_PORT.`;
    case 'EACCES':
      return `Cannot listen on ${address}: not permitted. Choose a port above 1023 with --port or SHRINKD_PORT.`;
    default:
      return `Cannot listen on ${address}: ${error instanceof Error ? error.message : String(error)}`;
  }
};

/** A server for plain HTTP/1.1: behind a proxy that ends TLS, and for the internal listener. */
export const plainServer = (listener: RequestListener, times: ClientTimes): http.Server =>
  limited(http.createServer({ connectionsCheckingInterval: checkMs }, listener), times);

/**
 * A server for HTTP/2 and HTTP/1.1 over TLS 1.2 or newer on one port (ALPN, RFC 7301). Plain HTTP on
 * it is answered with an error. Connections that `admits` refuses are closed at once: nobody could read
 * an answer before the handshake, and that is dear.
 */
export const secureServer = (
  listener: RequestListener,
  { cert, key }: KeyPair,
  times: ClientTimes,
  admits: AdmitConnection = () => true,
): http2.Http2SecureServer => {
  const server = limited(
    http2.createSecureServer(
      {
        ...{ cert, key, allowHTTP1: true, minVersion: 'TLSv1.2' },
        handshakeTimeout: times.headersMs,
        ...{ connectionsCheckingInterval: checkMs },
      },
      listener as unknown as (
        request: http2.Http2ServerRequest,
        response: http2.Http2ServerResponse,
      ) => void,
    ),
    times,
  );
  const [secure] = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!admits(socket)) return socket.destroy();
    return routeByFirstByte(socket, (opened) => secure?.call(server, opened), times.firstByteMs);
  });
  server.on('session', (session) => session.setTimeout(times.idleMs, () => session.close()));
  // Clients that break the protocol or leave in the middle: their session ends, nothing else.
  server.on('sessionError', () => undefined);
  return server;
};

/** How often Node looks for requests that take too long; by itself every 30 seconds, which is a limit of its own. */
const checkMs = 1000;

const limited = <T extends Server>(server: T, times: ClientTimes): T =>
  Object.assign(server.on('clientError', answerMalformed), {
    headersTimeout: times.headersMs,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.idleMs,
    timeout: times.idleMs,
  });

const reloadCheckMs = 1000;

/**
 * Uses a changed certificate for new connections. Files that do not fit together, as between the
 * writing of the one and the other, leave the present pair in use. Gives the function that stops it.
 */
export const reloadOnChange = (
  server: http2.Http2SecureServer,
  files: KeyPairFiles,
  onReload: (problem?: unknown) => void,
): (() => void) => {
  const reload = async (): Promise<void> => {
    try {
      server.setSecureContext(await readKeyPair(files));
      onReload();
    } catch (error) {
      onReload(error);
    }
  };
  const paths = [files.cert, files.key];
  for (const path of paths) {
    watchFile(path, { interval: reloadCheckMs, persistent: false }, (now, before) => {
      // Called when the file is read, too.
      if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) void reload();
    });
  }
  return () => paths.forEach((path) => unwatchFile(path));
};
