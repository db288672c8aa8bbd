import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { createRequests, type Requests } from '../../../src/bulk/remote/requests.ts';
import { StartError } from '../../../src/errors.ts';
import { operatorsPair } from '../../support/http/certificates.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Origin, startOrigin } from '../../support/source/origin.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('requests to a service', () => {
  const inFolder = temporaryFolders();
  const { signal } = new AbortController();
  let origin: Origin | undefined;
  let requests: Requests | undefined;
  afterEach(async () => {
    requests?.close();
    await origin?.close();
  });

  type Listener = (...[request, response]: Parameters<RequestListener>) => unknown;
  const start = async (listener: Listener, isTrusted = true): Promise<Requests> => {
    const { cert, key } = await operatorsPair({ commonName: 'localhost' });
    origin = await startOrigin(createServer({ cert, key }, (...args) => void listener(...args)));
    requests = createRequests({
      ...{ url: new URL(`https://localhost:${origin.port}`), key: 'KEY', atOnce: 2 },
      ...{ certificate: isTrusted ? cert : undefined, repeats: 2, waitMs: 1 },
    });
    return requests;
  };

  it('send a file with the key, as often as the service is busy', async () => {
    writeFileSync(inFolder('photo'), 'photo');
    const seen: string[] = [];
    const { send } = await start(async (request, response) => {
      const { authorization, 'content-length': length } = request.headers;
      seen.push(
        `${request.method} ${request.url} ${authorization} ${length} ${await text(request)}`,
      );
      if (seen.length === 1) return response.writeHead(503, { 'Retry-After': '0' }).end();
      if (seen.length === 2) return request.socket.destroy();
      return response.writeHead(201, { Location: '/output/1' }).end('{}');
    });
    const file = { path: inFolder('photo'), bytes: 5 };
    const { headers, body } = await send({ method: 'POST', path: '/shrink', file }, signal);
    expect([headers.location, body.toString()]).to.deep.equal(['/output/1', '{}']);
    const basic = Buffer.from('api:KEY').toString('base64');
    expect(seen).to.deep.equal(Array(3).fill(`POST /shrink Basic ${basic} 5 photo`));
  });

  it('send JSON', async () => {
    const { send } = await start(async (request, response) =>
      response.end(`${request.headers['content-type']} ${await text(request)}`),
    );
    const { body } = await send({ method: 'POST', path: '/output/1', json: { a: 1 } }, signal);
    expect(body.toString()).to.equal('application/json {"a":1}');
  });

  const refused: readonly (readonly [
    title: string,
    status: number,
    body: string,
    code: string,
    sentence: string,
    sent: number,
  ])[] = [
    [
      'what the service says',
      415,
      '{"message":"File type is not supported."}',
      'bad_request',
      'File type is not supported.',
      1,
    ],
    [
      'its status where it says nothing',
      404,
      'gone',
      'bad_request',
      'The service answers with status 404.',
      1,
    ],
    [
      'a monthly limit, at once',
      429,
      '{"message":"Your monthly limit has been exceeded."}',
      'monthly_limit_exceeded',
      'Your monthly limit has been exceeded.',
      1,
    ],
    [
      'a service that stays busy',
      503,
      '{"message":"The queue is full."}',
      'bad_request',
      'The queue is full.',
      3,
    ],
  ];
  for (const [title, status, body, code, sentence, sent] of refused) {
    it(`tell ${title}`, async () => {
      const { send } = await start((request, response) => {
        request.resume();
        response.writeHead(status).end(body);
      });
      const failure = await rejectionOf(send({ method: 'GET', path: '/output/1' }, signal));
      expect(failure).to.include({ code, message: sentence });
      expect(origin!.requests).to.have.lengthOf(sent);
    });
  }

  it('end the run where the service does not know the key', async () => {
    const { send } = await start((request, response) => {
      request.resume();
      response.writeHead(401).end('{"message":"Credentials are invalid."}');
    });
    const failure = await rejectionOf(send({ method: 'POST', path: '/shrink' }, signal));
    expect(failure).to.be.instanceOf(StartError);
    expect((failure as Error).message).to.equal(
      'The service refuses the key: Credentials are invalid.',
    );
  });

  it('name the flag for a certificate that is not known', async () => {
    const { send } = await start((_, response) => response.end(), false);
    const failure = await rejectionOf(send({ method: 'GET', path: '/' }, signal));
    expect((failure as Error).message).to.match(
      /^https:\/\/localhost:\d+: .* Name its certificate with --cacert\.$/,
    );
    expect(origin!.requests).to.have.lengthOf(0);
  });

  it('end where they are given up', async () => {
    const giving = new AbortController();
    const { send } = await start((request) => {
      request.resume();
      giving.abort(new Error('given up'));
    });
    const failure = await rejectionOf(send({ method: 'GET', path: '/' }, giving.signal));
    expect((failure as Error).message).to.equal('given up');
  });
});
