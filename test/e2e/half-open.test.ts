import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import {
  makeServiceFolder,
  removeFolder,
  type RunningService,
  startService,
} from '../support/service/service.ts';
import { until } from '../support/until.ts';

const connections = 2000;

/** A connection that has sent its ClientHello costs about 57 kB: without a release this is exceeded. */
const mostGrowthBytes = 50 * 2 ** 20;

describe('half-open connections', () => {
  let folder: string;
  let service: RunningService;
  before(async () => {
    folder = await makeServiceFolder();
    // Its memory settings are part of what is tested.
    service = await startService(folder, { throughServe: true });
  });
  after(async () => {
    await service.stop();
    await removeFolder(folder);
  });

  const residentBytes = (): number => {
    const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
  };

  /** Opens a connection from an address of its own, since those of one address are limited. */
  const openHalf = async (hello: Buffer, index: number): Promise<Socket> => {
    const port = Number(new URL(service.url).port);
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${1 + (index % 8)}.1` });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(hello);
    await once(socket, 'data');
    return socket;
  };

  it('leave no memory behind when they end', async () => {
    const hello = await clientHello();
    const before = residentBytes();
    const sockets: Socket[] = [];
    for (let index = 0; index < connections; index += 1) {
      sockets.push(await openHalf(hello, index));
      if (index % 50 === 0) await setImmediate();
    }
    expect(residentBytes() - before, 'while they are open').to.be.above(mostGrowthBytes);
    for (const socket of sockets) socket.destroy();
    const isBack = (): boolean => residentBytes() - before < mostGrowthBytes;
    await until('the memory of closed connections is released', isBack, 30_000);
  });
});

/** The first message of a TLS handshake, as Node sends it. */
const clientHello = async (): Promise<Buffer> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connectTls({ host: '127.0.0.1', port });
  client.on('error', () => undefined);
  const [socket] = (await once(server, 'connection')) as [Socket];
  const [hello] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  server.close();
  return hello;
};
