import { expect } from 'chai';
import { once } from 'node:events';
import http2 from 'node:http2';
import { connect } from 'node:net';
import type { MinRate } from '../../../src/http/body/min-rate.ts';
import { startApi, type Api } from '../../support/http/api.ts';
import { frame, frameClient, headerBlock, windowUpdate } from '../../support/http/frames.ts';
import { host, securePorts } from '../../support/http/secure-port.ts';
import { until } from '../../support/until.ts';

const unhurried: MinRate = { bytesPerSecond: 0, windowMs: 1000, wholeMs: 60_000 };

describe('the rest of a body whose answer came early', () => {
  const open = securePorts();
  let api: Api;
  afterEach(() => api.close());

  const start = async (minRate = unhurried): Promise<void> => {
    api = await startApi({ maxUploadBytes: 1_000_000, overrides: () => ({ minRate }) });
  };

  for (const path of ['/shrink', '/nothing']) {
    it(`ends the connection where it is longer than an upload may be: ${path}`, async () => {
      await start();
      const socket = connect(api.port, host);
      socket.on('error', () => undefined);
      let answer = '';
      socket.on('data', (bytes: Buffer) => (answer += String(bytes)));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n\r\n`,
      );
      await once(socket, 'data');
      const flood = setInterval(() => socket.write(Buffer.alloc(300_000)), 5);
      await closed;
      clearInterval(flood);
      expect(answer).to.match(/^HTTP\/1\.1 4\d\d /);
      expect(answer).to.include('\r\nConnection: close\r\n');
    });

    it(`ends the request where it is longer than an upload may be, over HTTP/2: ${path}`, async () => {
      await start();
      const { listening, pair } = await open({}, api.callback);
      const session = http2.connect(`https://${host}:${listening.port}`, { ca: pair.cert });
      const stream = session.request({ ':method': 'POST', ':path': path });
      stream.resume();
      const [answer] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
      const flood = setInterval(() => stream.write(Buffer.alloc(300_000)), 5);
      if (!stream.closed) await once(stream, 'close');
      clearInterval(flood);
      expect(answer[':status']).to.be.within(400, 499);
      expect(stream.rstCode).to.equal(http2.constants.NGHTTP2_NO_ERROR);
      // The others of the session go on.
      const next = session.request({ ':path': '/openapi.json' });
      expect((await once(next.resume(), 'response'))[0]).to.include({ ':status': 200 });
      session.destroy();
    });
  }

  it('does not overtake the end of an answer for which the client has no window yet, over HTTP/2', async () => {
    api = await startApi({ maxUploadBytes: 1000 });
    const { secured } = await open({}, api.callback);
    const { length } = (await api.ask('/nothing', { method: 'POST' })).body;
    const client = frameClient(await secured({ ALPNProtocols: ['h2'] }), { window: length });
    client.send(frame(1, 4, 1, headerBlock('/nothing')), frame(0, 0, 1, Buffer.alloc(2000)));
    await client.until(() => client.seen(1).bytes === length);
    // Time for what would overtake it.
    for (let round = 0; round < 5; round++) await client.isRead();
    client.send(windowUpdate(1, 1));
    await client.until(() => client.seen(1).marks.length === 3);
    expect(client.seen(1).marks).to.deep.equal(['headers', 'end', 'reset 0']);
  });

  it('does not overtake the end where many answers share a window and nothing reads their bodies, over HTTP/2', async () => {
    api = await startApi();
    const { secured } = await open({}, api.callback);
    const client = frameClient(await secured({ ALPNProtocols: ['h2'] }), {});
    const ids = Array.from({ length: 40 }, (_, index) => 2 * index + 1);
    for (const id of ids) {
      client.send(frame(1, 4, id, headerBlock('/openapi.json', 'GET')));
      client.send(frame(0, 0, id, Buffer.alloc(10)));
    }
    const marks = () => ids.map((id) => client.seen(id).marks);
    await client.until(() => marks().every(({ length }) => length > 1));
    expect(marks()).to.deep.equal(ids.map(() => ['headers', 'end']));
  });

  it('ends the connection where it arrives too slowly', async () => {
    await start({ bytesPerSecond: 1000, windowMs: 200, wholeMs: 60_000 });
    const socket = connect(api.port, host);
    const closed = once(socket, 'close');
    socket.write('POST /shrink HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).to.match(/^HTTP\/1\.1 401 /);
    await closed;
  });

  it('is taken from a client that asked for the end of the connection', async () => {
    await start();
    const socket = connect({ port: api.port, host, allowHalfOpen: true });
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    let answer = '';
    socket.on('data', (bytes: Buffer) => (answer += String(bytes)));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('POST /shrink HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n');
    socket.write('Content-Length: 600000\r\n\r\n');
    await once(socket, 'end');
    for (let part = 0; part < 6; part++) {
      const isTaken = new Promise((resolve) => socket.write(Buffer.alloc(100_000), resolve));
      expect(await isTaken).not.to.be.instanceOf(Error);
    }
    socket.end();
    await closed;
    expect(errors).to.deep.equal([]);
    expect(answer).to.match(/^HTTP\/1\.1 401 /);
  });

  it('leaves no timer when the client goes before it has sent all', async () => {
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    await start();
    const before = timers();
    const socket = connect(api.port, host);
    socket.write('POST /nothing HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n');
    socket.write('Content-Length: 1000\r\n\r\n');
    await once(socket, 'data');
    expect(timers()).to.be.above(before);
    socket.destroy();
    await until('no more timers than before', () => timers() <= before);
  });
});
