import { expect } from 'chai';
import { createRedisLedger } from '../../../src/bulk/sweeps/redis-ledger.ts';
import type { SweepLedger } from '../../../src/bulk/sweeps/ledger.ts';
import type { State } from '../../../src/state/state.ts';
import { listingOf, planOf, sweepLedgerSuite } from '../../suites/sweep-ledger-suite.ts';
import { openState } from '../../support/state/open-state.ts';
import { describeWithRedis } from '../../support/state/redis-server.ts';

describeWithRedis('sweeps in Redis', (server) => {
  let state: State;
  beforeEach(async () => {
    await server().send('FLUSHALL');
    state = await openState(server().url);
  });
  afterEach(() => state.close());

  const leaseMs = 3_600_000;
  const open = (now = () => 0): SweepLedger => createRedisLedger({ state, now, leaseMs });
  /** For Redis, so long has passed since the shard was held last. */
  const passUnheld = async (id: string, ms: number): Promise<void> => {
    const key = '{test}:sweep:one:shards';
    const [pending] = (await server().send('XPENDING', key, 'nodes', id, id, '1')) as string[][];
    const holder = pending?.[1] ?? expect.fail('a node has the shard');
    await server().send('XCLAIM', key, 'nodes', holder, '0', id, 'IDLE', String(ms), 'JUSTID');
  };

  sweepLedgerSuite('Redis', async (now) => open(now));

  const about = { bytes: 12, etag: '', isArchived: false };
  const objects = [
    { key: 'a.jpg', ...about },
    { key: 'b.jpg', ...about },
  ];
  const result = { happened: 'compressed', before: 12, after: 6 } as const;

  it('give a shard that is not held any more to another node, and both count each object once', async () => {
    const [killed, other] = [open(), open()];
    await killed.begin(planOf('one'));
    await killed.extend('one', listingOf(objects));
    const first = (await killed.claim('one'))!;
    await killed.advance('one', first.id, 0, result);
    expect(await open().claim('one')).to.equal(undefined);
    await passUnheld(first.id, 2 * leaseMs);
    const second = (await other.claim('one'))!;
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
    const [slow, other] = [open(), open()];
    await slow.begin(planOf('one'));
    await slow.extend('one', listingOf(objects));
    const { id } = (await slow.claim('one'))!;
    for (let held = 0; held < 3; held += 1) {
      await passUnheld(id, 0.9 * leaseMs);
      expect(await other.claim('one')).to.equal(undefined);
      await passUnheld(id, 2 * leaseMs);
      expect(await slow.hold('one', id)).to.equal('running');
      expect(await other.claim('one')).to.equal(undefined);
    }
  });

  it('leave nothing in Redis but what is remembered', async () => {
    const ledger = open();
    await ledger.begin(planOf('one'));
    await ledger.extend('one', listingOf(objects));
    const { id } = (await ledger.claim('one'))!;
    for (const index of [0, 1]) await ledger.advance('one', id, index, result);
    expect(await server().send('XLEN', '{test}:sweep:one:shards')).to.equal(0);
    expect(await server().send('EXISTS', '{test}:sweep:one:marks')).to.equal(0);
  });
});
