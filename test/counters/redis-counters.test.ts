import { expect } from 'chai';
import { createRedisCounters } from '../../src/counters/redis-counters.ts';
import type { State } from '../../src/state/state.ts';
import { rejectionOf } from '../support/rejection.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { countersSuite } from '../suites/counters-suite.ts';

describeWithRedis('counters in Redis', (server) => {
  const inFolder = temporaryFolders();
  let state: State;
  beforeEach(async () => {
    await server().send('FLUSHALL');
    state = await openState(server().url);
  });
  afterEach(() => state.close());

  const open = (now: () => number, keepMonths = 24) =>
    createRedisCounters({
      state,
      now,
      keepMonths,
      refundsPath: inFolder('refunds.jsonl'),
      onUncertain: (refused) => expect.fail(JSON.stringify(refused)),
      onProblem: (error) => expect.fail(String(error)),
    });

  countersSuite('Redis', open);

  it('count a request once, however often it is sent', async () => {
    const counters = await open(() => 0);
    const again = { requestId: 'same' };
    expect(await counters.add('acct_a', 2, again)).to.equal(2);
    expect(await counters.add('acct_a', 2, again)).to.equal(2);
    expect(await counters.count('acct_a')).to.equal(2);
  });

  it('keep what may be repeated, although its answer was lost', async () => {
    const { write } = state;
    let isLost = true;
    state = {
      ...state,
      write: async (...given) => (await write(...given), isLost ? 'PONG' : write(...given)),
    };
    const counters = await open(() => 0);
    const again = { requestId: 'one', mayRepeat: true };
    await rejectionOf(counters.add('acct_a', 1, again));
    expect(counters.pendingRefunds()).to.equal(0);
    isLost = false;
    expect(await counters.add('acct_a', 1, again)).to.equal(1);
    await counters.close();
    expect(Number(await server().send('HGET', state.key('count:1970-01'), 'acct_a'))).to.equal(1);
  });

  it('take back what was answered with something else', async () => {
    const { write } = state;
    let isShifted = true;
    state = {
      ...state,
      write: async (...given) => (await write(...given), isShifted ? 'PONG' : 1),
    };
    const counters = await open(() => 0);
    const refusal = await rejectionOf(counters.add('acct_a', 1, { requestId: 'one' }));
    expect(refusal).to.have.property('code', 'unavailable');
    expect(await counters.count('acct_a')).to.equal(1);
    isShifted = false;
    await counters.close();
    expect(Number(await server().send('HGET', state.key('count:1970-01'), 'acct_a'))).to.equal(0);
  });

  it('keep counts without an end, and the ids of requests for an hour', async () => {
    const counters = await open(() => 0);
    await counters.add('acct_a', 1, { requestId: 'one' });
    const ttl = (name: string) => server().send('PTTL', state.key(name));
    expect([await ttl('count:1970-01'), await ttl('months')]).to.deep.equal([-1, -1]);
    expect(await ttl('request:one')).to.be.within(3_500_000, 3_600_000);
  });

  it('keep the latest months and drop older ones when a new one begins', async () => {
    let time = '';
    const counters = await open(() => Date.parse(time), 2);
    for (time of ['2026-09-01', '2026-10-01', '2026-11-01', '2001-01-01']) {
      await counters.add('acct_a', 1, { requestId: time });
    }
    expect(await counters.months()).to.deep.equal(['2001-01', '2026-10', '2026-11']);
    expect(await server().send('EXISTS', state.key('count:2026-09'))).to.equal(0);
    expect(await counters.usage('2026-10')).to.deep.equal({ acct_a: 1 });
  });
});
