import { expect } from 'chai';
import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../../src/errors.ts';
import { listen } from '../../../src/http/server/listen.ts';
import { plainServer } from '../../../src/http/server/servers.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { frame, frameClient, headerBlock, windowUpdate } from '../../support/http/frames.ts';
import { hello, host, securePorts, times } from '../../support/http/secure-port.ts';

describe('an open port, when it is closed', () => {
  const open = securePorts();

  it('ends idle connections, of both protocols, at once', async () => {
    const { listening, overHttp1, pair } = await open();
    const agent = new https.Agent({ keepAlive: true });
    await text(await overHttp1(agent));
    const session = http2.connect(`https://${host}:${listening.port}`, { ca: pair.cert });
    const request = session.request({ ':path': '/' });
    await text(request);
    await listening.close();
    agent.destroy();
    session.destroy();
  });

  it('lets a request under way finish, and takes no other', async () => {
    const finish = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { listening, overHttp1 } = await open({}, async (_request, response) => {
      begun.resolve();
      await finish.promise;
      response.end('finished');
    });
    const answer = overHttp1();
    await begun.promise;
    const closed = listening.close();
    const late = connect(listening.port, host);
    const [error] = (await once(late, 'error')) as unknown as [Error & { code: string }];
    expect(error.code).to.equal('ECONNREFUSED');
    finish.resolve();
    expect(await text(await answer)).to.equal('finished');
    await closed;
  });

  it('cuts what is left when it is closed by force', async () => {
    const { server, listening, overHttp1 } = await open({}, () => undefined);
    const answer = rejectionOf(overHttp1());
    const socket = connect(listening.port, host);
    await Promise.all([once(socket, 'connect'), once(server, 'request')]);
    const closed = listening.close();
    listening.destroy();
    await closed;
    expect(await answer).to.have.property('code', 'ECONNRESET');
    if (!socket.closed) await once(socket.resume(), 'close');
  });
});

describe('a connection of an open port', () => {
  const open = securePorts();

  it('is closed where its client resets it while the service writes, over HTTP/2', async () => {
    const admitted = Promise.withResolvers<Socket>();
    const admits = (socket: unknown) => {
      admitted.resolve(socket as Socket);
      return true;
    };
    const { listening, secured } = await open({}, hello, { admits });
    const below = connect(listening.port, host);
    const client = frameClient(await secured({ socket: below, ALPNProtocols: ['h2'] }), {});
    await client.isRead();
    const closed = once(await admitted.promise, 'close');
    // Each ping is answered by a write of its own, since frames of an unknown type fill the records between them.
    const ping = frame(6, 0, 0, Buffer.alloc(8));
    const filling = frame(0xee, 0, 0, Buffer.alloc(16_384));
    client.send(ping, filling, ping, filling, ping);
    below.resetAndDestroy();
    await closed;
  });

  it('stays until its client has read its answer, however slowly, over HTTP/2', async () => {
    const { secured } = await open({}, (_request, response) => response.end(Buffer.alloc(5000)));
    const client = frameClient(await secured({ ALPNProtocols: ['h2'] }), { window: 1000 });
    client.send(frame(1, 5, 1, headerBlock('/')));
    for (let bytes = 1000; bytes <= 5000; bytes += 1000) {
      await client.until(() => client.seen(1).bytes === bytes);
      await sleep(600);
      client.send(windowUpdate(1, 1000));
    }
    await client.until(() => client.seen(1).marks.includes('end'));
    expect(client.seen(1).bytes).to.equal(5000);
  });
});

describe('a port', () => {
  it('that another program uses is named, with what to do', async () => {
    const first = await listen(plainServer(hello, times), { host, port: 0 });
    const error = await rejectionOf(listen(plainServer(hello, times), { host, port: first.port }));
    expect(error).to.be.instanceOf(StartError);
    expect(String(error)).to.contain(
      `Cannot listen on port ${first.port} of 127.0.0.1: another program uses it. Choose another port with --port or SHRINKD_PORT.`,
    );
    await first.close();
  });

  it('of an address that this machine does not have is refused', async () => {
    const error = await rejectionOf(
      listen(plainServer(hello, times), { host: '192.0.2.1', port: 0 }),
    );
    expect(error).to.be.instanceOf(StartError);
    expect(String(error)).to.contain('Cannot listen on port 0 of 192.0.2.1: ');
  });
});
