import { expect } from 'chai';
import { setTimeout } from 'node:timers/promises';
import { monthOf } from '../../src/counters/month.ts';
import { randomNumbers } from '../support/random.ts';
import { keepAdding, openNode, type Told, toldNothing } from '../support/state/counting.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { until } from '../support/until.ts';

/** Additions of each run; `SHRINKD_ADDS=10000` for a long one. */
const leastAdds = Number(process.env['SHRINKD_ADDS'] ?? 400);
const seed = Number(process.env['SHRINKD_SEED'] ?? Math.floor(Math.random() * 1e9));
const callers = 30;
const deadlineMs = 200;

/** Cuts lines, swallows replies and holds up what passes, at random moments, until `isOver`. */
const disturb = async (proxy: TcpProxy, run: number, isOver: () => boolean): Promise<void> => {
  const below = randomNumbers(run);
  while (!isOver()) {
    await setTimeout(below(150));
    const kind = below(10);
    if (kind < 4) {
      proxy.swallow();
      await setTimeout(5 + below(60));
      proxy.cut();
    } else if (kind < 6) {
      proxy.hold();
      await setTimeout(below(2 * deadlineMs));
    } else if (kind < 8) proxy.cut();
    proxy.heal();
  }
};

describeWithRedis('counters in Redis under faults', (server) => {
  const inFolder = temporaryFolders();
  let proxy: TcpProxy;
  beforeEach(async () => {
    await server().send('FLUSHALL');
    proxy = await startTcpProxy(server().port);
  });
  afterEach(() => proxy.close());

  const stored = async (): Promise<number> =>
    Number((await server().send('HGET', `{test}:count:${monthOf(Date.now())}`, 'acct_a')) ?? 0);

  const cases: readonly (readonly [title: string, tries: number, limit: number | undefined])[] = [
    ['three attempts', 3, undefined],
    ['one attempt', 1, undefined],
    ['three attempts under a limit', 3, Math.floor(leastAdds / 2)],
    ['one attempt under a limit', 1, Math.floor(leastAdds / 2)],
  ];
  for (const [index, [title, tries, limit]] of cases.entries()) {
    it(`count what is acknowledged and nothing else, with ${title} (seed ${seed})`, async function () {
      this.timeout(60_000 + leastAdds * 100);
      const told: Told = toldNothing();
      const node = await openNode({
        url: `redis://127.0.0.1:${proxy.port}`,
        refundsPath: inFolder('refunds.jsonl'),
        deadlineMs,
        tries,
      });
      const isOver = (): boolean => told.acknowledged + told.refused + told.limited >= leastAdds;
      const disturbing = disturb(proxy, seed + index, isOver);
      const adding = () => keepAdding(node.counters, told, isOver, limit);
      await Promise.all(Array.from({ length: callers }, adding));
      await disturbing;
      await until('all is taken back', () => node.counters.pendingRefunds() === 0);
      await node.close();
      expect(node.uncertain).to.deep.equal([]);
      const { acknowledged, refused, totals } = told;
      expect({ stored: await stored(), ...told }).to.have.property('stored', acknowledged);
      // A count that is taken back lets one total be given again.
      expect(acknowledged - new Set(totals).size).to.be.at.most(refused);
      if (limit !== undefined) expect(Math.max(...totals)).to.be.at.most(limit);
    });
  }
});
