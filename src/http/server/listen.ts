import { EventEmitter, once } from 'node:events';
import type http2 from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { StartError, systemCodeOf } from '../../errors.ts';

type ListenAddress = Readonly<{ host: string; port: number }>;

export type Listener = Readonly<{
  port: number;
  /** Accepts no new connections, and closes the present ones when no request is under way on any of them. */
  close: () => Promise<void>;
  /** Closes all connections at once. */
  destroy: () => void;
}>;

/** Opens a port for a Node server. Its connections are kept in a set, so that they can be closed. */
export const listen = async (server: Server, { host, port }: ListenAddress): Promise<Listener> => {
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
  const looks = setInterval(() => sockets.forEach(destroyIfGone), goneCheckMs).unref();
  server.once('close', () => clearInterval(looks));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      // Also closes sessions whose handshake is under way. Node closes only those that are open.
      server.on('session', (session: http2.Http2Session) => session.close());
      server.close();
      await answered();
      // Node closes idle connections, but not those without a request so far.
      await Promise.race([closed, setTimeout(closeDelayMs, undefined, { ref: false })]);
      await answered();
      destroy();
      await closed;
    },
    destroy,
  };
};

/** How often it is looked whether connections are gone. */
const goneCheckMs = 1000;

/**
 * Destroys a connection that has ended for the system, as a reset one has. Node misses that over HTTP/2 where a write has
 * failed: each later write waits for it, and nothing is read meanwhile, not even the end of the connection.
 */
const destroyIfGone = (socket: Socket): void => {
  // A field of Node's own, since `remoteAddress` is remembered after the first question.
  const { _handle: handle } = socket as {
    _handle?: { getpeername: (out: object) => number } | null;
  };
  if (handle != null && handle.getpeername({}) !== 0) socket.destroy();
};

/** Time for clients to react to the end of their connections. */
const closeDelayMs = 500;

/** Returns a function that resolves when no request is under way. */
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

const listenProblem = (error: unknown, { host, port }: ListenAddress): string => {
  const address = `port ${port}${host === '' ? '' : ` of ${host}`}`;
  switch (systemCodeOf(error)) {
    case 'EADDRINUSE':
      return `Cannot listen on ${address}: another program uses it. Choose another port with --port or SHRINKD_PORT.`;
    case 'EACCES':
      return `Cannot listen on ${address}: not permitted. Choose a port above 1023 with --port or SHRINKD_PORT.`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return `Cannot listen on ${address}: this machine has no such address. Choose another with --host or --internal-host, such as ::1 or ::.`;
    default:
      return `Cannot listen on ${address}: ${error instanceof Error ? error.message : String(error)}`;
  }
};
