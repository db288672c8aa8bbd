import { expect } from 'chai';
import { once } from 'node:events';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { mock } from 'node:test';
import { bodyAtMinRate, readAtMinRate } from '../../../src/http/body/min-rate.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { basic, startApi, type Api } from '../../support/http/api.ts';

const rate = { bytesPerSecond: 100, windowMs: 100, wholeMs: 60_000 };
const staying = new AbortController().signal;
const tooSlow = {
  error: 'Request timeout',
  message: "The request's body arrives too slowly: at least 100 bytes a second are expected.",
};

describe('a body', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }));
  afterEach(() => mock.timers.reset());

  /** Lets the stream pass on what has been written, then moves the clock. */
  const passTime = async (ms: number): Promise<void> => {
    await new Promise(setImmediate);
    mock.timers.tick(ms);
  };

  it('that arrives just fast enough in each window is passed on whole', async () => {
    const request = new PassThrough();
    const read = buffer(bodyAtMinRate(request, rate));
    for (let windows = 0; windows < 3; windows += 1) {
      request.write(Buffer.alloc(10));
      await passTime(rate.windowMs);
    }
    request.end('end');
    expect((await read).toString()).to.equal(`${'\0'.repeat(30)}end`);
  });

  it('that arrives too slowly in one window fails, and its connection stays', async () => {
    const request = new PassThrough();
    const failing = rejectionOf(buffer(bodyAtMinRate(request, rate)));
    request.write(Buffer.alloc(1000));
    await passTime(rate.windowMs);
    request.write(Buffer.alloc(9));
    await passTime(rate.windowMs);
    expect(await failing).to.include({ code: 'request_timeout', message: tooSlow.message });
    expect(request.destroyed, 'the connection').to.equal(false);
  });

  it('may arrive as slowly as it likes where the rate is 0', async () => {
    const request = new PassThrough();
    const read = text(bodyAtMinRate(request, { ...rate, bytesPerSecond: 0 }));
    await passTime(rate.wholeMs - 1);
    request.end('late');
    expect(await read).to.equal('late');
  });

  it('that arrives fast enough but without end fails when its time is over', async () => {
    const request = new PassThrough();
    const failing = rejectionOf(buffer(bodyAtMinRate(request, { ...rate, wholeMs: 250 })));
    for (let windows = 0; windows < 3; windows += 1) {
      request.write(Buffer.alloc(1000));
      await passTime(rate.windowMs);
    }
    expect(await failing).to.include({
      code: 'request_timeout',
      message: 'The request took too long to arrive.',
    });
  });

  it('does not fail while the service does not read it', async () => {
    const request = new PassThrough({ highWaterMark: 10_000_000 });
    const body = bodyAtMinRate(request, rate);
    for (let sent = 0; sent < 100; sent += 1) request.write(Buffer.alloc(10_000));
    request.end();
    await passTime(4 * rate.windowMs);
    expect(await buffer(body)).to.have.length(1_000_000);
  });

  it('that is read as a whole has the time that its largest size takes', async () => {
    expect(await readAtMinRate(Promise.resolve('read'), 100, rate, staying)).to.equal('read');
    const never = new Promise<never>(() => undefined);
    let isOver = false;
    const failing = rejectionOf(readAtMinRate(never, 10, rate, staying)).finally(
      () => (isOver = true),
    );
    await passTime(199);
    await new Promise(setImmediate);
    expect(isOver).to.equal(false);
    mock.timers.tick(1);
    expect(await failing).to.include({ code: 'request_timeout' });
  });
});

describe('a client that sends its body too slowly', () => {
  let api: Api;
  let socket: Socket;
  beforeEach(async () => {
    api = await startApi({ overrides: () => ({ minRate: rate }) });
    socket = connect(api.port, '127.0.0.1');
    socket.on('error', () => undefined);
  });
  afterEach(async () => {
    socket.destroy();
    await api.close();
  });

  for (const [title, type] of [
    ['an image', 'image/png'],
    ['JSON', 'application/json'],
  ] as const) {
    it(`is answered 408 in JSON and cut: ${title}`, async () => {
      socket.write(
        `POST /shrink HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basic(`api:${api.key}`)}\r\n` +
          `Content-Type: ${type}\r\nContent-Length: 15\r\n\r\n{"`,
      );
      const drip = setInterval(() => socket.write(' '), 40);
      // Ends when the server closes the connection.
      const answer = await text(socket);
      clearInterval(drip);
      expect(answer).to.match(/^HTTP\/1\.1 408 .*\r\nConnection: close\r\n/s);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).to.deep.equal(tooSlow);
      expect(api.queue.size()).to.equal(0);
    });
  }

  it('is so over HTTP/2, its stream closed and the connection left to others', async () => {
    const server = http2.createServer(api.callback as never);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const session = http2.connect(`http://127.0.0.1:${port}`);
    const authorization = basic(`api:${api.key}`);
    const slow = session.request({ ':method': 'POST', ':path': '/shrink', authorization });
    slow.write('x');
    const [headers] = (await once(slow, 'response')) as [http2.IncomingHttpHeaders];
    expect(headers[':status']).to.equal(408);
    let answer = '';
    slow.on('data', (chunk: Buffer) => (answer += String(chunk)));
    await once(slow, 'close');
    expect(JSON.parse(answer)).to.deep.equal(tooSlow);
    const other = session.request({ ':path': '/openapi.json' });
    expect(await text(other)).to.include('openapi');
    session.close();
    await once(session, 'close');
    server.close();
  });
});
