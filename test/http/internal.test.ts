import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInternalApp } from '../../src/http/internal.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';

describe('the internal application', () => {
  let server: Server;
  let problem: string | undefined;
  let address = '';
  before(async () => {
    const metrics = createMetrics();
    server = createServer(createInternalApp({ metrics, problem: () => problem }).callback());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const ask = async (path: string): Promise<readonly [number, string]> => {
    const response = await fetch(`${address}${path}`);
    return [response.status, await response.text()];
  };

  it('is alive, ready, and says why it is not ready', async () => {
    expect(await ask('/healthz')).to.deep.equal([200, 'ok\n']);
    expect(await ask('/readyz')).to.deep.equal([200, 'ready\n']);
    problem = 'It is ending.';
    expect(await ask('/healthz')).to.deep.equal([200, 'ok\n']);
    expect(await ask('/readyz')).to.deep.equal([503, 'not ready: It is ending.\n']);
  });

  it('shows metrics in the format that Prometheus reads', async () => {
    const response = await fetch(`${address}/metrics`);
    expect(response.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
    expect(await response.text()).to.contain(
      '# TYPE shrinkd_http_request_duration_seconds histogram',
    );
  });

  it('has no part of the API', async () => {
    expect((await ask('/shrink'))[0]).to.equal(404);
  });
});
