import { once } from 'node:events';
import http2 from 'node:http2';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { expect } from 'chai';
import { plainServer, secureServer } from '../../../src/http/server/servers.ts';
import { host, pairOf, times } from '../../support/http/secure-port.ts';

const bad = { status: 400, error: 'Bad request' };

const cases = [
  { name: 'that is not HTTP', sent: 'GET\r\n\r\n', status: 400, error: 'Bad request' },
  {
    name: 'with headers that are too large',
    sent: `GET / HTTP/1.1\r\nHost: here\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    status: 431,
    error: 'Request header fields too large',
  },
  { name: 'of HTTP/2 on HTTP/1.1', sent: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ...bad },
  { name: 'of an unknown version', sent: 'GET / HTTP/3.0\r\nHost: here\r\n\r\n', ...bad },
  { name: 'of an unknown method', sent: 'BREW / HTTP/1.1\r\nHost: here\r\n\r\n', ...bad },
  {
    name: 'with a length and chunks',
    sent: 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    ...bad,
  },
  {
    name: 'with a length below 0',
    sent: 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: -1\r\n\r\n',
    ...bad,
  },
  {
    name: 'for a tunnel',
    sent: 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
    status: 405,
    error: 'Method not allowed',
  },
];

describe('a request', () => {
  let server: Server;
  afterEach(() => server.close());

  const portOf = async (opened: Server): Promise<number> => {
    server = opened.listen(0, host);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  const expectAnswer = (answer: string, status: number, error: string): void => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head.split('\r\n')).to.include.members([
      `HTTP/1.1 ${status} ${error}`,
      'Content-Type: application/json',
    ]);
    expect(JSON.parse(body)).to.have.keys('error', 'message').and.to.include({ error });
  };

  for (const { name, sent, status, error } of cases) {
    it(`${name} is answered in JSON`, async () => {
      const socket = connect(await portOf(plainServer(() => undefined, times)), host);
      socket.write(sent);
      expectAnswer(await text(socket), status, error);
    });

    it(`${name} is answered in JSON over TLS`, async () => {
      const pair = await pairOf('ec');
      const port = await portOf(secureServer(() => undefined, pair, times));
      const socket = connectTls({ port, host, ca: pair.cert });
      socket.write(sent);
      expectAnswer(await text(socket), status, error);
    });
  }

  it('for a tunnel is answered in JSON over HTTP/2', async () => {
    const pair = await pairOf('ec');
    const port = await portOf(secureServer(() => undefined, pair, times));
    const session = http2.connect(`https://${host}:${port}`, { ca: pair.cert });
    const request = session.request({ ':method': 'CONNECT', ':authority': 'example.org:443' });
    const [headers] = (await once(request, 'response')) as [http2.IncomingHttpHeaders];
    expect(headers).to.include({ ':status': 405, 'content-type': 'application/json' });
    expect(JSON.parse(await text(request))).to.have.keys('error', 'message');
    session.close();
    await once(session, 'close');
  });

  for (const [what, sent, isSecure] of [
    ['of plain HTTP on a port of TLS', 'GET / HTTP/1.1\r\nHost: here\r\nX-Long: ', true],
    ['that is not HTTP', 'GET\r\n\r\n', false],
  ] as const) {
    it(`${what} ends its connection although bytes go on coming`, async () => {
      const hasty = { ...times, idleMs: 60_000 };
      const opened = isSecure
        ? secureServer(() => undefined, await pairOf('ec'), hasty)
        : plainServer(() => undefined, hasty);
      const port = await portOf(opened);
      const [accepted] = await Promise.all([
        once(opened, 'connection') as Promise<[Socket]>,
        drippedTo(connect({ port, host, allowHalfOpen: true }), sent, accepts(opened)),
      ]);
      expect(accepted[0].destroyed).to.equal(true);
    });
  }

  /** Resolves when the next connection that a server accepts is closed. */
  const accepts = async (opened: Server): Promise<void> => {
    const [socket] = (await once(opened, 'connection')) as [Socket];
    await once(socket, 'close');
  };

  /** What comes back while one byte after the other is sent, until `end`. */
  const drippedTo = async (socket: Socket, sent: string, end?: Promise<void>): Promise<string> => {
    socket.on('error', () => undefined);
    socket.write(sent);
    const drip = setInterval(() => socket.write('x'), 100);
    const answer = await text(socket);
    await end;
    clearInterval(drip);
    socket.destroy();
    return answer;
  };

  describe('that takes too long', () => {
    // The handshake and the headers before a slow body must arrive in time, also on a busy machine.
    const hasty = { ...times, headersMs: 2000, requestMs: 3000 };
    const slow = {
      headers: 'GET / HTTP/1.1\r\nHost: here\r\nX-Long: ',
      body: 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n',
    };

    for (const [what, sent] of Object.entries(slow)) {
      it(`to send its ${what} is answered 408 in JSON`, async () => {
        const port = await portOf(plainServer((request) => void request.resume(), hasty));
        expectAnswer(await drippedTo(connect(port, host), sent), 408, 'Request timeout');
      });

      it(`to send its ${what} is answered 408 in JSON over TLS`, async () => {
        const pair = await pairOf('ec');
        const port = await portOf(secureServer((request) => void request.resume(), pair, hasty));
        const socket = connectTls({ port, host, ca: pair.cert });
        expectAnswer(await drippedTo(socket, sent), 408, 'Request timeout');
      });
    }
  });
});
