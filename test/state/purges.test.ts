import { expect } from 'chai';
import { createRedisPurges } from '../../src/state/purges.ts';
import type { State } from '../../src/state/state.ts';
import { rejectionOf } from '../support/rejection.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';

describeWithRedis('purges in Redis', (server) => {
  const states: State[] = [];
  beforeEach(() => server().send('FLUSHALL'));
  afterEach(() => Promise.all(states.splice(0).map(({ close }) => close())));
  const open = async () => {
    const state = await openState(server().url);
    states.push(state);
    return createRedisPurges(state);
  };

  it('are seen by all nodes, with another generation each time', async () => {
    const [one, other] = [await open(), await open()];
    expect(await other.generationOf('a')).to.equal(undefined);
    await one.purge('a', 60_000);
    const first = await other.generationOf('a');
    expect(first)
      .to.be.a('string')
      .and.equal(await one.generationOf('a'));
    await other.purge('a', 60_000);
    expect(await one.generationOf('a')).to.not.be.oneOf([first, undefined]);
    expect(await one.generationOf('b')).to.equal(undefined);
  });

  it('are forgotten when their time is over', async () => {
    const purges = await open();
    await purges.purge('a', 60_000);
    const [key] = (await server().send('KEYS', '*purged*')) as string[];
    expect(Number(await server().send('PTTL', key!))).to.be.within(50_000, 60_000);
  });

  it('are not taken for none while Redis is away', async () => {
    const purges = await open();
    await server().kill();
    expect(await rejectionOf(purges.generationOf('a'))).to.include({ code: 'unavailable' });
    expect(await rejectionOf(purges.purge('a', 1000))).to.include({ code: 'unavailable' });
    await server().restart();
  });
});
