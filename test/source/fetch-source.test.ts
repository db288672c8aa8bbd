import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { SourceAway } from '../../src/errors.ts';
import { secretOf } from '../../src/redacted.ts';
import { rejectionOf } from '../support/rejection.ts';
import {
  createTestFetcher,
  failureOf,
  fetchWhole,
  notFound,
  resolvingTo,
} from '../support/source/fetching.ts';
import { startHttpOrigin, startOrigin, startRawOrigin } from '../support/source/origin.ts';
import type { Origin } from '../support/source/origin.ts';

const truncated = 'Connection closed before the whole file arrived';
const invalid = 'Server sent an invalid response';

let origin: Origin;

const serve = async (listener: RequestListener, host?: string): Promise<string> => {
  origin = await startHttpOrigin(listener, host);
  return `http://${host === undefined ? '127.0.0.1' : `[${host}]`}:${origin.port}`;
};

const serveRaw = async (answer: string): Promise<string> => {
  origin = await startRawOrigin(answer);
  return `http://127.0.0.1:${origin.port}`;
};

describe('fetching a source', () => {
  afterEach(() => origin.close());

  it('gives the whole body', async () => {
    const picture = Buffer.alloc(300_000, 'picture');
    const url = await serve((_request, response) => response.end(picture));
    expect((await fetchWhole(url)).equals(picture)).to.equal(true);
  });

  for (const [header, expected] of [
    ['Thu, 26 Nov 2026 10:00:00 GMT', [Date.UTC(2026, 10, 26, 10)]],
    ['yesterday', []],
    [undefined, []],
  ] as const) {
    it(`tells of Last-Modified: ${header}`, async () => {
      const url = await serve((_request, response) => {
        if (header !== undefined) response.setHeader('Last-Modified', header);
        response.end('picture');
      });
      const times: number[] = [];
      const { signal } = new AbortController();
      const client = {
        accountId: 'one',
        signal,
        onModified: (time: number) => void times.push(time),
      };
      (await createTestFetcher().open(url, client)).resume();
      expect(times).to.deep.equal(expected);
    });
  }

  it('reaches IPv6 addresses', async () => {
    const url = await serve((_request, response) => response.end('picture'), '::1');
    expect((await fetchWhole(url)).toString()).to.equal('picture');
    expect(origin.requests[0]?.headers.host).to.equal(`[::1]:${origin.port}`);
  });

  it('gives an empty body as it is', async () => {
    const url = await serve((_request, response) => response.end());
    expect((await fetchWhole(url)).length).to.equal(0);
  });

  it('sends the origin these headers and no others', async () => {
    const url = await serve((_request, response) => response.end());
    await fetchWhole(`${url}/a%20b/ü.png?size=1&x=y#fragment`);
    expect(origin.requests[0]?.method).to.equal('GET');
    expect(origin.requests[0]?.url).to.equal('/a%20b/%C3%BC.png?size=1&x=y');
    expect(origin.requests[0]?.headers).to.deep.equal({
      accept: 'image/jpeg,image/png,image/*;q=0.8,*/*;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': 'shrinkd',
      host: `127.0.0.1:${origin.port}`,
      connection: 'close',
    });
  });

  it('sends the origin the headers of the configuration for it, and no other origin', async () => {
    const url = await serve((request, response) =>
      request.url === '/'
        ? response.writeHead(302, { Location: `http://localhost:${origin.port}/next` }).end()
        : response.end(),
    );
    const headers = {
      '*': { 'User-Agent': secretOf('pictures/1'), Referer: secretOf('https://shop.example/') },
      [url]: { Authorization: secretOf('Bearer TOKEN'), referer: secretOf('https://own.example/') },
    };
    await fetchWhole(url, { headers });
    const sent = origin.requests.map(({ headers: { referer, authorization, ...others } }) => [
      others['user-agent'],
      referer,
      authorization,
    ]);
    expect(sent).to.deep.equal([
      ['pictures/1', 'https://own.example/', 'Bearer TOKEN'],
      ['pictures/1', 'https://shop.example/', undefined],
    ]);
  });

  it('takes a file that a proxy has changed (203)', async () => {
    const url = await serve((_request, response) => response.writeHead(203).end('picture'));
    expect((await fetchWhole(url)).toString()).to.equal('picture');
  });

  it('leaves no connection open afterwards', async () => {
    const url = await serve((_request, response) => response.end('picture'));
    await fetchWhole(url);
    await origin.idle();
    expect(origin.connections.size).to.equal(0);
  });
});

describe('fetching a source fails', () => {
  it('when the name does not resolve', async () => {
    const failure = await failureOf(
      fetchWhole('http://image.example/', {
        resolve: () => Promise.reject(new Error('ENOTFOUND ns1.internal')),
      }),
    );
    expect(failure).to.deep.equal(notFound('Host has no address that may be fetched'));
  });

  it('when the name has no address', async () => {
    const failure = await failureOf(
      fetchWhole('http://image.example/', { resolve: resolvingTo() }),
    );
    expect(failure).to.deep.equal(notFound('Host has no address that may be fetched'));
  });

  it('when nothing listens', async () => {
    const url = await serve(() => {});
    await origin.close();
    const failure = await failureOf(fetchWhole(url));
    expect(failure).to.deep.equal(notFound('Cannot connect to server'));
  });
});

describe('an answer that is not the file', () => {
  afterEach(() => origin.close());

  for (const status of [201, 202, 204, 206, 300, 302, 304, 400, 401, 403, 404, 429, 500, 503]) {
    it(`with status ${status} is reported to the client by its status alone`, async () => {
      const url = await serve((_request, response) => {
        response.writeHead(status).end(status === 204 || status === 304 ? undefined : 'internal');
      });
      const fetching = fetchWhole(url);
      expect(await failureOf(fetching)).to.deep.equal(notFound(`Server responded with ${status}`));
      // Whether the server may have the file later.
      const isAway = (await rejectionOf(fetching)) instanceof SourceAway;
      expect(isAway).to.equal([429, 500, 503].includes(status));
      await origin.idle();
    });
  }

  const RAW: [name: string, answer: string, message: string][] = [
    ['is not HTTP', 'SSH-2.0-OpenSSH\r\n', invalid],
    ['has a head that is too long', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(70_000)}\r\n\r\n`, invalid],
    ['switches protocols', 'HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', invalid],
    ['is nothing', '', truncated],
    ['stops within the head', 'HTTP/1.1 200 OK\r\nContent-Le', truncated],
    ['stops short of its length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart', truncated],
    ['stops before its body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', truncated],
    [
      'stops before its last chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n',
      truncated,
    ],
    [
      'has a broken chunk in the same packet as its head',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n',
      truncated,
    ],
  ];
  for (const [name, answer, message] of RAW) {
    it(`that ${name} is refused`, async () => {
      const failure = await failureOf(fetchWhole(await serveRaw(answer)));
      expect(failure).to.deep.equal(notFound(message));
      await origin.idle();
    });
  }

  it('that is reset within the body is refused', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('part', () => response.socket?.resetAndDestroy());
    });
    expect(await failureOf(fetchWhole(url))).to.deep.equal(notFound(truncated));
  });

  it('that is reset before the head is refused', async () => {
    origin = await startOrigin(
      createServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    );
    const failure = await failureOf(fetchWhole(`http://127.0.0.1:${origin.port}/`));
    expect(failure).to.deep.equal(notFound(truncated));
  });
});

const tooLarge = (came: string) => ({
  code: 'too_large',
  message: `The source file is too large: at most 10 bytes (limits.uploadBytes) are accepted, got ${came}.`,
});

describe('the byte limit', () => {
  afterEach(() => origin.close());

  it('admits a file of exactly that size', async () => {
    const url = await serve((_request, response) => response.end('0123456789'));
    expect((await fetchWhole(url, { maxBytes: 10 })).length).to.equal(10);
  });

  it('refuses by Content-Length before any of the body', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': 11 }).flushHeaders();
    });
    expect(await failureOf(fetchWhole(url, { maxBytes: 10 }))).to.deep.equal(tooLarge('11'));
    await origin.idle();
  });

  it('refuses a body without Content-Length once it is over', async () => {
    const url = await serve((_request, response) => {
      // One byte too many, and the origin would go on.
      response.write('01234567890');
    });
    expect(await failureOf(fetchWhole(url, { maxBytes: 10 }))).to.deep.equal(tooLarge('more'));
    await origin.idle();
  });
});
