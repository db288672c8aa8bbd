import { expect } from 'chai';
import { once } from 'node:events';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config/load.ts';
import { createApp } from '../../../src/http/app.ts';
import { createInternalApp } from '../../../src/http/internal.ts';
import { type OpenServers, openServers } from '../../../src/http/server/open-servers.ts';
import { openTls } from '../../../src/http/server/reload-certificate.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { freePort } from '../../support/ports.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { basic, startApi, type Api } from '../../support/http/api.ts';

const host = '127.0.0.1';

describe('the listeners', () => {
  const inFolder = temporaryFolders();
  let api: Api;
  let listeners: OpenServers | undefined;
  let warnings: string[];
  let refused: number;
  let expiresAt: Date | undefined;

  const open = async (flags: Record<string, string> = {}): Promise<OpenServers> => {
    const { config } = loadConfig({
      flags: { host, port: '0', 'internal-port': '0', ...flags },
      environment: {},
    });
    const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
    const files = { cert: inFolder('cert.pem'), key: inFolder('key.pem') };
    listeners = await openServers(config, {
      app: createApp(api.options),
      internalApp: createInternalApp({ metrics: createMetrics(), problem: () => undefined }),
      certificate: openTls(config, files, { log, onUse: (at) => void (expiresAt = at) }),
      metrics: { refused: () => (refused += 1) },
      log,
    });
    return listeners;
  };
  beforeEach(async () => {
    warnings = [];
    refused = 0;
    api = await startApi();
  });
  afterEach(async () => {
    await listeners?.close({ drainSeconds: 0, graceSeconds: 0 });
    listeners = undefined;
    await api.close();
  });

  it('serve the API over HTTP/2, in full', async () => {
    const { url } = await open();
    const session = http2.connect(url, { ca: readFileSync(inFolder('cert.pem')) });
    const authorization = basic(`api:${api.key}`);
    const upload = session.request({ ':method': 'POST', ':path': '/shrink', authorization });
    upload.end('picture');
    const [headers] = (await once(upload, 'response')) as [http2.IncomingHttpHeaders];
    expect(headers).to.include({
      ':status': 201,
      location: `${url}/output/${api.output.id}`,
      'compression-count': '1',
    });
    await text(upload);
    const download = session.request({ ':path': `/output/${api.output.id}`, authorization });
    expect(await text(download)).to.equal(String(api.bytes));
    session.close();
    await once(session, 'close');
    expect(api.logLines.map(({ msg, status }) => [msg, status])).to.deep.equal([
      ['request', 201],
      ['request', 200],
    ]);
  });

  it('serve health beside it, over plain HTTP', async () => {
    const { internalUrl } = await open();
    expect(internalUrl).to.match(/^http:\/\/localhost:\d+$/);
    expect(await (await fetch(`${internalUrl}/healthz`)).text()).to.equal('ok\n');
  });

  it('report the end of the certificate that they use, and none behind a proxy', async () => {
    expiresAt = undefined;
    await open();
    const { validToDate } = new X509Certificate(readFileSync(inFolder('cert.pem')));
    expect(expiresAt).to.deep.equal(validToDate);
    await listeners?.close({ drainSeconds: 0, graceSeconds: 0 });
    expiresAt = undefined;
    await open({ 'tls-mode': 'proxy' });
    expect(expiresAt).to.equal(undefined);
  });

  it('serve plain HTTP behind a proxy', async () => {
    const { url } = await open({ 'tls-mode': 'proxy' });
    expect(url).to.match(/^http:\/\/localhost:\d+$/);
    expect((await fetch(`${url}/nothing`)).status).to.equal(404);
  });

  it('close at once what an address opens past its number of connections, and say so once', async () => {
    const { url, internalUrl } = await open({ 'limits-connections-per-address': '3' });
    const port = Number(new URL(url).port);
    const sockets = Array.from({ length: 6 }, () => connect(port, host));
    for (const socket of sockets) socket.on('error', () => undefined);
    const closed = sockets.map((socket) => once(socket.resume(), 'close'));
    await Promise.all([closed[3], closed[4], closed[5]]);
    expect(sockets.filter((socket) => !socket.closed)).to.have.length(3);
    expect(warnings.map((line) => JSON.parse(line) as object)).to.have.length(1);
    expect(JSON.parse(warnings[0]!)).to.include({ address: host, max: 3 });
    expect(refused).to.equal(1);
    expect((await fetch(`${internalUrl}/healthz`)).status, 'the internal listener').to.equal(200);
    for (const socket of sockets) socket.destroy();
  });

  it('do not count connections behind a proxy, whose address is that of all', async () => {
    const { url } = await open({ 'tls-mode': 'proxy', 'limits-connections-per-address': '1' });
    const requests = [1, 2, 3].map(() => http.get(url, { agent: new http.Agent() }));
    const answers = await Promise.all(requests.map((request) => once(request, 'response')));
    for (const [answer] of answers as [http.IncomingMessage][]) {
      expect(answer.resume().statusCode).to.equal(404);
    }
  });

  it('take the next free port for health where that of the API plus one is taken', async () => {
    const taken = createServer();
    // No connection gets the port below meanwhile, since both are lower than what Linux gives to connections.
    const port = (await freePort()) + 1;
    taken.listen(port, host);
    await once(taken, 'listening');
    try {
      const opened = await open({ port: String(port - 1), 'internal-port': 'null' });
      expect(opened.internalUrl).not.to.equal(`http://localhost:${port}`);
      expect(warnings).to.have.length(1);
      expect(JSON.parse(warnings[0]!)).to.include({ wanted: port });
    } finally {
      taken.close();
      await once(taken, 'close');
    }
  });

  it('do not start with files for TLS that cannot be read', async () => {
    const flags = {
      'tls-mode': 'files',
      'tls-cert': inFolder('none.pem'),
      'tls-key': inFolder('none.key'),
    };
    expect(String(await rejectionOf(open(flags))))
      .to.contain('none.')
      .and.contain('ENOENT');
  });

  it('cut what is under way when the time of grace is over', async () => {
    const { url, close } = await open({ 'tls-mode': 'proxy' });
    const request = http.request(`${url}/shrink`, {
      method: 'POST',
      headers: { authorization: basic(`api:${api.key}`), 'content-length': 100 },
    });
    request.write('part');
    while (api.queue.size() === 0) await new Promise(setImmediate);
    const failed = once(request, 'error');
    await close({ drainSeconds: 0, graceSeconds: 0.05 });
    expect(await failed).to.have.nested.property('[0].code', 'ECONNRESET');
  });
});
