import { expect } from 'chai';
import { join } from 'node:path';
import { stateConfig } from '../support/e2e/cluster.ts';
import { type Client, createClient } from '../support/e2e/client.ts';
import { newJpeg } from '../support/e2e/pictures.ts';
import {
  apiKey,
  makeServiceFolder,
  removeFolder,
  type RunningService,
  runShrinkd,
  serveArgs,
  startService,
} from '../support/service/service.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { until } from '../support/until.ts';

describeWithRedis(
  'a service whose Redis has lost what was in it',
  (server) => {
    let folder: string;
    let config: object;
    let service: RunningService;
    let client: Client;
    let output: string;
    before(async () => {
      folder = await makeServiceFolder();
      config = {
        ...stateConfig(server().url, join(folder, 'secret.key')),
        quality: { mode: 'fixed' },
      };
      service = await startService(folder, { config });
      client = createClient(service);
      const { headers } = await client.upload(newJpeg());
      output = new URL(String(headers.location)).pathname;
    });
    after(async () => {
      client?.close();
      await service?.kill();
      await removeFolder(folder);
    });
    // All that was in it is in the database 1, as in a backup.
    beforeEach(async () => {
      for (const key of await keys('*'))
        await server().send('COPY', key, key, 'DB', '1', 'REPLACE');
    });

    const keys = (pattern: string): Promise<string[]> =>
      server().send('KEYS', pattern) as Promise<string[]>;
    const empty = () => server().send('FLUSHDB');
    const bringBack = () => server().send('SWAPDB', '0', '1');
    const readiness = async (): Promise<string> =>
      (await fetch(new URL('/readyz', service.internalUrl))).text();
    const isReady = async (): Promise<boolean> => (await readiness()) === 'ready\n';
    const logged = (text: string): number => service.log().filter(({ msg }) => msg === text).length;

    /** What an operator or an accident does. */
    const losses: readonly (readonly [title: string, lose: () => Promise<unknown>])[] = [
      ['everything is gone', empty],
      ['the accounts are gone', () => server().send('DEL', '{shrinkd}:accounts')],
      [
        'the counts are gone',
        async () => server().send('DEL', '{shrinkd}:months', ...(await keys('*:count:*'))),
      ],
      [
        'another service is in it',
        async () => {
          await empty();
          await server().send('HSET', '{shrinkd}:accounts', 'version', '1', 'document', '{}');
          await server().send('SET', '{shrinkd}:secret', 'other');
        },
      ],
    ];
    for (const [title, lose] of losses) {
      it(`answers all requests 503 while ${title}, and works again by itself`, async () => {
        const counted = await client.count();
        const errors = logged('this node cannot serve');
        await lose();
        // At once: nothing is counted where it would be lost.
        const upload = await client.upload(newJpeg());
        expect([upload.status, upload.headers['retry-after']]).to.deep.equal([503, '5']);
        await until('it is not ready', async () => !(await isReady()));
        expect(await readiness()).to.contain('Redis has lost the accounts or counts');
        expect(logged('this node cannot serve')).to.equal(errors + 1);
        const nobody = Buffer.from('api:nobody').toString('base64');
        for (const request of [
          { path: output },
          { path: `/keys/${service.key}` },
          { path: output, headers: { Authorization: `Basic ${nobody}` } },
          { path: output, method: 'POST', body: '{"resize":{"method":"scale","width":9}}' },
        ]) {
          // Accounts are looked at once a second.
          const refusal = await until('it is refused', async () => {
            const answer = await client.send(request);
            return answer.status === 503 && answer;
          });
          expect(refusal.headers).to.have.property('retry-after', '5');
        }
        expect((await fetch(new URL('/healthz', service.internalUrl))).status).to.equal(200);

        await bringBack();
        await until('it is ready', isReady);
        expect((await client.send({ path: output })).status).to.equal(200);
        await until('the refused upload is taken back', async () =>
          (await (await fetch(new URL('/metrics', service.internalUrl))).text()).includes(
            '\nshrinkd_refunds_pending 0\n',
          ),
        );
        const again = await client.upload(newJpeg());
        const count = Number(again.headers['compression-count']);
        expect([again.status, count]).to.deep.equal([201, counted + 1]);
      });
    }

    it('is not started again, nor changed by commands, unless that is accepted', async () => {
      await empty();
      const other = await makeServiceFolder();
      const args = await serveArgs(other, { config });
      const file = join(other, 'config.json');
      const add = ['account', 'add', '--name', 'Ann', '--config', file, '--data', other];
      for (const { code, stdout, stderr } of [
        await runShrinkd(other, args, { SHRINKD_API_KEY: apiKey }),
        await runShrinkd(other, add),
      ]) {
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
        expect(stderr).to.contain(`Redis has no accounts, but ${join(folder, 'secret.key')}`);
      }
      expect(await keys('{shrinkd}:accounts')).to.deep.equal([]);
      const accepting = await startService(other, { config, flags: ['--accept-empty'] });
      const accepted = accepting.log().find(({ missing }) => missing === 'accounts');
      expect(accepted).to.include({ msg: 'continues without what is gone from Redis' });
      await accepting.kill();
      await removeFolder(other);
    });
  },
  { only: 'redis-server' },
);
