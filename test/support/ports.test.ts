import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from './ports.ts';

describe('the ports of tests', () => {
  it('are each given out once', async () => {
    const ports: number[] = [];
    for (let index = 0; index < 50; index += 1) ports.push(await freePort());
    expect(new Set(ports).size).to.equal(ports.length);
  });

  it('leave out one that somebody has', async () => {
    const taken = (await freePort()) + 16;
    const server = createServer().listen(taken, '127.0.0.1');
    await once(server, 'listening');
    const next = await freePort();
    server.close();
    expect(next).not.to.equal(taken);
  });
});
