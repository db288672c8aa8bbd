import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import tinify from 'tinify';
import { monthOf, nextMonthStart } from '../../src/counters/month.ts';
import { requireProgram } from '../support/deploy/programs.ts';
import { type Cluster, startCluster } from '../support/e2e/cluster.ts';
import { startClusterLoad } from '../support/e2e/cluster-load.ts';
import { nodeAt } from '../support/e2e/cluster-node.ts';
import { pointedAt } from '../support/e2e/pointed-client.ts';
import type { SharedService } from '../support/service/service.ts';
import { redisAhead } from '../support/state/redis-ahead.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';

const clock = fileURLToPath(new URL('../support/e2e/shift-clock.mjs', import.meta.url));
/** A minute before the first node's month ends, which passes when the test says so. */
const beforeEndMs = 60_000;
const apartMs = 90_000;

describeWithRedis(
  'two nodes whose clocks are 90 s apart',
  (server) => {
    const end = nextMonthStart(Date.now());
    const [former, next] = [monthOf(end - 1), monthOf(end)];
    let cluster: Cluster;
    let redis: TcpProxy;
    before(async function () {
      requireProgram(this, 'haproxy');
      const aheadMs = end - beforeEndMs - Date.now();
      // Nodes whose clock is far from that of Redis are not ready.
      redis = await redisAhead(server().port, aheadMs);
      cluster = await startCluster({
        size: 2,
        redisUrl: `redis://127.0.0.1:${redis.port}`,
        environment: (index) => ({
          NODE_OPTIONS: `--import=${clock}`,
          CLOCK_AHEAD_MS: String(aheadMs + index * apartMs),
        }),
      });
    });
    after(async () => {
      await cluster?.close();
      await redis?.close();
    });
    pointedAt(tinify, () => cluster.address as SharedService);

    const countIn = async (month: string): Promise<number> => {
      const counts = (await server().send('HVALS', `{shrinkd}:count:${month}`)) as string[];
      return counts.reduce((sum, count) => sum + Number(count), 0);
    };

    it("count each request once, in the month of the node's clock, over the end of a month", async () => {
      const nodes = cluster.nodes().map((node) => nodeAt(node, cluster.address.url));
      const load = startClusterLoad(6);
      await load.more(12);
      // The first node's month ends now, the other's has ended before.
      cluster.nodes()[0]!.signal('SIGUSR2');
      await load.more(12);
      await load.stop();
      expect(load.failures).to.deep.equal([]);
      const counts = [await countIn(former), await countIn(next)];
      expect(counts[0], 'of the month that ended').to.be.greaterThan(0);
      expect(counts[1], 'of the month that began').to.be.greaterThan(0);
      expect(counts[0]! + counts[1]!).to.equal(load.acknowledged.length);

      // From now on both are in the same month.
      const answers = await Promise.all(nodes.map((node) => node.upload(Buffer.alloc(0))));
      const told = answers.map(({ headers }) => Number(headers['compression-count']));
      expect(told).to.deep.equal([counts[1], counts[1]]);
      expect(await server().send('ZRANGE', '{shrinkd}:months', '0', '-1')).to.deep.equal([
        former,
        next,
      ]);
      const alive = await Promise.all(nodes.map((node) => node.metric('shrinkd_nodes')));
      expect(Math.max(...alive)).to.equal(2);
    });
  },
  { only: 'redis-server' },
);
