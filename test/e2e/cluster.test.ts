import { expect } from 'chai';
import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import tinify from 'tinify';
import { monthOf } from '../../src/counters/month.ts';
import { bucketOutputs } from '../support/e2e/bucket-cluster.ts';
import { type Cluster, startCluster } from '../support/e2e/cluster.ts';
import { startClusterLoad } from '../support/e2e/cluster-load.ts';
import { type Node, nodeAt } from '../support/e2e/cluster-node.ts';
import { requireProgram } from '../support/deploy/programs.ts';
import { newJpeg } from '../support/e2e/pictures.ts';
import { pointedAt } from '../support/e2e/pointed-client.ts';
import { randomNumbers } from '../support/random.ts';
import {
  makeServiceFolder,
  removeFolder,
  runShrinkd,
  type SharedService,
} from '../support/service/service.ts';
import { describeWithRedis, type RedisServer } from '../support/state/redis-server.ts';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';

/** How often nodes are killed; `SHRINKD_CLUSTER_KILLS=20` for a long run. */
const kills = Number(process.env['SHRINKD_CLUSTER_KILLS'] ?? 2);
/** Decides which node is killed, and when. */
const seed = Number(process.env['SHRINKD_SEED'] ?? Math.floor(Math.random() * 1e9));
const longestRoundMs = 60_000;
/** Two for each node. */
const clients = 6;

const countedIn = async (server: RedisServer): Promise<number> => {
  const key = `{shrinkd}:count:${monthOf(Date.now())}`;
  const counts = (await server.send('HVALS', key)) as string[];
  return counts.reduce((sum, count) => sum + Number(count), 0);
};

describeWithRadosgw('with a bucket', (radosgw) => {
  describeWithRedis(
    'three nodes behind haproxy',
    (server) => {
      let keyFolder: string;
      let cluster: Cluster;
      let proxies: readonly TcpProxy[] = [];
      /** Outputs that were acknowledged while nodes were killed. */
      let made: readonly string[] = [];
      before(async function () {
        requireProgram(this, 'haproxy');
        keyFolder = await makeServiceFolder();
        proxies = await Promise.all([1, 2, 3].map(() => startTcpProxy(server().port)));
        cluster = await startCluster({
          size: 3,
          redisUrl: (index) => `redis://127.0.0.1:${proxies[index]!.port}`,
          // A machine under load may take longer than a second.
          redis: { deadlineSeconds: 2 },
          config: await bucketOutputs(keyFolder, { radosgw: radosgw() }),
        });
      });
      after(async () => {
        await cluster?.close();
        await Promise.all(proxies.map(({ close }) => close()));
        await removeFolder(keyFolder);
      });
      pointedAt(tinify, () => cluster.address as SharedService);
      const nodes = (): readonly Node[] =>
        cluster.nodes().map((node) => nodeAt(node, cluster.address.url));
      const operate = async (...args: string[]): Promise<string> => {
        const { folder } = cluster.nodes()[0]!;
        const { code, stdout, stderr } = await runShrinkd(folder, [
          ...[...args, '--config', `${folder}/config.json`],
        ]);
        expect(code, stderr).to.equal(0);
        return stdout;
      };

      it('know one account, its changes and its count', async () => {
        const answers = await Promise.all(nodes().map((node) => node.upload(newJpeg())));
        expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
        const counts = answers.map(({ headers }) => headers['compression-count']);
        expect(counts).to.have.members(['1', '2', '3']);
      });

      it('know one session of a browser', async () => {
        await operate('account', 'add', '--name', 'Web', '--email', 'web@example.org');
        const link = await operate(
          'account',
          'link',
          'Web',
          '--public-url',
          'https://images.example',
        );
        const token = /token=([\w-]+)/.exec(link)?.[1] ?? expect.fail(link);
        const [first, second, third] = nodes().map((node) => node.visitor());
        expect((await first!.visit('/link', { form: { token } })).status).to.equal(303);
        for (const visitor of [second!, third!]) {
          const page = await visitor.visit('/account', { cookie: first!.cookie()! });
          expect([page.status, page.text.includes('web@example.org')]).to.deep.equal([200, true]);
          expect((await visitor.visit('/account')).status).not.to.equal(200);
        }
      });

      it(`count exactly what they acknowledge while one after the other is killed (seed ${seed})`, async function () {
        this.timeout(kills * longestRoundMs);
        const before = await countedIn(server());
        const below = randomNumbers(seed);
        const load = startClusterLoad(clients);
        for (let round = 0; round < kills; round += 1) {
          await load.more(clients);
          await setTimeout(below(1000));
          const index = below(3);
          await cluster.nodes()[index]!.kill();
          await cluster.restart(index);
        }
        await load.stop();
        const { acknowledged, failures } = load;
        made = acknowledged;
        const total = (await countedIn(server())) - before;
        console.log(
          `      ${kills} killed, ${acknowledged.length} acknowledged, ${total} counted, ${failures.length} failed`,
        );
        expect(failures).to.deep.equal([]);
        expect(acknowledged.length).to.be.greaterThan(clients);
        expect(total).to.be.at.least(acknowledged.length);
        // A node that is killed between count and answer leaves a count that nobody was told of.
        expect(total - acknowledged.length).to.be.at.most(clients * kills);
      });

      it('send each acknowledged output with the same bytes', async function () {
        this.timeout(kills * longestRoundMs);
        const differing: string[] = [];
        const pending = [...made];
        const compare = async (): Promise<void> => {
          for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
            const answers = await Promise.all(nodes().map((node) => node.download(location)));
            const seen = answers.map(({ status, body }) => `${status} ${hash('sha256', body)}`);
            const isSame = seen.every((each) => each === seen[0]) && answers[0]!.status === 200;
            if (!isSame) differing.push([location, ...seen].join(' '));
          }
        };
        await Promise.all(Array.from({ length: 4 }, compare));
        expect(made).not.to.deep.equal([]);
        expect(differing).to.deep.equal([]);
      });

      it('are restarted one after the other without a failure, and count exactly', async function () {
        this.timeout(120_000);
        const before = await countedIn(server());
        const load = startClusterLoad(clients);
        for (const index of [0, 1, 2]) {
          await load.more(clients);
          expect(await cluster.nodes()[index]!.stop()).to.include({ code: 0 });
          await cluster.restart(index);
        }
        await load.more(clients);
        await load.stop();
        expect(load.failures).to.deep.equal([]);
        expect((await countedIn(server())) - before).to.equal(load.acknowledged.length);
      });

      it('go on without one that is cut off from Redis, and count what it has refused to nobody', async () => {
        const [own] = proxies;
        const [cut] = cluster.nodes();
        const before = await countedIn(server());
        const load = startClusterLoad(clients);
        await load.more(clients);
        // The key by which Redis counts a request once. What is counted meanwhile is answered to nobody.
        await own!.swallowFrom('{shrinkd}:request:');
        own!.cut();
        const ready = async () =>
          (await fetch(new URL('/readyz', cut!.internalUrl))).status === 200;
        await until('it is not ready', async () => !(await ready()));
        // The balancer asks twice, half a second apart.
        await until(
          'the balancer sends it nothing',
          async () => {
            const jobs = await nodes()[0]!.metric('shrinkd_jobs');
            const failed = load.failures.length;
            await load.more(3 * clients);
            return jobs === 0 && failed === load.failures.length;
          },
          30_000,
        );
        expect(await nodes()[0]!.metric('shrinkd_refunds_pending')).to.be.greaterThan(0);
        own!.heal();
        await until('it is ready again', ready);
        await load.more(clients);
        await load.stop();
        const isTakenBack = async () => (await nodes()[0]!.metric('shrinkd_refunds_pending')) === 0;
        await until('what it refused is taken back', isTakenBack);
        console.log(
          `      ${load.acknowledged.length} acknowledged, ${load.failures.length} refused before the balancer knew`,
        );
        expect(load.failures.filter((text) => !text.includes('503'))).to.deep.equal([]);
        expect((await countedIn(server())) - before).to.equal(load.acknowledged.length);
      });

      it('know a new key within a second, and not the former one', async () => {
        const [, key = ''] =
          /^ {2}(\w{32})$/m.exec(await operate('account', 'rotate', 'Web')) ?? [];
        await setTimeout(1000);
        const [former, present] = [await statuses(nodes(), 'former'), await statuses(nodes(), key)];
        expect([former, present]).to.deep.equal([
          [401, 401, 401],
          [400, 400, 400],
        ]);
      });

      it('refuse a disabled account on all of them within a second', async () => {
        expect(await operate('account', 'disable', 'default')).to.contain('is disabled');
        await setTimeout(1000);
        expect(await statuses(nodes())).to.deep.equal([401, 401, 401]);
      });
    },
    { only: 'redis-server' },
  );
});

/** The answers of all nodes to an empty upload, by which clients check a key. */
const statuses = async (nodes: readonly Node[], key?: string): Promise<readonly number[]> =>
  Promise.all(nodes.map(async (node) => (await node.upload(Buffer.alloc(0), key)).status));
