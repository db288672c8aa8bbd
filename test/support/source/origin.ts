import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server on a loopback address that records its requests and knows when it has no connection left. */
export type Origin = Readonly<{
  port: number;
  requests: IncomingMessage[];
  connections: Set<Socket>;
  /** Resolves when the last open connection has closed. */
  idle: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** Starts `server` on a free port of `host` and watches it. */
export const startOrigin = async (server: Server, host = '127.0.0.1'): Promise<Origin> => {
  const requests: IncomingMessage[] = [];
  const connections = new Set<Socket>();
  server.on('request', (request: IncomingMessage) => requests.push(request));
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => connections.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');

  const idle = async () => {
    await Promise.all([...connections].map(closing));
  };
  const close = async () => {
    for (const socket of connections) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, requests, connections, idle, close };
};

// Not `once` of node:events, which fails when the socket reports an error before it closes.
const closing = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.once('close', resolve));

/** An HTTP origin that answers with `listener`. */
export const startHttpOrigin = (listener: RequestListener, host?: string): Promise<Origin> =>
  startOrigin(createServer(listener), host);

/** An origin that answers each connection's first bytes with `answer` word for word, then hangs up. */
export const startRawOrigin = (answer: string): Promise<Origin> =>
  startOrigin(createTcpServer((socket) => socket.once('data', () => socket.end(answer))));

/** An origin that accepts connections and never says anything. */
export const startSilentOrigin = (): Promise<Origin> =>
  startOrigin(createTcpServer((socket) => socket.resume()));
