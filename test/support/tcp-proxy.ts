import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection in front of another one, which can fail in the middle of what passes. */
export type TcpProxy = Readonly<{
  port: number;
  /** After so many bytes towards the target, nothing passes any more (`freeze`) or all is cut. */
  failAfter: (bytes: number, how: 'freeze' | 'cut') => void;
  /** From now on requests pass and answers do not. */
  swallow: () => void;
  /** The same from the first request on that has this text. Resolves when that one passes. */
  swallowFrom: (text: string) => Promise<void>;
  /** From now on nothing passes; it is kept until `heal`. */
  hold: () => void;
  /** Cuts all connections that are open now. */
  cut: () => void;
  /** Lets everything pass again, on new connections; what was held passes on the old ones. */
  heal: () => void;
  /** Resolves with the first failure from now on. */
  failed: () => Promise<void>;
  /** Bytes that have gone towards the target, on all connections. */
  passed: () => number;
  /** Connections now open. */
  open: () => number;
  close: () => Promise<void>;
}>;

/** `answered`: what passes of an answer, of which it is one piece as it came. */
export const startTcpProxy = async (
  targetPort: number,
  answered: (piece: Buffer) => Buffer = (piece) => piece,
): Promise<TcpProxy> => {
  const events = new EventEmitter();
  const sockets = new Set<Socket>();
  let passedInAll = 0;
  let failure: { bytes: number; how: 'freeze' | 'cut' } | undefined;
  let isSwallowing = false;
  let awaited: Readonly<{ text: string; passes: () => void }> | undefined;
  /** Resolves when nothing is held any more; undefined while nothing is. */
  let held: PromiseWithResolvers<void> | undefined;
  /** Passes data on now, or when nothing is held any more. Later data waits for it. */
  const inOrder = (): ((pass: () => void) => void) => {
    let last = Promise.resolve();
    let waiting = 0;
    const passLater = async (before: Promise<void>, pass: () => void): Promise<void> => {
      waiting += 1;
      const { promise } = held ?? {};
      await before;
      await promise;
      waiting -= 1;
      pass();
    };
    return (pass) => {
      if (held === undefined && waiting === 0) pass();
      else last = passLater(last, pass);
    };
  };

  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    let passed = 0;
    let isFrozen = false;
    const [toTarget, toClient] = [inOrder(), inOrder()];
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (data) => {
      passed += data.length;
      passedInAll += data.length;
      if (awaited !== undefined && data.includes(awaited.text)) {
        isSwallowing = true;
        awaited.passes();
        awaited = undefined;
      }
      if (failure !== undefined && passed > failure.bytes) {
        isFrozen = true;
        if (failure.how === 'cut') client.resetAndDestroy();
        else client.pause();
        target.destroy();
        events.emit('failed');
      } else {
        toTarget(() => {
          if (!target.write(data)) client.pause();
        });
      }
    });
    target.on('drain', () => client.resume());
    target.on('data', (data) => {
      if (!isSwallowing) toClient(() => client.write(answered(data)));
    });
    target.on('close', () => isFrozen || client.destroy());
    client.on('close', () => target.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    failAfter: (bytes, how) => (failure = { bytes, how }),
    swallow: () => (isSwallowing = true),
    swallowFrom: (text) => new Promise((passes) => (awaited = { text, passes })),
    hold: () => (held ??= Promise.withResolvers()),
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    heal: () => {
      failure = undefined;
      isSwallowing = false;
      held?.resolve();
      held = undefined;
    },
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
