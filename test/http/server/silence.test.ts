import { expect } from 'chai';
import { once } from 'node:events';
import http2 from 'node:http2';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:net';
import { listen } from '../../../src/http/server/listen.ts';
import { plainServer } from '../../../src/http/server/servers.ts';
import type { RequestListener } from '../../../src/http/server/under-way.ts';
import { host, securePorts, times } from '../../support/http/secure-port.ts';

/** A busy machine may hold an upload up for a second. */
const idleMs = 2000;
const lateMs = 1.5 * idleMs;
const whole =
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nConnection: close\r\n\r\nwhole';
/** More than any buffer between the client and a service that does not read takes. */
const unread = 3_000_000;

/** Reads the request, and answers it after more than the longest silence. */
const answerLate: RequestListener = (request, response) => {
  request.resume().on('end', () => void sleep(lateMs).then(() => response.end('late')));
};
/** Reads the request late. */
const readLate: RequestListener = (request, response) => {
  setTimeout(() => request.resume().on('end', () => response.end('late')), lateMs);
};

describe('a silent connection', () => {
  const open = securePorts();

  for (const [title, listener, body] of [
    ['is answered late', answerLate, Buffer.from('whole')],
    ['is read late', readLate, Buffer.alloc(unread)],
  ] as const) {
    it(`stays while its request ${title}, over HTTP/1.1`, async () => {
      const { secured } = await open({ idleMs }, listener);
      const socket = await secured({ ALPNProtocols: ['http/1.1'] });
      socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n');
      socket.write(`Content-Length: ${body.length}\r\n\r\n`);
      socket.write(body);
      expect(await text(socket)).to.match(/^HTTP\/1\.1 200 .*late/s);
    });

    it(`stays while its request ${title}, over HTTP/2`, async () => {
      const { listening } = await open({ idleMs }, listener);
      const session = http2.connect(`https://${host}:${listening.port}`, {
        rejectUnauthorized: false,
      });
      const request = session.request({ ':method': 'POST' });
      request.end(body);
      expect(await text(request)).to.equal('late');
      // Later silence ends it.
      await once(session, 'close');
    });
  }

  it('stays behind a proxy too', async () => {
    const listening = await listen(plainServer(answerLate, { ...times, idleMs }), {
      host,
      port: 0,
    });
    const socket = connect(listening.port, host);
    socket.write(whole);
    expect(await text(socket)).to.match(/^HTTP\/1\.1 200 .*late/s);
    await listening.close();
  });

  it('is ended in the middle of an upload, over HTTP/2', async () => {
    const { listening } = await open({ idleMs }, answerLate);
    const session = http2.connect(`https://${host}:${listening.port}`, {
      rejectUnauthorized: false,
    });
    const request = session.request({ ':method': 'POST' });
    request.on('error', () => undefined);
    request.write('part');
    await once(session, 'close');
  });

  it('is ended in the middle of an answer that its client does not take', async () => {
    const ended = Promise.withResolvers<boolean>();
    const { secured } = await open({ idleMs }, (_request, response) => {
      response.once('close', () => ended.resolve(response.writableFinished));
      response.end(Buffer.alloc(30_000_000));
    });
    const socket = await secured({ ALPNProtocols: ['http/1.1'] });
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await ended.promise).to.equal(false);
    socket.destroy();
  });
});
