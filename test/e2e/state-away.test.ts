import { expect } from 'chai';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { stateConfig } from '../support/e2e/cluster.ts';
import { type Client, createClient, jsonOf } from '../support/e2e/client.ts';
import { newJpeg } from '../support/e2e/pictures.ts';
import {
  makeServiceFolder,
  removeFolder,
  type RunningService,
  runShrinkd,
  startService,
} from '../support/service/service.ts';
import { describeWithRedis, type RedisServer } from '../support/state/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { createVisitor, type Visitor } from '../support/web/visitor.ts';

/** How Redis is away, and comes back. */
type Absence = Readonly<{
  title: string;
  begin: (server: RedisServer, proxy: TcpProxy) => unknown;
  end: (server: RedisServer, proxy: TcpProxy) => unknown;
}>;

const absences: readonly Absence[] = [
  {
    title: 'does not answer on the line',
    begin: (_, proxy) => {
      proxy.swallow();
      proxy.cut();
    },
    end: (_, proxy) => proxy.heal(),
  },
  { title: 'hangs', begin: (server) => server.freeze(), end: (server) => server.thaw() },
  { title: 'is dead', begin: (server) => server.kill(), end: (server) => server.restart() },
];

describeWithRedis(
  'a service whose Redis is away',
  (server) => {
    let proxy: TcpProxy;
    let service: RunningService;
    let client: Client;
    let folder: string;
    /** Browsers: one with a session, and one without. */
    let [visitor, stranger]: Visitor[] = [];
    const newVisitor = (): Visitor =>
      createVisitor((path, request) => client.send({ path, ...request }));
    let link: string;
    before(async () => {
      proxy = await startTcpProxy(server().port);
      folder = await makeServiceFolder();
      const { state } = stateConfig(`redis://127.0.0.1:${proxy.port}`, join(folder, 'secret.key'), {
        deadlineSeconds: 1,
      });
      service = await startService(folder, {
        config: { state },
        derived: { state: { graceSeconds: 20 } },
        flags: ['--quality-mode', 'fixed'],
      });
      client = createClient(service);
      visitor = newVisitor();
      await operate('account', 'add', '--name', 'Web', '--email', 'web@example.org');
      await visitor!.visit('/link', { form: { token: await tokenOfLink() } });
    });
    after(async () => {
      client?.close();
      await service?.kill();
      await proxy?.close();
      await removeFolder(folder);
    });

    const operate = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runShrinkd(folder, [
        ...[...args, '--config', join(folder, 'config.json')],
      ]);
      expect(code, stderr).to.equal(0);
      return stdout;
    };
    const tokenOfLink = async (): Promise<string> =>
      /token=([\w-]+)/.exec(
        await operate('account', 'link', 'Web', '--public-url', 'https://images.example'),
      )?.[1] ?? expect.fail();
    const internal = async (path: string): Promise<number> =>
      (await fetch(new URL(path, service.internalUrl))).status;
    const refused = { error: 'Service unavailable' };

    for (const { title, begin, end } of absences) {
      describe(`since it ${title}`, () => {
        let counted = 0;
        before(async () => {
          counted = await client.count();
          stranger = newVisitor();
          link = await tokenOfLink();
          const isKnown = async () => (await stranger!.visit(`/link?token=${link}`)).status === 200;
          await until('the service knows the link', isKnown);
        });

        it('answers uploads and operations 503 before their bodies are read, and downloads as ever', async () => {
          expect((await visitor!.visit('/account')).status).to.equal(200);
          const { status, headers } = await client.upload(newJpeg());
          expect([status, headers['compression-count']]).to.deep.equal([201, `${counted + 1}`]);
          const path = new URL(String(headers.location)).pathname;
          await begin(server(), proxy);

          const request = client.open({
            method: 'POST',
            path: '/shrink',
            headers: { 'Content-Length': '1000', Expect: '100-continue' },
          });
          request.on('continue', () => expect.fail('the body is asked for'));
          request.on('error', () => undefined);
          request.flushHeaders();
          // All at once, since each waits, and the grace time passes.
          const [[upload], operation, checked, download] = await Promise.all([
            once(request, 'response') as Promise<[IncomingMessage]>,
            client.send({
              method: 'POST',
              path,
              headers: { 'Content-Type': 'application/json' },
              body: '{"resize":{"method":"fit","width":10,"height":10}}',
            }),
            client.send({ path: `/keys/${service.key}` }),
            client.send({ path }),
          ]);
          request.destroy();
          expect(upload.statusCode).to.equal(503);
          expect(upload.headers).to.have.property('retry-after', '5');

          expect(operation.status).to.equal(503);
          expect(operation.headers).to.have.property('retry-after', '5');
          expect(jsonOf(operation)).to.include(refused);

          expect(checked.status).to.equal(503);

          expect(download.status).to.equal(200);
          expect(download.headers).not.to.have.property('compression-count');
        });

        it('knows the session of a browser, and makes no new one', async () => {
          const [kept, none] = await Promise.all([
            visitor!.visit('/account'),
            stranger!.visit('/link', { form: { token: link } }),
          ]);
          // The counts that the page shows are away. Its head shows who is signed in.
          expect([kept.status, kept.setCookie]).to.deep.equal([503, undefined]);
          expect(kept.text).to.contain('<span class="name">Web</span>');
          expect([none.status, none.setCookie]).to.deep.equal([503, undefined]);
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
          const page = await visitor!.visit('/account');
          expect([page.status, page.setCookie]).to.deep.equal([503, undefined]);
          expect(page.text).not.to.contain('class="name"');
        });

        it('works again when Redis is back, and has counted nothing twice', async () => {
          await end(server(), proxy);
          await until('it is ready', async () => (await internal('/readyz')) === 200);
          const { status, headers } = await client.upload(newJpeg());
          expect([status, headers['compression-count']]).to.deep.equal([201, `${counted + 2}`]);
          const metrics = await fetch(new URL('/metrics', service.internalUrl));
          expect(await metrics.text()).to.match(/^shrinkd_refunds_pending 0$/m);
          const page = await visitor!.visit('/account');
          expect([page.status, page.text.includes('web@example.org')]).to.deep.equal([200, true]);
          const made = await stranger!.visit('/link', { form: { token: link } });
          expect(made.status).to.equal(303);
        });
      });
    }
  },
  { only: 'redis-server' },
);
