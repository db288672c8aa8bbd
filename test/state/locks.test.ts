import { expect } from 'chai';
import { createLocks, type Locks } from '../../src/state/locks.ts';
import type { State } from '../../src/state/state.ts';
import { rejectionOf } from '../support/rejection.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { until } from '../support/until.ts';

describeWithRedis('locks of nodes', (server) => {
  const states: State[] = [];
  beforeEach(() => server().send('FLUSHALL'));
  afterEach(() => Promise.all(states.splice(0).map(({ close }) => close())));
  const create = async (keptMs?: number): Promise<Locks> => {
    const state = await openState(server().url);
    states.push(state);
    return createLocks(state, keptMs === undefined ? {} : { keptMs });
  };

  it('are held by one at a time, until they are released', async () => {
    const [one, other] = [await create(), await create()];
    const tries = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).take('a'));
    const [held, ...others] = (await Promise.all(tries)).filter((lock) => lock !== undefined);
    expect(others).to.deep.equal([]);
    const free = await other.take('b');
    expect(free, 'another name').to.not.equal(undefined);
    await held!.release();
    const next = await other.take('a');
    expect(next).to.not.equal(undefined);
    await held!.release();
    expect(await one.take('a'), 'released twice').to.equal(undefined);
    await Promise.all([free!.release(), next!.release()]);
    expect(await server().send('DBSIZE')).to.equal(0);
  });

  it('are kept for longer than they last without their node', async () => {
    const [one, other] = [await create(8000), await create()];
    const lock = await one.take('a');
    const leftMs = async () => Number(await server().send('PTTL', '{test}:lock:a'));
    let least = await leftMs();
    expect(least).to.be.within(1, 8000);
    for (let kept = 0; kept < 2; kept += 1) {
      await until('it is kept for longer', async () => {
        const left = await leftMs();
        expect(left, 'the lock').to.be.above(0);
        if (left > least) return true;
        least = left;
        return false;
      });
      least = await leftMs();
      expect(await other.take('a')).to.equal(undefined);
    }
    await lock!.release();
  });

  it('end without their node', async () => {
    const [one, other] = [await create(400), await create()];
    await one.take('a');
    await states[0]!.close();
    const next = await until('the lock has ended', () => other.take('a'));
    await next.release();
  });

  it('are not taken while Redis is away, and released without an error', async () => {
    const locks = await create();
    const lock = await locks.take('a');
    await states[0]!.close();
    await lock!.release();
    expect(await rejectionOf(locks.take('b'))).to.include({ code: 'unavailable' });
  });
});
