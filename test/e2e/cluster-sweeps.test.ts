import { GetObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { hash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { monthOf } from '../../src/counters/month.ts';
import { eachAtOnce } from '../../src/bulk/at-once.ts';
import { requireProgram } from '../support/deploy/programs.ts';
import { bucketOutputs } from '../support/e2e/bucket-cluster.ts';
import { createClient } from '../support/e2e/client.ts';
import { type Cluster, startCluster } from '../support/e2e/cluster.ts';
import { newJpeg } from '../support/e2e/pictures.ts';
import { racePictures } from '../support/e2e/raced-pictures.ts';
import {
  metadataBelow,
  putPicture,
  sweepRequests,
  sweptStores,
} from '../support/e2e/sweeping-service.ts';
import { makeServiceFolder, removeFolder, runShrinkd } from '../support/service/service.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { type HeedingProxy, startHeedingProxy } from '../support/storage/heeding-proxy.ts';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';

/**
 * By hand, since it takes more than a minute, and longer than it may where the machine is busy: `SHRINKD_SWEPT_OBJECTS=240`,
 * or 10000 for a long run. That each object is counted once is proved in every run by the suite of the ledger.
 */
const objects = Number(process.env['SHRINKD_SWEPT_OBJECTS'] ?? 0);
const killEveryMs = objects > 1000 ? 5000 : 1500;
const mostKills = objects > 1000 ? Infinity : 4;
/** Longer than a shard stays with a node that does not hold it. */
const frozenMs = 10_000;

describeWithRadosgw('with a bucket', (radosgw) => {
  describeWithRedis(
    'a sweep on three nodes',
    (server) => {
      let [folder, prefix] = ['', ''];
      let cluster: Cluster;
      let proxy: HeedingProxy;
      let key: string;
      before(async function () {
        if (objects === 0) this.skip();
        requireProgram(this, 'haproxy');
        folder = await makeServiceFolder();
        prefix = randomBytes(6).toString('hex');
        // As Amazon S3, which heeds conditions.
        proxy = await startHeedingProxy(radosgw());
        const url = `http://127.0.0.1:${proxy.port}`;
        cluster = await startCluster({
          ...{ size: 3, redisUrl: server().url, redis: { deadlineSeconds: 2 } },
          config: {
            ...(await bucketOutputs(folder, { radosgw: radosgw() })),
            ...sweptStores({ ...radosgw(), url }, prefix),
          },
        });
        const { folder: node } = cluster.nodes()[0]!;
        const added = await runShrinkd(node, [
          ...['account', 'add', '--name', 'Admin', '--admin', '--json'],
          ...['--config', `${node}/config.json`],
        ]);
        ({ key } = JSON.parse(added.stdout) as { key: string });
      });
      after(async () => {
        await cluster?.close();
        await proxy?.close();
        await removeFolder(folder);
      });

      /** Kills the second and the third node in turn, Redis once, and lets the first node do nothing for a while. */
      const disturb = async (isOver: () => boolean): Promise<number> => {
        const frozen = cluster.nodes()[0]!;
        frozen.signal('SIGSTOP');
        const thawed = setTimeout(frozenMs).then(() => frozen.signal('SIGCONT'));
        let kills = 0;
        for (; !isOver() && kills < mostKills; kills += 1) {
          await setTimeout(killEveryMs);
          const index = 1 + (kills % 2);
          await cluster.nodes()[index]!.kill();
          if (kills === 1) {
            await server().kill();
            await server().restart();
          }
          await cluster.restart(index);
        }
        await thawed;
        return kills;
      };

      it('counts exactly what it has written, and loses nothing of a writer', async function () {
        this.timeout(60_000 + objects * 500);
        const names = Array.from({ length: objects }, (_, index) => `${index}.jpg`);
        const isBroken = (name: string): boolean => Number.parseInt(name, 10) % 20 === 7;
        const isRaced = (name: string): boolean => Number.parseInt(name, 10) % 5 === 0;
        const shop = `${prefix}/shop/`;
        await eachAtOnce({
          ...{ items: names, atOnce: 16, stopping: new AbortController().signal },
          work: (name) => {
            const picture = isBroken(name) ? newJpeg().subarray(0, 100) : newJpeg();
            return putPicture(radosgw(), `${shop}${name}`, picture);
          },
        });
        const keysOf = (some: readonly string[]) => some.map((name) => `${shop}${name}`);
        const raced = names.filter(isRaced);
        const race = racePictures(radosgw(), proxy.port, {
          raced: keysOf(raced),
          keys: keysOf(names.filter((name) => !isBroken(name))),
        });
        const client = createClient(cluster.address);
        const admin = sweepRequests(client, key);
        const startedAt = performance.now();
        const { id } = await admin.start({
          ...{ source: { store: 'shop' }, backup: { store: 'originals' } },
        });
        let isOver = false;
        const disturbing = disturb(() => isOver);
        const done = await admin.when(id, 'done', objects * 500 + 50_000);
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        isOver = true;
        await race.stop();
        const kills = await disturbing;
        console.log(
          `      ${objects} objects in ${seconds} s, ${kills} kills, ${race.written.size} raced, ${race.reads()} read`,
        );

        // The node that was frozen has its objects still, and counts none again.
        await setTimeout(1000);
        const told = await admin.find(id);
        client.close();
        expect(told).to.deep.equal(done);
        const broken = names.filter(isBroken);
        const { total, lookedAt, compressed, left, failed } = done.objects;
        expect({ total, lookedAt, failed }).to.deep.equal({
          ...{ total: objects, lookedAt: objects, failed: broken.length },
        });
        const named = done.failures!.filter(({ reason }) => !reason.includes('meanwhile'));
        expect(named.map(({ key: name }) => name)).to.have.members(broken);
        expect(compressed + left).to.equal(objects - broken.length);
        const metadata = await metadataBelow(radosgw(), shop);
        const results = names.filter((name) => metadata.get(name)?.['shrinkd-sweep'] === id);
        const calm = names.filter((name) => !isRaced(name) && !isBroken(name));
        expect(results).to.include.members(calm);
        expect(compressed).to.be.within(Math.max(calm.length, results.length), objects);
        expect(left).to.be.at.most(raced.length);
        const counts = await server().send('HVALS', `{shrinkd}:count:${monthOf(Date.now())}`);
        expect((counts as string[]).map(Number)).to.deep.equal([compressed]);
        expect(race.broken).to.deep.equal([]);
        for (const [raceKey, digest] of race.written) {
          const name = raceKey.slice(shop.length);
          // A result of it has it as its original.
          const kept = results.includes(name) ? `${prefix}/originals/${name}` : raceKey;
          const { Body } = await radosgw().client.send(
            new GetObjectCommand({ Bucket: radosgw().bucket, Key: kept }),
          );
          expect(hash('sha256', await Body!.transformToByteArray()), kept).to.equal(digest);
        }
      });
    },
    { only: 'redis-server' },
  );
});
