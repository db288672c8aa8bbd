import { expect } from 'chai';
import { stateConfig } from '../support/e2e/cluster.ts';
import { type Client, createClient, jsonOf } from '../support/e2e/client.ts';
import { newJpeg } from '../support/e2e/pictures.ts';
import {
  makeServiceFolder,
  removeFolder,
  type RunningService,
  startService,
} from '../support/service/service.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';

describeWithRedis(
  'a service whose Redis is away',
  (server) => {
    let proxy: TcpProxy;
    let service: RunningService;
    let client: Client;
    let folder: string;
    before(async () => {
      proxy = await startTcpProxy(server().port);
      folder = await makeServiceFolder();
      const { state } = stateConfig(`redis://127.0.0.1:${proxy.port}`, '');
      service = await startService(folder, {
        config: { state: { ...state, graceSeconds: 6 } },
        flags: ['--quality-mode', 'fixed'],
      });
      client = createClient(service);
    });
    after(async () => {
      client?.close();
      await service?.kill();
      await proxy?.close();
      await removeFolder(folder);
    });

    const internal = async (path: string): Promise<number> =>
      (await fetch(new URL(path, service.internalUrl))).status;
    const refused = { error: 'Service unavailable' };

    it('answers uploads and operations 503 before their bodies are read, and downloads as ever', async () => {
      const { status, headers } = await client.upload(newJpeg());
      expect([status, headers['compression-count']]).to.deep.equal([201, '1']);
      const path = new URL(String(headers.location)).pathname;
      proxy.swallow();
      proxy.cut();

      const request = client.open({
        method: 'POST',
        path: '/shrink',
        headers: { 'Content-Length': '1000', Expect: '100-continue' },
      });
      request.on('continue', () => expect.fail('the body is asked for'));
      request.on('error', () => undefined);
      request.flushHeaders();
      const upload = await new Promise<{ statusCode?: number; headers: object }>((resolve) =>
        request.once('response', resolve),
      );
      request.destroy();
      expect(upload.statusCode).to.equal(503);
      expect(upload.headers).to.have.property('retry-after', '5');

      const operation = await client.send({
        method: 'POST',
        path,
        headers: { 'Content-Type': 'application/json' },
        body: '{"resize":{"method":"fit","width":10,"height":10}}',
      });
      expect(operation.status).to.equal(503);
      expect(operation.headers).to.have.property('retry-after', '5');
      expect(jsonOf(operation)).to.include(refused);

      const checked = await client.send({ path: `/keys/${service.key}` });
      expect(checked.status).to.equal(503);

      const download = await client.send({ path });
      expect(download.status).to.equal(200);
      expect(download.headers).not.to.have.property('compression-count');
    });

    it('is not ready after three seconds, but alive', async () => {
      await until('it is not ready', async () => (await internal('/readyz')) === 503);
      expect(await internal('/healthz')).to.equal(200);
    });

    it('refuses downloads too after the grace time', async () => {
      const refusal = await until('they are refused', async () => {
        const answer = await client.send({ path: '/output/some' });
        return answer.status === 503 && answer;
      });
      expect(refusal.headers).to.have.property('retry-after', '5');
      expect(jsonOf(refusal)).to.include(refused);
    });

    it('works again when Redis is back, and has counted nothing twice', async () => {
      proxy.heal();
      await until('it is ready', async () => (await internal('/readyz')) === 200);
      const { status, headers } = await client.upload(newJpeg());
      expect([status, headers['compression-count']]).to.deep.equal([201, '2']);
      const metrics = await fetch(new URL('/metrics', service.internalUrl));
      expect(await metrics.text()).to.match(/^shrinkd_voids_pending 0$/m);
    });
  },
  { only: 'redis-server' },
);
