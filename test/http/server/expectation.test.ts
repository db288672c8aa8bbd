import { expect } from 'chai';
import { once } from 'node:events';
import http2 from 'node:http2';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { basic, fillQueue, startApi, type Api } from '../../support/http/api.ts';
import { head, rawAnswer } from '../../support/http/raw.ts';
import { host, securePorts } from '../../support/http/secure-port.ts';

const limit = 10_000_000;

/** What is refused by the head alone: title, status, headers, and what happens before. */
const refusals: readonly (readonly [
  title: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  prepare?: (api: Api) => void,
])[] = [
  ['a wrong key', 401, { authorization: 'Basic x' }],
  ['no Host that is one', 400, { host: 'a b' }],
  ['an announced length over the limit', 413, { 'content-length': String(limit + 1) }],
  [
    'announced JSON over the limit',
    413,
    { 'content-type': 'application/json', 'content-length': '100000' },
  ],
  ['a full queue', 503, {}, fillQueue],
  ['an unknown path', 404, { path: '/nothing' }],
];

describe('a client that waits for 100 Continue', () => {
  let api: Api;
  let socket: Socket | undefined;
  beforeEach(async () => {
    api = await startApi({ account: { monthlyLimit: 100, requestsPerMinute: 1000 } });
  });
  afterEach(async () => {
    socket?.destroy();
    await api.close();
  });

  const headLines = (headers: Readonly<Record<string, string>>): string => {
    const { path = '/shrink', ...others } = headers;
    const all = {
      host: 'localhost',
      authorization: basic(`api:${api.key}`),
      'content-length': '7',
      expect: '100-continue',
      ...others,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return [`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  };
  const sendHead = async (headers: Readonly<Record<string, string>>): Promise<Socket> => {
    socket = connect({ port: api.port, host, allowHalfOpen: true });
    socket.write(headLines(headers));
    return socket;
  };

  for (const [title, status, headers, prepare] of refusals) {
    it(`is refused without it, and the connection ends: ${title}`, async () => {
      prepare?.(api);
      // The connection ends although nothing more is sent.
      const answer = await text((await sendHead(headers)).on('end', () => socket?.end()));
      expect(answer).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).to.match(/\r\nConnection: close\r\n/i);
      expect(answer).not.to.contain('100 Continue');
    });
  }

  for (const [title, headers, body] of [
    ['an image', {}, 'picture'],
    [
      'JSON',
      { 'content-type': 'application/json', 'content-length': '31' },
      '{"source":{"url":"http://a/b"}}',
    ],
    ['an image, asked for in capitals', { expect: '100-Continue' }, 'picture'],
  ] as const) {
    it(`is told to continue when its body is wanted: ${title}`, async () => {
      const opened = await sendHead(headers);
      const [first] = (await once(opened, 'data')) as [Buffer];
      expect(String(first)).to.equal('HTTP/1.1 100 Continue\r\n\r\n');
      opened.write(body);
      const [answer] = (await once(opened, 'data')) as [Buffer];
      expect(String(answer)).to.match(/^HTTP\/1\.1 201 /);
      expect(api.received).to.have.length(1);
    });
  }

  it('reads its answer even when it sends the body all the same', async () => {
    const opened = await sendHead({ authorization: 'Basic x', 'content-length': '5000000' });
    let answer = '';
    opened.on('data', (bytes: Buffer) => (answer += String(bytes)));
    for (let sent = 0; sent < 5; sent += 1) {
      if (!opened.write(Buffer.alloc(1_000_000))) await once(opened, 'drain');
    }
    opened.end();
    await once(opened, 'close');
    expect(answer).to.match(/^HTTP\/1\.1 401 /);
    expect(opened.errored).to.equal(null);
  });

  it('gets no answer to what it sends behind a refused request', async () => {
    const opened = await sendHead({ authorization: 'Basic x' });
    opened.write(`picture${headLines({ expect: '' })}picture`);
    const answer = await text(opened);
    expect(answer.match(/HTTP\/1\.1 /g)).to.have.length(1);
    expect(api.received).to.deep.equal([]);
  });

  describe('over HTTP/2', () => {
    const open = securePorts();
    const ask = async (headers: Readonly<Record<string, string>>) => {
      const { listening, pair } = await open({}, api.callback);
      const session = http2.connect(`https://${host}:${listening.port}`, { ca: pair.cert });
      session.on('error', () => undefined);
      const { path = '/shrink', ...others } = headers;
      const stream = session.request({
        ':method': 'POST',
        ':path': path,
        authorization: basic(`api:${api.key}`),
        expect: '100-continue',
        ...others,
      });
      let isContinued = false;
      stream.on('continue', () => (isContinued = true));
      return { session, stream, isContinued: () => isContinued };
    };

    for (const [title, status, headers, prepare] of refusals.filter(
      ([, , given]) => given['host'] === undefined,
    )) {
      it(`is refused without it, and the request ends: ${title}`, async () => {
        prepare?.(api);
        const { session, stream, isContinued } = await ask(headers);
        stream.resume();
        const [answer] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
        // The request ends although its client has not ended it.
        if (!stream.closed) await once(stream, 'close');
        expect(answer[':status']).to.equal(status);
        expect(isContinued()).to.equal(false);
        session.destroy();
      });
    }

    for (const expected of ['100-continue', '100-Continue']) {
      it(`is told to continue when its body is wanted: ${expected}`, async () => {
        const { session, stream } = await ask({ expect: expected });
        await once(stream, 'continue');
        stream.end('picture');
        const [answer] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
        expect(answer[':status']).to.equal(201);
        session.destroy();
      });
    }

    it('is refused in JSON when it sends an unknown expectation', async () => {
      const { session, stream } = await ask({ expect: 'x' });
      const [answer] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
      expect(answer).to.include({ ':status': 417, 'content-type': 'application/json' });
      expect(JSON.parse(await text(stream))).to.have.keys('error', 'message');
      session.destroy();
    });
  });

  for (const expected of ['x', '200-ok', '100-continue, x', '100-continue=1']) {
    it(`is refused in JSON when it sends an unknown expectation: ${expected}`, async () => {
      const headers = [`Expect: ${expected}`, `Authorization: ${basic(`api:${api.key}`)}`];
      const answer = await rawAnswer(api.port, head(`GET /output/${api.output.id}`, headers));
      expect(answer).to.match(/^HTTP\/1\.1 417 /);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).to.deep.equal({
        error: 'Expectation failed',
        message: 'Expect: expected 100-continue or nothing',
      });
    });
  }

  it('is not waited for over HTTP/1.0, which has no expectations', async () => {
    const sent = headLines({}).replace('HTTP/1.1', 'HTTP/1.0');
    expect(await rawAnswer(api.port, `${sent}picture`)).to.match(/^HTTP\/1\.1 201 /);
  });
});
