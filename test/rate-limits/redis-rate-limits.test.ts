import { expect } from 'chai';
import { createRedisRateLimits } from '../../src/rate-limits/redis-rate-limits.ts';
import { reportNode } from '../../src/state/live-nodes.ts';
import type { State } from '../../src/state/state.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';

describeWithRedis('rate limits in Redis', (server) => {
  let states: State[];
  beforeEach(async () => {
    await server().send('FLUSHALL');
    states = await Promise.all([1, 2, 3].map(() => openState(server().url)));
  });
  afterEach(() => Promise.all(states.map(({ close }) => close())));

  const outcomes = async (asked: readonly Promise<void>[]): Promise<number> =>
    (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;

  it('let an account make as many requests a minute on all nodes together', async () => {
    const nodes = states.map((state) => createRedisRateLimits({ state, liveNodes: () => 3 }));
    const asked = Array.from({ length: 90 }, (_, index) => nodes[index % 3]!.take('acct_a', 60));
    expect(await outcomes(asked)).to.equal(60);
    expect(await outcomes([nodes[0]!.take('acct_b', 1), nodes[1]!.take('acct_b', 1)])).to.equal(1);
    expect(await outcomes([nodes[0]!.take('acct_c', null)])).to.equal(1);
    expect(Number(await server().send('PTTL', '{test}:rate:acct_a'))).to.be.within(1, 60_000);
  });

  it('let each node serve its share while Redis is away', async () => {
    await Promise.all(states.map(({ close }) => close()));
    const nodes = states.map((state) => createRedisRateLimits({ state, liveNodes: () => 3 }));
    const asked = Array.from({ length: 90 }, (_, index) => nodes[index % 3]!.take('acct_a', 60));
    expect(await outcomes(asked)).to.equal(60);
  });

  it('know how many nodes are alive', async () => {
    const [one, two] = [await reportNode(states[0]!), await reportNode(states[1]!)];
    expect([one.count(), two.count()]).to.deep.equal([1, 2]);
    await one.close();
    const three = await reportNode(states[2]!);
    expect(three.count()).to.equal(2);
    await Promise.all([two.close(), three.close()]);
  });
});
