import { expect } from 'chai';
import { type BucketCluster, startBucketCluster } from '../support/e2e/bucket-cluster.ts';
import { type Client, createClient } from '../support/e2e/client.ts';
import { addressOf, deliveryConfig, shownIn } from '../support/e2e/delivering.ts';
import { createHeldEncoder, type HeldEncoder } from '../support/e2e/held-encoder.ts';
import { newAccount } from '../support/e2e/new-account.ts';
import { makeServiceFolder, operate, removeFolder } from '../support/service/service.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';
import { until } from '../support/until.ts';

describeWithRadosgw('addresses of pictures on two nodes', (radosgw) => {
  describeWithRedis(
    'that share their outputs',
    (server) => {
      let folder = '';
      let encoder: HeldEncoder;
      let cluster: BucketCluster;
      let clients: readonly Client[] = [];
      before(async () => {
        folder = await makeServiceFolder();
        encoder = await createHeldEncoder(folder);
        cluster = await startBucketCluster(2, {
          ...{ redisUrl: server().url, radosgw: radosgw() },
          config: { ...encoder.config, ...deliveryConfig() },
        });
        clients = cluster.nodes.map(createClient);
      });
      beforeEach(() => encoder.open());
      after(async () => {
        for (const client of clients) client.close();
        await cluster?.close();
        await removeFolder(folder);
      });

      const ask = (node: number, path: string, count: number) =>
        Array.from({ length: count }, () => clients[node]!.send({ path: addressOf(path) }));

      /** The sum of a metric's lines that begin so. */
      const metric = async (node: number, line: string): Promise<number> => {
        const answer = await fetch(new URL('/metrics', cluster.nodes[node]!.internalUrl));
        const lines = (await answer.text()).split('\n').filter((each) => each.startsWith(line));
        return lines.reduce((sum, each) => sum + Number(each.split(' ').at(-1)), 0);
      };
      const calls = () => metric(1, 'shrinkd_state_call_duration_seconds_count');

      /** Requests of both nodes for a picture that the first one makes: its encoder waits, and the other node too. */
      const begin = async (path: string, count: number) => {
        await encoder.shut();
        const first = ask(0, path, count);
        await encoder.waiting(cluster.nodes[0]!, 1);
        const before = await calls();
        const others = ask(1, path, count);
        // It does so ten times a second; all other calls together are a few a second.
        await until(
          'the other node looks for the result',
          async () => (await calls()) > before + 60,
        );
        return { first, others };
      };

      it('are one compression for a thousand requests at the same time', async () => {
        const before = await clients[0]!.count();
        const path = '/w:70/plain/local:///photo.jpg@jpg';
        const { first, others } = await begin(path, 500);
        await encoder.waiting(cluster.nodes[1]!, 0);
        await encoder.open();
        const answers = await Promise.all([...first, ...others]);
        expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
        expect(new Set(answers.map(({ headers }) => headers.etag)).size).to.equal(1);
        const shown = { mediaType: 'image/jpeg', width: 70, height: 47 };
        expect(await shownIn(answers.at(-1)!.body)).to.deep.equal(shown);
        expect(await clients[0]!.count()).to.equal(before + 1);
        const made = 'shrinkd_deliveries_total{outcome="made"}';
        expect([await metric(0, made), await metric(1, made)]).to.deep.equal([1, 0]);
      });

      it('are none of before a purge, which may be at the other node while one is made', async () => {
        const path = '/w:72/cb:1/plain/local:///photo.jpg@jpg';
        await encoder.shut();
        const [before] = ask(0, path, 1);
        await encoder.waiting(cluster.nodes[0]!, 1);
        const { folder: node } = cluster.nodes[1]!;
        const operator = (args: readonly string[]) =>
          operate(node, [...args, '--config', `${node}/config.json`]);
        const key = await newAccount({ ...cluster.nodes[1]!, operator }, 'boss', ['--admin']);
        const source = '/delivery?source=local:///photo.jpg';
        const purged = await clients[1]!.send({ path: source, method: 'DELETE', key });
        expect(purged.status).to.equal(200);
        await encoder.open();
        expect((await before!).status).to.equal(200);
        const made = 'shrinkd_deliveries_total{outcome="made"}';
        const times = await metric(1, made);
        for (const each of [1, 0, 1]) expect((await ask(each, path, 1)[0]!).status).to.equal(200);
        expect(await metric(1, made)).to.equal(times + 1);
      });

      it('are made by the other node where one is killed meanwhile', async () => {
        const { first, others } = await begin('/w:71/plain/local:///photo.jpg@jpg', 20);
        const broken = Promise.allSettled(first);
        await cluster.nodes[0]!.kill();
        await encoder.waiting(cluster.nodes[1]!, 1);
        await encoder.open();
        const answers = await Promise.all(others);
        expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
        const shown = { mediaType: 'image/jpeg', width: 71, height: 47 };
        for (const { body } of answers) expect(await shownIn(body)).to.deep.equal(shown);
        expect((await broken).map(({ status }) => status)).to.deep.equal(
          Array(20).fill('rejected'),
        );
      });
    },
    { only: 'redis-server' },
  );
});
