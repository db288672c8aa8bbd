import { createServer } from 'node:https';
import tls from 'node:tls';
import { expect } from 'chai';
import { generate } from 'selfsigned';
import { failureOf, fetchWhole, notFound, resolvingTo } from '../support/source/fetching.ts';
import { startHttpOrigin, startOrigin } from '../support/source/origin.ts';
import type { Origin } from '../support/source/origin.ts';

const unverified = notFound('Cannot verify the server certificate');
const resolve = resolvingTo('127.0.0.1');
const defaultAuthorities = tls.getCACertificates('default');

const createCertificate = () =>
  generate([{ name: 'commonName', value: 'image.example' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'image.example' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });

describe('sources over https', () => {
  let origin: Origin;
  let plain: Origin;
  let certificate: string;
  const serverNames: unknown[] = [];

  before(async () => {
    const pems = await createCertificate();
    certificate = pems.cert;
    const server = createServer({ key: pems.private, cert: pems.cert }, (request, response) => {
      const location = new URL(request.url ?? '', 'https://image.example').searchParams.get('to');
      if (location === null) response.end('picture');
      else response.writeHead(302, { Location: location }).end();
    });
    server.on('secureConnection', (socket: tls.TLSSocket & { servername?: unknown }) =>
      serverNames.push(socket.servername),
    );
    server.on('tlsClientError', () => {});
    origin = await startOrigin(server);
    plain = await startHttpOrigin((_request, response) => response.end('plain'));
  });
  after(() => Promise.all([origin.close(), plain.close()]));
  beforeEach(() => {
    tls.setDefaultCACertificates([...defaultAuthorities, certificate]);
    serverNames.length = 0;
    origin.requests.length = 0;
  });
  afterEach(() => tls.setDefaultCACertificates(defaultAuthorities));

  it('are fetched by name, with the name given to the server', async () => {
    const body = await fetchWhole(`https://image.example:${origin.port}/`, { resolve });
    expect(body.toString()).to.equal('picture');
    expect(serverNames).to.deep.equal(['image.example']);
    expect(origin.requests[0]?.headers.host).to.equal(`image.example:${origin.port}`);
  });

  it('are fetched by name with a trailing dot, which the server name leaves out', async () => {
    await fetchWhole(`https://image.example.:${origin.port}/`, { resolve });
    expect(serverNames).to.deep.equal(['image.example']);
  });

  it('are fetched by address, without a server name', async () => {
    await fetchWhole(`https://127.0.0.1:${origin.port}/`);
    expect(serverNames).to.deep.equal([false]);
  });

  it('may redirect to plain http', async () => {
    const location = encodeURIComponent(`http://127.0.0.1:${plain.port}/`);
    const body = await fetchWhole(`https://127.0.0.1:${origin.port}/?to=${location}`);
    expect(body.toString()).to.equal('plain');
  });

  it('are refused when no known authority signed the certificate', async () => {
    tls.setDefaultCACertificates(defaultAuthorities);
    const failure = await failureOf(fetchWhole(`https://127.0.0.1:${origin.port}/`));
    expect(failure).to.deep.equal(unverified);
    expect(origin.requests.length).to.equal(0);
  });

  it('are refused when the certificate is for another name', async () => {
    const url = `https://other.example:${origin.port}/`;
    const failure = await failureOf(fetchWhole(url, { resolve }));
    expect(failure).to.deep.equal(unverified);
    expect(origin.requests.length).to.equal(0);
  });

  it('are refused even where the environment switches verification off', async () => {
    tls.setDefaultCACertificates(defaultAuthorities);
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const failure = await failureOf(fetchWhole(`https://127.0.0.1:${origin.port}/`));
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    expect(failure).to.deep.equal(unverified);
  });

  it('are refused when the server speaks no TLS', async () => {
    const failure = await failureOf(fetchWhole(`https://127.0.0.1:${plain.port}/`));
    expect(failure).to.deep.equal(notFound('Cannot connect to server'));
  });
});
