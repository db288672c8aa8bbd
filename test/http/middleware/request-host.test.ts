import { expect } from 'chai';
import { once } from 'node:events';
import http2 from 'node:http2';
import { text } from 'node:stream/consumers';
import { basic, startApi, type Api } from '../../support/http/api.ts';
import { rawAnswer } from '../../support/http/raw.ts';
import { host, securePorts } from '../../support/http/secure-port.ts';

type Options = Readonly<{ publicUrl?: string; trustedProxies?: readonly string[] }>;

describe('the host of a request', () => {
  let api: Api;
  const start = async (options: Options = {}): Promise<void> => {
    api = await startApi({ overrides: () => options });
  };
  afterEach(() => api.close());

  const upload = (line: string, headers: readonly string[]): Promise<string> =>
    rawAnswer(
      api.port,
      [
        line,
        ...headers,
        `Authorization: ${basic(`api:${api.key}`)}`,
        'Connection: close',
        'Content-Length: 7',
        '',
        'picture',
      ].join('\r\n'),
    );
  const expectRefused = (answer: string, message: string): void => {
    expect(answer).to.match(/^HTTP\/1\.1 400 /);
    expect(answer).not.to.match(/\r\nLocation:/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).to.deep.equal({
      error: 'Bad request',
      message,
    });
    expect(api.received, 'nothing is compressed, nothing billed').to.deep.equal([]);
  };
  const expectLocation = (answer: string, base: string): void => {
    expect(answer).to.match(/^HTTP\/1\.1 201 /);
    expect(answer).to.contain(`\r\nLocation: ${base}/output/${api.output.id}\r\n`);
    expect(answer).to.contain(`"url":"${base}/output/`);
  };
  const post = 'POST /shrink HTTP/1.1';
  const invalid = 'Host: expected a host name or address, with or without a port';

  for (const [sent, shown = sent] of [
    ['localhost'],
    ['images.example.org'],
    ['IMAGES.Example.org:8443'],
    ['images.example.org.'],
    ['shrinkd_1:65535'],
    ['xn--bcher-kva.example'],
    ['192.0.2.1:8443'],
    ['[::1]'],
    ['[2001:db8::7]:8443'],
    ['[::ffff:192.0.2.1]'],
    ['localhost:', 'localhost'],
  ] as const) {
    it(`is in Location: ${sent}`, async () => {
      await start();
      expectLocation(await upload(post, [`Host: ${sent}`]), `https://${shown}`);
    });
  }

  for (const sent of [
    '',
    'a b',
    'a"><script>',
    'evil.example/x?',
    'evil.example?',
    'evil.example#',
    'evil.example\\',
    'user@evil.example',
    'user:password@evil.example:1',
    'a,b',
    'a:b',
    'a:0',
    'a:65536',
    'a:123456',
    'a:1:2',
    ':8443',
    '.',
    'a..b',
    '300.1.1.1',
    '1.2.3.4.5',
    '::1',
    '[::1',
    '[]',
    '[1.2.3.4]',
    '[fe80::1%eth0]',
    '[v1.x]',
    '%61.example',
    'b\u00fccher.example',
    'https://a',
    'a'.repeat(300),
  ]) {
    it(`is refused: ${JSON.stringify(sent.slice(0, 40))}`, async () => {
      await start();
      expectRefused(await upload(post, [`Host: ${sent}`]), invalid);
    });
  }

  for (const [title, line, headers, message] of [
    ['none', post, [], 'Host: expected one, got none'],
    ['none over HTTP/1.0', 'POST /shrink HTTP/1.0', [], 'Host: expected one, got none'],
    ['several', post, ['Host: a', 'Host: b'], 'Host: expected one, got several'],
    ['several that agree', post, ['Host: a', 'Host: a'], 'Host: expected one, got several'],
    ['several, the first empty', post, ['Host:', 'Host: b'], 'Host: expected one, got several'],
    [
      'a wrong one in the target',
      'POST https://user@a/shrink HTTP/1.1',
      ['Host: a'],
      'the request target: expected a host name or address, with or without a port',
    ],
  ] as const) {
    it(`is refused: ${title}`, async () => {
      await start();
      expectRefused(await upload(line, headers), message);
    });
  }

  it('is that of the target where the target has one', async () => {
    await start();
    const line = 'POST https://images.example.org/shrink HTTP/1.1';
    expectLocation(await upload(line, ['Host: other.example']), 'https://images.example.org');
  });

  it('is asked for on every path, before the key', async () => {
    await start();
    for (const path of ['/nothing', '/openapi.json', '/output/x']) {
      const answer = await rawAnswer(api.port, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
      expectRefused(answer, 'Host: expected one, got none');
    }
  });

  describe('beside a public URL', () => {
    const publicUrl = 'https://images.example.org';
    it('is not in Location', async () => {
      await start({ publicUrl });
      expectLocation(await upload(post, ['Host: other.example']), publicUrl);
    });

    it('may be missing over HTTP/1.0 alone', async () => {
      await start({ publicUrl });
      expectRefused(await upload(post, []), 'Host: expected one, got none');
      expectLocation(await upload('POST /shrink HTTP/1.0', []), publicUrl);
    });

    it('is refused where it is wrong', async () => {
      await start({ publicUrl });
      expectRefused(await upload('POST /shrink HTTP/1.0', ['Host: a b']), invalid);
    });
  });

  describe('behind a proxy', () => {
    const proxied = ['Host: backend:8080', 'X-Forwarded-Proto: https'];
    beforeEach(() => start({ trustedProxies: ['127.0.0.0/8'] }));

    it('is the one that the proxy was asked for', async () => {
      const answer = await upload(post, [...proxied, 'X-Forwarded-Host: images.example.org']);
      expectLocation(answer, 'https://images.example.org');
    });

    it('is the first of several proxies', async () => {
      const answer = await upload(post, [...proxied, 'X-Forwarded-Host: first.example, second']);
      expectLocation(answer, 'https://first.example');
    });

    it('is its own where the proxy does not say', async () => {
      expectLocation(await upload(post, proxied), 'https://backend:8080');
    });

    for (const sent of ['a b', 'evil.example/x?', 'user@a', ', a']) {
      it(`is refused as X-Forwarded-Host: ${sent}`, async () => {
        const answer = await upload(post, [...proxied, `X-Forwarded-Host: ${sent}`]);
        expectRefused(answer, `X-Forwarded-${invalid}`);
      });
    }
  });

  it('is not taken from X-Forwarded-Host without a proxy', async () => {
    await start();
    const answer = await upload(post, ['Host: localhost', 'X-Forwarded-Host: evil.example']);
    expectLocation(answer, 'https://localhost');
  });

  describe('over HTTP/2', () => {
    const open = securePorts();
    for (const [title, authority, hostHeader, location, message = ''] of [
      ['is :authority', 'a.example:8443', undefined, 'https://a.example:8443'],
      ['may be Host as well', 'a.example', 'A.example', 'https://a.example'],
      ['may be Host alone', undefined, 'a.example', 'https://a.example'],
      [
        'is refused where Host is another',
        'a.example',
        'b.example',
        undefined,
        'Host: expected the value of :authority, got another',
      ],
      [
        'is refused with a wrong port',
        'a.example:99999',
        undefined,
        undefined,
        `:authority${invalid.slice(4)}`,
      ],
      ['is refused where Host is wrong', undefined, '300.1.1.1', undefined, invalid],
    ] as const) {
      it(title, async () => {
        await start();
        const { listening, pair } = await open({}, api.callback);
        const session = http2.connect(`https://${host}:${listening.port}`, { ca: pair.cert });
        session.on('error', () => undefined);
        const request = session.request({
          ':method': 'POST',
          ':path': '/shrink',
          ...(authority !== undefined && { ':authority': authority }),
          ...(hostHeader !== undefined && { host: hostHeader }),
          authorization: basic(`api:${api.key}`),
        });
        request.end('picture');
        const [headers] = (await once(request, 'response')) as [http2.IncomingHttpHeaders];
        const body = JSON.parse(await text(request)) as Record<string, string>;
        session.destroy();
        if (location === undefined) {
          expect(headers[':status']).to.equal(400);
          expect(body).to.deep.equal({ error: 'Bad request', message });
          expect(api.received).to.deep.equal([]);
        } else {
          expect(headers[':status']).to.equal(201);
          expect(headers.location).to.equal(`${location}/output/${api.output.id}`);
        }
      });
    }
  });
});
