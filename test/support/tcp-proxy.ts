import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection in front of another one, which can fail in the middle of what passes. */
export type TcpProxy = Readonly<{
  port: number;
  /** After so many bytes towards the target, nothing passes any more (`freeze`) or all is cut. */
  failAfter: (bytes: number, how: 'freeze' | 'cut') => void;
  /** Lets everything pass again, on new connections. */
  heal: () => void;
  /** Resolves with the first failure from now on. */
  failed: () => Promise<void>;
  /** Bytes that have gone towards the target, on all connections. */
  passed: () => number;
  /** Connections now open. */
  open: () => number;
  close: () => Promise<void>;
}>;

export const startTcpProxy = async (targetPort: number): Promise<TcpProxy> => {
  const events = new EventEmitter();
  const sockets = new Set<Socket>();
  let passedInAll = 0;
  let failure: { bytes: number; how: 'freeze' | 'cut' } | undefined;

  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    let passed = 0;
    let isFrozen = false;
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (data) => {
      passed += data.length;
      passedInAll += data.length;
      if (failure !== undefined && passed > failure.bytes) {
        isFrozen = true;
        if (failure.how === 'cut') client.resetAndDestroy();
        else client.pause();
        target.destroy();
        events.emit('failed');
      } else if (!target.write(data)) client.pause();
    });
    target.on('drain', () => client.resume());
    target.on('data', (data) => client.write(data));
    target.on('close', () => isFrozen || client.destroy());
    client.on('close', () => target.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    failAfter: (bytes, how) => (failure = { bytes, how }),
    heal: () => (failure = undefined),
    failed: async () => void (await once(events, 'failed')),
    passed: () => passedInAll,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
