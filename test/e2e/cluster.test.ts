import { expect } from 'chai';
import { setTimeout } from 'node:timers/promises';
import tinify from 'tinify';
import { monthOf } from '../../src/counters/month.ts';
import { type Cluster, haproxy, startCluster } from '../support/e2e/cluster.ts';
import { createClient } from '../support/e2e/client.ts';
import { newJpeg } from '../support/e2e/pictures.ts';
import { pointedAt } from '../support/e2e/pointed-client.ts';
import type { SharedService } from '../support/service/service.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';

/** How long nodes are killed; `SHRINKD_CLUSTER_SECONDS=60` for a long run. */
const loadMs = Number(process.env['SHRINKD_CLUSTER_SECONDS'] ?? 12) * 1000;
const killEveryMs = 5000;
const clients = 18;

describeWithRedis(
  'three nodes behind haproxy',
  (server) => {
    let cluster: Cluster;
    before(async function () {
      this.timeout(90_000);
      if (haproxy === undefined) return this.skip();
      cluster = await startCluster(3, server().url);
    });
    after(() => cluster?.close());
    pointedAt(tinify, () => cluster.balancer as SharedService);

    const counted = async (): Promise<number> => {
      const counts = (await server().send(
        'HVALS',
        `{shrinkd}:count:${monthOf(Date.now())}`,
      )) as string[];
      return counts.reduce((sum, count) => sum + Number(count), 0);
    };

    it('know one account, its changes and its count', async () => {
      const nodes = cluster.nodes();
      const direct = await Promise.all(
        nodes.map(async ({ url }) => {
          const answer = await fetch(new URL('/shrink', url), {
            method: 'POST',
            headers: {
              'X-Forwarded-Proto': 'https',
              Authorization: `Basic ${Buffer.from(`api:${cluster.balancer.key}`).toString('base64')}`,
            },
            body: newJpeg(),
          });
          return [answer.status, answer.headers.get('compression-count')];
        }),
      );
      expect(direct.map(([status]) => status)).to.deep.equal([201, 201, 201]);
      expect(direct.map(([, count]) => count)).to.have.members(['1', '2', '3']);
    });

    it(`count exactly what they acknowledge while one of them is killed every ${killEveryMs / 1000} s`, async function () {
      this.timeout(loadMs + 120_000);
      const before = await counted();
      const endBy = performance.now() + loadMs;
      const isOver = (): boolean => performance.now() > endBy;
      let acknowledged = 0;
      const failures: string[] = [];

      const keepUploading = async (): Promise<void> => {
        while (!isOver()) {
          const source = tinify.fromBuffer(newJpeg()) as unknown as { _url: Promise<string> };
          try {
            await source._url;
            acknowledged += 1;
          } catch (error) {
            failures.push(String(error));
          }
        }
      };
      const keepKilling = async (): Promise<void> => {
        for (let index = 0; !isOver(); index = (index + 1) % 3) {
          await setTimeout(killEveryMs);
          await cluster.nodes()[index]!.kill();
          await cluster.restart(index);
        }
      };
      await Promise.all([keepKilling(), ...Array.from({ length: clients }, keepUploading)]);
      expect(acknowledged).to.be.greaterThan(clients);
      const total = (await counted()) - before;
      // A node that is killed between count and answer leaves a count that nobody was told of.
      console.log(
        `      ${acknowledged} acknowledged, ${total} counted, ${failures.length} failed`,
      );
      expect(failures).to.deep.equal([]);
      expect(total).to.be.at.least(acknowledged);
      expect(total - acknowledged).to.be.at.most(clients * Math.ceil(loadMs / killEveryMs));
    });

    it('refuse a disabled account on all of them within a second', async () => {
      const [node] = cluster.nodes();
      const { runShrinkd } = await import('../support/service/service.ts');
      const list = await runShrinkd(node!.folder, [
        ...['account', 'disable', 'default', '--config', `${node!.folder}/config.json`],
      ]);
      expect(list.stdout).to.contain('is disabled');
      await setTimeout(1000);
      const client = createClient(cluster.balancer);
      const answers = await Promise.all(
        Array.from({ length: 9 }, () => client.upload(Buffer.alloc(0))),
      );
      client.close();
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(9).fill(401));
    });
  },
  { only: 'redis-server' },
);
