import { expect } from 'chai';
import { once } from 'node:events';
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import { basic, fillQueue, startApi, type Api } from '../../support/http/api.ts';
import { head, rawAnswer } from '../../support/http/raw.ts';

describe('POST /shrink', () => {
  let api: Api;
  beforeEach(async () => {
    api = await startApi();
  });
  afterEach(() => api.close());

  const upload = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    api.ask('/shrink', { method: 'POST', body, headers });
  const authorization = (): string => `Authorization: ${basic(`api:${api.key}`)}`;
  const sent = (): readonly string[] => api.received.map(String);

  it('answers 201 with exactly this body and these headers', async () => {
    const answer = await upload('picture');
    const location = `https://127.0.0.1:${api.port}/output/${api.output.id}`;
    expect(answer.status).to.equal(201);
    expect(answer.json()).to.deep.equal({
      input: { size: 60, type: 'image/jpeg' },
      output: {
        size: 20,
        type: 'image/jpeg',
        width: 40,
        height: 30,
        ratio: 0.3333,
        url: location,
      },
    });
    const { date: _date, 'x-request-id': requestId, ...headers } = answer.headers;
    expect(requestId).to.match(/^[0-9a-f]{16}$/);
    expect(headers).to.deep.equal({
      'compression-count': '1',
      'content-length': String(answer.body.length),
      'content-type': 'application/json',
      connection: 'close',
      'email-address': 'ann@example.org',
      location,
      'paying-state': 'paid',
    });
  });

  it('keeps the canonical case of header names', async () => {
    const answer = await rawAnswer(
      api.port,
      head('POST /shrink', [authorization(), 'Content-Length: 7']),
      'picture',
    );
    for (const name of ['Compression-Count', 'Content-Type', 'Content-Length', 'Location']) {
      expect(answer).to.contain(`\r\n${name}: `);
    }
    expect(answer).to.contain('\r\nContent-Type: application/json\r\n');
  });

  for (const [title, type] of [
    ['a form, as curl says', 'application/x-www-form-urlencoded'],
    ['a form of parts without a boundary', 'multipart/form-data'],
    ['bytes', 'application/octet-stream'],
    ['an image', 'image/png'],
    ['text', 'text/plain; charset=utf-8'],
    ['nothing', ''],
    ['something like JSON', 'application/jsonp'],
    ['something based on JSON', 'application/ld+json'],
    ['nonsense', ';;;'],
  ] as const) {
    it(`takes the body as it is when Content-Type says ${title}`, async () => {
      const answer = await upload('a=1&b=%20{"source"', { 'content-type': type });
      expect(answer.status).to.equal(201);
      expect(sent()).to.deep.equal(['a=1&b=%20{"source"']);
    });
  }

  it('takes the body as it is when there is no Content-Type', async () => {
    expect((await upload('picture')).status).to.equal(201);
    expect(sent()).to.deep.equal(['picture']);
  });

  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ]) {
    it(`reads an address when Content-Type is ${type}`, async () => {
      const body = JSON.stringify({ source: { url: 'https://example.org/ä.png' } });
      expect((await upload(body, { 'content-type': type })).status).to.equal(201);
      expect(sent()).to.deep.equal(['https://example.org/ä.png']);
    });
  }

  for (const [first, second, received] of [
    ['image/png', 'application/json', '{"source":{"url":"x"}}'],
    ['application/json', 'image/png', 'x'],
  ] as const) {
    it(`goes by the first of two Content-Types, ${first}`, async () => {
      const headers = [authorization(), `Content-Type: ${first}`, `Content-Type: ${second}`];
      const body = '{"source":{"url":"x"}}';
      const answer = await rawAnswer(
        api.port,
        head('POST /shrink', [...headers, `Content-Length: ${body.length}`]),
        body,
      );
      expect(answer).to.match(/^HTTP\/1\.1 201 /);
      expect(sent()).to.deep.equal([received]);
    });
  }

  it('takes chunks', async () => {
    const answer = await rawAnswer(
      api.port,
      head('POST /shrink', [authorization(), 'Transfer-Encoding: chunked']),
      '3\r\npic\r\n',
      '4\r\nture\r\n0\r\n\r\n',
    );
    expect(answer).to.match(/^HTTP\/1\.1 201 /);
    expect(sent()).to.deep.equal(['picture']);
  });

  it('asks a client that waits for it to go on', async () => {
    const request = http.request({
      host: '127.0.0.1',
      port: api.port,
      method: 'POST',
      path: '/shrink',
      agent: false,
      headers: {
        authorization: basic(`api:${api.key}`),
        expect: '100-continue',
        'content-length': 7,
      },
    });
    request.flushHeaders();
    await once(request, 'continue');
    request.end('picture');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).to.equal(201);
    expect(sent()).to.deep.equal(['picture']);
  });

  describe('with nothing in it', () => {
    const json = 'Content-Type: application/json';
    for (const [title, headers, body] of [
      ['Content-Length 0', ['Content-Length: 0'], ''],
      ['Content-Length 0, as JSON', ['Content-Length: 0', json], ''],
      ['no Content-Length', [], ''],
      ['no Content-Length, as JSON', [json], ''],
      ['no chunks', ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
      ['no chunks, as JSON', ['Transfer-Encoding: chunked', json], '0\r\n\r\n'],
    ] as const) {
      it(`says that the input is empty: ${title}`, async () => {
        const answer = await rawAnswer(
          api.port,
          head('POST /shrink', [authorization(), ...headers]),
          body,
        );
        expect(answer).to.match(/^HTTP\/1\.1 400 /);
        expect(answer).to.contain('\r\nCompression-Count: 0\r\n');
        expect(answer).to.contain('\r\nContent-Type: application/json\r\n');
        expect(
          answer.endsWith('{"error":"InputMissing","message":"Input file is empty."}'),
        ).to.equal(true);
        expect(await api.options.counters.count(api.account.id)).to.equal(0);
      });
    }
  });

  describe('with JSON', () => {
    for (const [title, body, message] of [
      ['cut off', '{"source":', /^body: expected valid JSON/],
      ['that is a word', 'picture', /^body: expected valid JSON/],
      ['that is null', 'null', /^body: expected an object, got null$/],
      ['that is a list', '[]', /^body: expected an object, got an array of 0$/],
      ['without a source', '{}', /^source: expected a value, got nothing$/],
      ['without an address', '{"source":{}}', /^source\.url: expected a value, got nothing$/],
      ['with a number', '{"source":{"url":5}}', /^source\.url: expected a string, got 5$/],
      [
        'with two mistakes',
        '{"source":{"uri":"x"}}',
        /^source\.url: .*; source\.uri: expected another name \(did you mean "url"\?\), got an unknown name$/,
      ],
    ] as const) {
      it(`${title} is refused`, async () => {
        const answer = await upload(body, { 'content-type': 'application/json' });
        expect(answer.status).to.equal(400);
        const told = answer.json() as { error: string; message: string };
        expect(told).to.have.all.keys('error', 'message');
        expect(told.error).to.equal('Bad request');
        expect(told.message).to.match(message);
        expect(answer.headers['compression-count']).to.equal('0');
      });
    }

    for (const [title, headers] of [
      ['an unknown charset', { 'content-type': 'application/json; charset=klingon' }],
      ['an unknown encoding', { 'content-type': 'application/json', 'content-encoding': 'zip' }],
      [
        'an encoding it does not have',
        { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      ],
    ] as const) {
      it(`with ${title} is answered below 500`, async () => {
        const answer = await upload('{"source":{"url":"x"}}', headers);
        expect(answer.status).to.be.within(201, 499);
      });
    }

    it('that is broken is not repeated, for there may be a secret in it', async () => {
      const body = '{"objstore_secret_access_key":hunter2hunter2}';
      const answer = await upload(body, { 'content-type': 'application/json' });
      expect(answer.status).to.equal(400);
      expect(String(answer.body) + JSON.stringify(api.logLines)).not.to.contain('hunter');
    });

    it('that is too long is refused, announced or not', async () => {
      const body = JSON.stringify({ source: { url: 'x'.repeat(70_000) } });
      const json = { 'content-type': 'application/json' };
      for (const headers of [json, { ...json, 'transfer-encoding': 'chunked' }]) {
        const answer = await upload(body, headers);
        expect(answer.status).to.equal(413);
        expect(answer.json()).to.deep.equal({
          error: 'Request entity too large',
          message: 'A JSON body may have at most 65536 bytes.',
        });
      }
    });
  });

  it('refuses an announced size over the limit before the body is read', async () => {
    const answer = await rawAnswer(
      api.port,
      head('POST /shrink', [authorization(), 'Content-Length: 10000001']),
    );
    expect(answer).to.match(/^HTTP\/1\.1 413 /);
    expect(answer).to.contain(
      'The image may have at most 10000000 bytes (limits.uploadBytes), got 10000001.',
    );
  });

  it('holds a place in the queue until it is answered', async () => {
    const admissions = fillQueue(api);
    const refused = await upload('picture');
    expect(refused.status).to.equal(503);
    expect(refused.headers['retry-after']).to.equal('2');
    expect(refused.headers['compression-count']).to.equal('0');
    admissions.forEach(({ release }) => release());
    expect((await upload('picture')).status).to.equal(201);
    expect((await upload('')).status).to.equal(400);
    expect(api.queue.size()).to.equal(0);
  });
});

describe('the address that an upload is given', () => {
  const cases = [
    [
      'the Host header',
      '',
      undefined,
      { host: 'images.example.org:8443' },
      'https://images.example.org:8443',
    ],
    [
      'publicUrl before all',
      'https://cdn.example.org',
      undefined,
      { host: 'images.example.org' },
      'https://cdn.example.org',
    ],
    [
      'no X-Forwarded-Host of strangers',
      '',
      undefined,
      { host: 'a.example', 'x-forwarded-host': 'b.example' },
      'https://a.example',
    ],
    [
      'the host that a trusted proxy names',
      '',
      ['127.0.0.0/8'],
      { host: 'a.example', 'x-forwarded-host': 'b.example', 'x-forwarded-proto': 'https' },
      'https://b.example',
    ],
  ] as const;
  for (const [title, publicUrl, trustedProxies, headers, base] of cases) {
    it(`begins with ${title}`, async () => {
      const api = await startApi({ overrides: () => ({ publicUrl, trustedProxies }) });
      try {
        const answer = await api.ask('/shrink', { method: 'POST', body: 'picture', headers });
        const location = `${base}/output/${api.output.id}`;
        expect(answer.headers.location).to.equal(location);
        expect(answer.json()).to.have.nested.property('output.url', location);
      } finally {
        await api.close();
      }
    });
  }
});
