import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startHaproxyWith } from '../support/deploy/balancers.ts';
import { deployFile } from '../support/deploy/programs.ts';
import { type Client, createClient } from '../support/e2e/client.ts';
import { type Cluster, startCluster } from '../support/e2e/cluster.ts';
import { newJpeg } from '../support/e2e/pictures.ts';
import { sleepingEncoder } from '../support/e2e/sleeping-encoder.ts';
import { makeServiceFolder, removeFolder } from '../support/service/service.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { median } from './median.ts';

const rounds = Number(process.env['NODES_ROUNDS'] ?? 3);
const roundMs = 20_000;
const slots = 2;
/** So long that two idle CPUs do the rest beside it, and so short that a round has a hundred waits. */
const encodeSeconds = 0.5;
/** Of what three nodes can do, when waits are compared. */
const load = 0.8;

/**
 * One, two and three nodes on one Redis behind haproxy, with an encoder that sleeps, so that few CPUs show many nodes.
 * Images a second where every slot is busy, and the 95th percentile of waits at 80 % of that, where haproxy sends a
 * request to the node with the fewest, and to each in turn. Targets: 1.9 and 2.8 times one node; 0.7 of the waits.
 */
export const nodes = async (): Promise<void> => {
  const folder = await makeServiceFolder();
  const redis = await startRedis();
  try {
    const encoder = await sleepingEncoder(folder, encodeSeconds);
    const configs = await balancerConfigs(folder);
    const start = async (size: number, algorithm: Algorithm): Promise<Cluster> => {
      // Each cluster has a secret of its own.
      await redis.send('FLUSHALL');
      return startCluster({
        size,
        redisUrl: redis.url,
        config: { ...encoder, queue: { slots } },
        startBalancer: (options) => startHaproxyWith(configs[algorithm], options),
      });
    };
    const rates = await inTurn([1, 2, 3], (size) =>
      withCluster(start(size, 'leastconn'), (client) => perSecond(client, size * slots * 3)),
    );
    const [one = Number.NaN, two = Number.NaN, three = Number.NaN] = rates.map(median);
    print(
      `images a second of 1, 2, 3 nodes: ${[one, two, three].map((rate) => rate.toFixed(2)).join(', ')}: ${(two / one).toFixed(2)} and ${(three / one).toFixed(2)} times one (targets 1.9, 2.8)`,
    );
    const waits = await inTurn(['leastconn', 'roundrobin'] as const, (algorithm) =>
      withCluster(start(3, algorithm), (client) => p95WaitMs(client, load * three)),
    );
    const [least = Number.NaN, turn = Number.NaN] = waits.map(median);
    print(
      `p95 of waits at ${load * 100} %: leastconn ${least.toFixed(0)} ms, roundrobin ${turn.toFixed(0)} ms: ${(least / turn).toFixed(2)} (target 0.7)`,
    );
  } finally {
    await redis.close();
    await removeFolder(folder);
  }
};

const print = (line: string): void => console.log(`nodes: ${line}`);

type Algorithm = 'leastconn' | 'roundrobin';

/** The configuration of `deploy/`, and the same with the other algorithm. */
const balancerConfigs = async (folder: string): Promise<Readonly<Record<Algorithm, string>>> => {
  const leastconn = deployFile('haproxy/haproxy.cfg');
  const roundrobin = join(folder, 'roundrobin.cfg');
  const text = await readFile(leastconn, 'utf8');
  await writeFile(roundrobin, text.replace('balance leastconn', 'balance roundrobin'));
  return { leastconn, roundrobin };
};

/** The results of each kind in all rounds; the kinds take turns. */
const inTurn = async <Kind>(
  kinds: readonly Kind[],
  measure: (kind: Kind) => Promise<number>,
): Promise<readonly number[][]> => {
  const results = kinds.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, kind] of kinds.entries()) results[index]!.push(await measure(kind));
  }
  return results;
};

const withCluster = async (
  starting: Promise<Cluster>,
  measure: (client: Client) => Promise<number>,
): Promise<number> => {
  const cluster = await starting;
  const client = createClient(cluster.address);
  try {
    return await measure(client);
  } finally {
    client.close();
    await cluster.close();
  }
};

/** So many clients, each of which sends its next upload when it is answered. */
const perSecond = async (client: Client, clients: number): Promise<number> => {
  const startedAt = performance.now();
  let made = 0;
  const keepUploading = async (): Promise<void> => {
    while (performance.now() - startedAt < roundMs) {
      const { status } = await client.upload(newJpeg());
      if (status !== 201) throw new Error(`an upload was answered ${status}`);
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, keepUploading));
  return made / ((performance.now() - startedAt) / 1000);
};

/** Uploads that arrive at random (Poisson), whatever comes back. What an upload takes alone is no wait. */
const p95WaitMs = async (client: Client, rate: number): Promise<number> => {
  const timed = async (): Promise<number> => {
    const startedAt = performance.now();
    await client.upload(newJpeg());
    return performance.now() - startedAt;
  };
  const alone: number[] = [];
  for (let count = 0; count < 5; count += 1) alone.push(await timed());
  const sent: Promise<number>[] = [];
  const startedAt = performance.now();
  let nextAt = startedAt;
  while (performance.now() - startedAt < 2 * roundMs) {
    nextAt += (-Math.log(1 - Math.random()) / rate) * 1000;
    await setTimeout(Math.max(0, nextAt - performance.now()));
    sent.push(timed());
  }
  const times = (await Promise.all(sent)).toSorted((a, b) => a - b);
  return times[Math.floor(0.95 * times.length)]! - median(alone);
};
