import { expect } from 'chai';
import type { NewAccount } from '../../src/accounts/accounts.ts';
import { type ErrorCode, ServiceError } from '../../src/errors.ts';
import type { AppOptions } from '../../src/http/app.ts';
import { errorAnswers } from '../../src/http/status.ts';
import { type Answer, type Api, basic, startApi } from '../support/http/api.ts';
import { rawAnswer } from '../support/http/raw.ts';

describe('the API', () => {
  let api: Api | undefined;
  const start = async (
    overrides: Partial<AppOptions> = {},
    account: Partial<NewAccount> = {},
  ): Promise<Api> => {
    api = await startApi({ account, overrides: () => overrides });
    return api;
  };
  afterEach(async () => {
    await api?.close();
    api = undefined;
  });

  const expectError = (answer: Answer, status: number, body: object): void => {
    expect(answer.status).to.equal(status);
    expect(answer.headers['content-type']).to.equal('application/json');
    expect(answer.json()).to.deep.equal(body);
  };

  describe('on paths and methods that it does not have', () => {
    for (const path of [
      '/',
      '/nothing',
      '/output',
      '/shrink/more',
      '//',
      '/%',
      '/output/a/b',
      '/../etc',
    ]) {
      it(`does not find ${path}`, async () => {
        const { ask } = await start();
        const body = { error: 'Not found', message: 'There is nothing at this path.' };
        expectError(await ask(path), 404, body);
        expectError(await ask(path, { method: 'POST', key: null, body: 'x' }), 404, body);
      });
    }

    for (const [method, path, allowed] of [
      ['GET', '/shrink', ['POST']],
      ['PUT', '/shrink', ['POST']],
      ['PROPFIND', '/shrink', ['POST']],
      ['TRACE', '/shrink', ['POST']],
      ['PATCH', '/output/x', ['GET', 'HEAD', 'POST']],
      ['DELETE', '/output/x', ['GET', 'HEAD', 'POST']],
      ['POST', '/openapi.json', ['GET', 'HEAD']],
    ] as const) {
      it(`does not take ${method} ${path}`, async () => {
        const answer = await (await start()).ask(path, { method });
        const message = `This path does not take ${method}.`;
        expectError(answer, 405, { error: 'Method not allowed', message });
        expect(answer.headers.allow?.split(', ').toSorted()).to.deep.equal(allowed);
      });
    }
  });

  for (const protocol of ['websocket', 'h2c', 'TLS/1.0']) {
    it(`takes no notice of an offer to speak ${protocol} instead`, async () => {
      const { ask, received } = await start();
      const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: protocol };
      const answer = await ask('/shrink', { method: 'POST', body: 'picture', headers });
      expect(answer.status).to.equal(201);
      expect(String(received[0])).to.equal('picture');
    });
  }

  describe('on limits of an account', () => {
    it('counts down what is left of the month, then refuses', async () => {
      const { ask } = await start({}, { monthlyLimit: 2 });
      const upload = () => ask('/shrink', { method: 'POST', body: 'picture' });
      for (const [count, remaining] of [
        ['1', '1'],
        ['2', '0'],
      ]) {
        const answer = await upload();
        expect(answer.headers).to.include({
          'compression-count': count,
          'compression-count-remaining': remaining,
        });
      }
      const refused = await upload();
      expectError(refused, 429, {
        error: 'Too many requests',
        message: 'Your monthly limit has been exceeded.',
      });
      expect(refused.headers).to.include({
        'compression-count': '2',
        'compression-count-remaining': '0',
        // From 21 November 12:00 to 1 December, UTC.
        'retry-after': String(9.5 * 86_400),
      });
    });

    it('answers an empty upload, by which clients try a key, with the limit and no refusal', async () => {
      const { ask } = await start({}, { monthlyLimit: 0 });
      const answer = await ask('/shrink', { method: 'POST', headers: { 'content-length': 0 } });
      expect(answer.json()).to.have.property('error', 'InputMissing');
      expect(answer.headers).to.include({
        'compression-count': '0',
        'compression-count-remaining': '0',
      });
    });

    it('sends no remaining count where there is no limit', async () => {
      const answer = await (await start()).ask('/shrink', { method: 'POST', body: 'picture' });
      expect(answer.headers).not.to.have.property('compression-count-remaining');
    });

    it('refuses requests that come too fast', async () => {
      const { ask, output } = await start({}, { requestsPerMinute: 1, monthlyLimit: 5 });
      expect((await ask(`/output/${output.id}`)).status).to.equal(200);
      const refused = await ask('/shrink', { method: 'POST', body: 'picture' });
      expect(refused.status).to.equal(429);
      expect(refused.json()).to.have.property('error', 'Too many requests');
      expect(Number(refused.headers['retry-after'])).to.be.within(1, 60);
      expect(refused.headers).to.include({
        'compression-count': '0',
        'compression-count-remaining': '5',
      });
    });
  });

  describe('on a failure', () => {
    const failing = (error: unknown): Partial<AppOptions> => ({
      upload: () => Promise.reject(error as Error),
    });

    for (const [title, error] of [
      ['that is unexpected', new Error('/var/lib/shrinkd: secret detail')],
      ['that has the code internal', new ServiceError('internal', 'secret detail')],
      ['that is no error', 'secret detail'],
    ] as const) {
      it(`${title} is answered with the request's id, and nothing else`, async () => {
        const { ask, logLines } = await start(failing(error));
        const answer = await ask('/shrink', { method: 'POST', body: 'picture' });
        const requestId = String(answer.headers['x-request-id']);
        expectError(answer, 500, {
          error: 'Internal server error',
          message: `The service failed. Request id: ${requestId}`,
        });
        const failed = logLines.find(({ msg }) => msg === 'failed');
        expect(failed).to.include({ requestId });
        expect(JSON.stringify(failed)).to.contain('secret detail');
      });
    }

    it('answers with the status and the name of what went wrong', async () => {
      let code: ErrorCode = 'internal';
      const { ask } = await start({
        upload: () => Promise.reject(new ServiceError(code, 'A message.')),
      });
      const answers: unknown[] = [];
      for (code of Object.keys(errorAnswers) as ErrorCode[]) {
        const answer = await ask('/shrink', { method: 'POST', body: 'picture' });
        const { error } = answer.json() as { error: string };
        answers.push([code, answer.status, error]);
      }
      expect(answers).to.have.deep.members([
        ['input_missing', 400, 'InputMissing'],
        ['bad_request', 400, 'Bad request'],
        ['source_not_found', 400, 'Source not found'],
        ['unauthorized', 401, 'Unauthorized'],
        ['https_required', 403, 'HTTPS required'],
        ['registration_closed', 403, 'Registration closed'],
        ['not_found', 404, 'Not found'],
        ['method_not_allowed', 405, 'Method not allowed'],
        ['request_timeout', 408, 'Request timeout'],
        ['precondition_failed', 412, 'Precondition failed'],
        ['too_large', 413, 'Request entity too large'],
        ['unsupported_media_type', 415, 'Unsupported media type'],
        ['decode_failed', 415, 'DecodeError'],
        ['range_not_satisfiable', 416, 'Range not satisfiable'],
        ['expectation_failed', 417, 'Expectation failed'],
        ['headers_too_large', 431, 'Request header fields too large'],
        ['monthly_limit_exceeded', 429, 'Too many requests'],
        ['rate_limit_exceeded', 429, 'Too many requests'],
        ['internal', 500, 'Internal server error'],
        ['unavailable', 503, 'Service unavailable'],
        ['storage_full', 503, 'Service unavailable'],
        ['storage_refused', 400, 'Storage failed'],
        ['storage_denied', 403, 'Storage failed'],
        ['storage_missing', 404, 'Storage failed'],
        ['storage_failed', 502, 'Storage failed'],
      ]);
    });

    for (const code of ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'ENOSPC', 'EDQUOT']) {
      it(`that passes (${code}) is 503 with a time for another try, and logged`, async () => {
        const error = Object.assign(new Error(`${code}: open`), { code });
        const { ask, logLines } = await start(failing(error));
        const answer = await ask('/shrink', { method: 'POST', body: 'picture' });
        expect([answer.status, answer.headers['retry-after']]).to.deep.equal([503, '5']);
        expect(logLines.filter(({ level }) => level === 50)).to.have.length(1);
      });
    }

    it('rounds the time for another try up to whole seconds, at least one', async () => {
      for (const [seconds, header] of [
        [0, '1'],
        [0.2, '1'],
        [2.1, '3'],
      ] as const) {
        const error = new ServiceError('unavailable', 'Later.', { retryAfterSeconds: seconds });
        const { ask, close } = await start(failing(error));
        const answer = await ask('/shrink', { method: 'POST', body: 'picture' });
        expect(answer.headers['retry-after']).to.equal(header);
        await close();
        api = undefined;
      }
    });
  });

  describe('in its log', () => {
    it('writes one line for a request', async () => {
      const { ask, logLines, account } = await start();
      const answer = await ask('/shrink', { method: 'POST', body: 'picture' });
      expect(logLines).to.have.length(1);
      const { time: _time, ms, ...line } = logLines[0]!;
      expect(ms).to.be.a('number');
      expect(line).to.deep.equal({
        level: 30,
        msg: 'request',
        requestId: answer.headers['x-request-id'],
        accountId: account.id,
        method: 'POST',
        route: '/shrink',
        status: 201,
        bytesIn: 7,
        bytesOut: answer.body.length,
        type: 'image/jpeg',
        imageBytesIn: 60,
        imageBytesOut: 20,
      });
    });

    for (const target of ['http://[', 'http://[::1', 'http://a:b/']) {
      it(`has a request whose target is no address: ${target}`, async () => {
        const { port, logLines } = await start();
        const line = `GET ${target} HTTP/1.1`;
        const answer = await rawAnswer(port, `${line}\r\nHost: a\r\nConnection: close\r\n\r\n`);
        expect(answer).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/);
        expect(answer).to.contain('Content-Type: application/json');
        expect(logLines).to.have.length(1);
        expect(logLines[0]).to.include({ level: 30, status: 400, error: 'bad_request' });
      });
    }

    it('names the error code and the message', async () => {
      const { ask, logLines } = await start();
      await ask('/shrink', { method: 'POST', key: null, body: 'x' });
      expect(logLines[0]).to.include({
        status: 401,
        error: 'unauthorized',
        message: 'Credentials are invalid.',
      });
    });

    it('has neither keys nor output ids, wherever a client puts them', async () => {
      const { ask, key, output, logLines } = await start();
      await ask(`/shrink?key=${key}`, { method: 'POST', body: 'x', headers: { 'x-key': key } });
      await ask(`/keys/${key}`);
      await ask(`/${key}`);
      await ask(`/output/${output.id}`);
      await ask('/output/x', { key: 'B'.repeat(32) });
      const text = JSON.stringify(logLines);
      expect(logLines).to.have.length(5);
      for (const secret of [key, 'B'.repeat(32), output.id, 'Basic ', basic(`api:${key}`)]) {
        expect(text).not.to.contain(secret);
      }
      expect(logLines.map(({ route }) => route)).to.deep.equal([
        '/shrink',
        '/keys',
        'other',
        '/output',
        '/output',
      ]);
    });

    it('has the first part of each path of the API, and of no other', async () => {
      const { ask, logLines } = await start();
      const paths = ['/shrink', '/output/x', '/keys/x', '/sweeps/x', '/delivery', '/openapi.json'];
      for (const path of [...paths, '/nothing/x']) await ask(path);
      expect(logLines.map(({ route }) => route)).to.deep.equal([
        ...['/shrink', '/output', '/keys', '/sweeps', '/delivery', '/openapi.json', 'other'],
      ]);
    });
  });

  describe('while the service shuts down', () => {
    it('ends connections with their answers', async () => {
      let isClosing = false;
      const { port, key } = await start({ isClosing: () => isClosing });
      const request = [
        'GET /nothing HTTP/1.1',
        'Host: localhost',
        `Authorization: ${basic(`api:${key}`)}`,
        '',
        '',
      ].join('\r\n');
      isClosing = true;
      // Resolves when the server has ended the connection.
      expect(await rawAnswer(port, request)).to.contain('\r\nConnection: close\r\n');
    });
  });

  describe('behind a proxy', () => {
    const https = { 'x-forwarded-proto': 'https' };
    for (const [title, trustedProxies, headers, status] of [
      ['lets requests of a trusted one pass', ['127.0.0.0/8'], https, 201],
      [
        'goes by the first of several protocols',
        ['127.0.0.0/8'],
        { 'x-forwarded-proto': 'HTTPS, http' },
        201,
      ],
      ['matches the address in either family', ['::1/128', '127.0.0.1/32'], https, 201],
      ['takes a range of IPv4-mapped addresses', ['::ffff:127.0.0.0/104'], https, 201],
      ['refuses others', ['10.0.0.0/8', '::1/128'], https, 403],
      ['refuses all requests when it trusts no proxy', [], https, 403],
      ['refuses plain HTTP', ['127.0.0.0/8'], { 'x-forwarded-proto': 'http' }, 403],
      [
        'refuses plain HTTP in front of HTTPS',
        ['127.0.0.0/8'],
        { 'x-forwarded-proto': 'http, https' },
        403,
      ],
      ['refuses a request without X-Forwarded-Proto', ['127.0.0.0/8'], {}, 403],
    ] as const) {
      it(title, async () => {
        const { ask } = await start({ trustedProxies });
        const answer = await ask('/shrink', { method: 'POST', body: 'picture', headers });
        expect(answer.status).to.equal(status);
        if (status === 403) expect(answer.json()).to.have.property('error', 'HTTPS required');
      });
    }

    it('says once in the log what is wrong with the settings of the proxy', async () => {
      const { ask, logLines } = await start({ trustedProxies: ['127.0.0.0/8'] });
      const answers = [await ask('/shrink'), await ask('/shrink')];
      expect(answers[0]?.json()).to.have.property(
        'message',
        'X-Forwarded-Proto: expected https from the proxy in front of this service, got nothing',
      );
      expect(logLines.filter(({ level }) => level === 40).map(({ msg }) => msg)).to.deep.equal([
        'the proxy sends no X-Forwarded-Proto; it has to send https',
      ]);
    });

    it('ignores X-Forwarded-Proto when it terminates TLS itself', async () => {
      const headers = { 'x-forwarded-proto': 'http' };
      const { ask } = await start();
      expect((await ask('/shrink', { method: 'POST', body: 'x', headers })).status).to.equal(201);
    });
  });
});
