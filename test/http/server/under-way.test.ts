import { once } from 'node:events';
import http2, { constants } from 'node:http2';
import { expect } from 'chai';
import { createConnectionLimit } from '../../../src/http/server/connection-limit.ts';
import type { RequestListener } from '../../../src/http/server/under-way.ts';
import { requestsPerConnection } from '../../../src/http/server/under-way.ts';
import { frame, frameClient, headerBlock } from '../../support/http/frames.ts';
import { host, securePorts } from '../../support/http/secure-port.ts';
import { until } from '../../support/until.ts';

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('the requests of a connection', () => {
  const open = securePorts();
  /** Answers that the service has yet to give. */
  let waiting: Parameters<RequestListener>[1][];
  const hold: RequestListener = (_request, response) => void waiting.push(response);
  beforeEach(() => (waiting = []));

  const overHttp2 = async (port: number) => {
    const session = http2.connect(`https://${host}:${port}`, { rejectUnauthorized: false });
    await once(session, 'connect');
    return session;
  };

  it('are at most a hundred at once over HTTP/2, and others wait', async () => {
    const { listening } = await open({}, hold);
    const session = await overHttp2(listening.port);
    const closed = Array.from({ length: 300 }, () => once(session.request({}).resume(), 'close'));
    await until('a hundred have come', async () => waiting.length === requestsPerConnection);
    expect(session.remoteSettings.maxConcurrentStreams).to.equal(requestsPerConnection);
    let most = waiting.length;
    for (let answered = 0; answered < 300;) {
      await until('more have come', async () => waiting.length > 0);
      most = Math.max(most, waiting.length);
      answered += waiting.length;
      for (const response of waiting.splice(0)) response.end();
    }
    await Promise.all(closed);
    expect(most).to.be.at.most(requestsPerConnection);
    session.destroy();
  });

  it('end an HTTP/1.1 connection that sends more without waiting for answers', async () => {
    const { secured } = await open({}, hold);
    const socket = await secured({ ALPNProtocols: ['http/1.1'] });
    socket.on('error', () => undefined);
    socket.write(get.repeat(requestsPerConnection + 1));
    await once(socket.resume(), 'close');
    expect(waiting).to.have.length(requestsPerConnection);
  });

  it('count as connections of their address, but for the first', async () => {
    const told: string[] = [];
    const admits = createConnectionLimit({ max: 4, onRefused: (address) => told.push(address) });
    const { listening, secured } = await open({}, hold, { admits });
    const session = await overHttp2(listening.port);
    const requests = Array.from({ length: 4 }, () => session.request({}));
    await until('all have come', async () => waiting.length === 4);
    const refused = session.request({});
    const [error] = (await once(refused, 'error')) as unknown as [Error];
    expect(error.message).to.contain('NGHTTP2_REFUSED_STREAM');
    const [failure] = (await secured().then(() => [], Array.of)) as [Error & { code?: string }];
    expect(failure?.code).to.equal('ECONNRESET');
    expect(told).to.have.length(1);
    for (const response of waiting) response.end();
    await Promise.all(requests.map((request) => once(request.resume(), 'close')));
    (await secured()).destroy();
    session.destroy();
  });

  /** Requests that their client takes back with the next frame. */
  const takenBack = (count: number): readonly Buffer[] =>
    Array.from({ length: count }, (_, index) => [
      frame(1, 5, 2 * index + 1, headerBlock('/', 'GET')),
      frame(3, 0, 2 * index + 1, Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL])),
    ]).flat();

  it('are not begun where they are taken back in the same bytes', async () => {
    const { secured } = await open({}, hold);
    const socket = await secured({ ALPNProtocols: ['h2'] });
    const staying = frame(1, 5, 301, headerBlock('/stays', 'GET'));
    frameClient(socket, {}).send(...takenBack(150), staying);
    await until('one has come', async () => waiting.length > 0);
    expect(waiting.map(({ req }) => req.url)).to.deep.equal(['/stays']);
    socket.destroy();
  });

  it('end an HTTP/2 connection that takes back several hundred at once', async () => {
    const { secured } = await open({}, hold);
    const socket = await secured({ ALPNProtocols: ['h2'] });
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    frameClient(socket, {}).send(...takenBack(600));
    await closed;
  });

  it('may be none for a time only, whatever bytes come between them', async () => {
    const { secured } = await open({ headersMs: 2000, idleMs: 2000 });
    const socket = await secured({ ALPNProtocols: ['http/1.1'] });
    socket.on('error', () => undefined);
    socket.write(get);
    const drip = setInterval(() => socket.write('\r\n'), 50);
    // `once` would reject where a byte meets the closed connection, which is reset then.
    await new Promise((resolve) => socket.resume().on('close', resolve));
    clearInterval(drip);
  });
});
