import { expect } from 'chai';
import { createRedisLedger } from '../../../src/bulk/sweeps/redis-ledger.ts';
import type { SweepLedger } from '../../../src/bulk/sweeps/ledger.ts';
import type { State } from '../../../src/state/state.ts';
import { planOf, sweepLedgerSuite } from '../../suites/sweep-ledger-suite.ts';
import { openState } from '../../support/state/open-state.ts';
import { describeWithRedis } from '../../support/state/redis-server.ts';
import { until } from '../../support/until.ts';

describeWithRedis('sweeps in Redis', (server) => {
  let state: State;
  beforeEach(async () => {
    await server().send('FLUSHALL');
    state = await openState(server().url);
  });
  afterEach(() => state.close());

  const open = (leaseMs = 60_000): SweepLedger =>
    createRedisLedger({ state, now: () => 0, leaseMs });

  sweepLedgerSuite('Redis', async (now) => createRedisLedger({ state, now, leaseMs: 60_000 }));

  const about = { bytes: 12, etag: '', isArchived: false };
  const objects = [
    { key: 'a.jpg', ...about },
    { key: 'b.jpg', ...about },
  ];
  const result = { happened: 'compressed', before: 12, after: 6 } as const;

  it('give a shard that is not held any more to another node, and both count each object once', async () => {
    const [killed, other] = [open(), open(20)];
    await killed.begin(planOf('one'), [objects]);
    const first = (await killed.claim('one'))!;
    await killed.advance('one', first.id, 0, result);
    expect(await open().claim('one')).to.equal(undefined);
    const second = await until('the shard is free', () => other.claim('one'));
    expect([second.id, second.isCounted(0), second.isCounted(1)]).to.deep.equal([
      ...[first.id, true, false],
    ]);
    expect(await killed.hold('one', first.id)).to.equal('lost');
    await killed.release('one', first.id);
    expect(await other.hold('one', first.id)).to.equal('running');
    await Promise.all([killed, other].map((node) => node.advance('one', first.id, 1, result)));
    expect(await other.find('one')).to.deep.include({ status: 'done', before: 24, after: 12 });
  });

  it('keep a shard that is held', async () => {
    // A busy machine may hold this process up for a third of a second.
    const leaseMs = 1000;
    const [slow, other] = [open(), open(leaseMs)];
    await slow.begin(planOf('one'), [objects]);
    const { id } = (await slow.claim('one'))!;
    const heldUntil = performance.now() + 3 * leaseMs;
    await until('it was held for three times as long', async () => {
      expect(await slow.hold('one', id)).to.equal('running');
      expect(await other.claim('one')).to.equal(undefined);
      return performance.now() > heldUntil;
    });
  });

  it('leave nothing in Redis but what is remembered', async () => {
    const ledger = open();
    await ledger.begin(planOf('one'), [objects]);
    const { id } = (await ledger.claim('one'))!;
    for (const index of [0, 1]) await ledger.advance('one', id, index, result);
    expect(await server().send('XLEN', '{test}:sweep:one:shards')).to.equal(0);
    expect(await server().send('EXISTS', '{test}:sweep:one:marks')).to.equal(0);
  });
});
