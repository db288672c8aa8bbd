import { expect } from 'chai';
import { redisWindows } from '../../src/rate-limits/redis-windows.ts';
import { memoryWindows, type Windows } from '../../src/rate-limits/windows.ts';
import { reportNode } from '../../src/state/live-nodes.ts';
import type { State } from '../../src/state/state.ts';
import { windowsSuite } from '../suites/windows-suite.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { until } from '../support/until.ts';

const client = '2001:db8::/64';

describeWithRedis('windows in Redis', (server) => {
  let states: State[];
  beforeEach(async () => {
    await server().send('FLUSHALL');
    states = await Promise.all([1, 2, 3].map(() => openState(server().url)));
  });
  afterEach(() => Promise.all(states.map(({ close }) => close())));

  const windowsOn = (state: State) =>
    redisWindows({ state, liveNodes: () => 3, own: memoryWindows(() => 0) });
  const nodesOf = (isDivided: boolean): readonly Windows[] =>
    states.map((state) => windowsOn(state)({ name: 'limits', seconds: 60, isDivided }));
  /** How many of 90 requests are let through by three nodes, with a limit of 60. */
  const letThrough = async (nodes: readonly Windows[]): Promise<number> => {
    const asked = Array.from({ length: 90 }, (_, index) => nodes[index % 3]!.take(client, 60));
    return (await Promise.all(asked)).filter((leftMs) => leftMs === undefined).length;
  };

  windowsSuite(() => ({
    createWindows: windowsOn(states[0]!),
    pass: async (of, ms) => {
      const key = `{test}:limit:limits:${of}`;
      const leftMs = Number(await server().send('PTTL', key)) - ms;
      await server().send('PEXPIRE', key, String(leftMs));
    },
  }));

  for (const isDivided of [false, true]) {
    const title = isDivided ? 'a limit that is divided' : 'a limit that is not';
    it(`let a client make as many requests on all nodes together, with ${title}`, async () => {
      expect(await letThrough(nodesOf(isDivided))).to.equal(60);
    });
  }

  for (const [title, isDivided, expected] of [
    ['are counted by each node for itself while Redis is away', false, 90],
    ['let each node serve its share while Redis is away, where they are divided', true, 60],
  ] as const) {
    it(title, async () => {
      await Promise.all(states.map(({ close }) => close()));
      expect(await letThrough(nodesOf(isDivided))).to.equal(expected);
    });
  }

  it('take back requests that do not count, on the node that is asked next', async () => {
    const [one, other] = nodesOf(false);
    const isTaken = async () => (await other!.take(client, 4)) === undefined;
    one!.giveBack(client);
    for (let made = 0; made < 4; made += 1) await one!.take(client, 4);
    expect(await isTaken()).to.equal(false);
    one!.giveBack(client);
    await until('it is taken back', isTaken);
    expect(await isTaken()).to.equal(false);
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
