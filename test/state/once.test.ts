import { expect } from 'chai';
import { createMemoryOnce, createRedisOnce, type Once } from '../../src/state/once.ts';
import type { State } from '../../src/state/state.ts';
import { rejectionOf } from '../support/rejection.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';

const minute = 60_000;

/** What every implementation of `Once` promises. */
const onceSuite = (create: () => Promise<Once>): void => {
  it('lets each name be used once', async () => {
    const once = await create();
    expect(await once.use('a', minute)).to.equal(true);
    expect(await once.use('a', minute)).to.equal(false);
    expect(await once.use('b', minute)).to.equal(true);
  });

  it('lets one of many uses at the same time succeed', async () => {
    const once = await create();
    const uses = await Promise.all(Array.from({ length: 10 }, () => once.use('a', minute)));
    expect(uses.filter((isFirst) => isFirst)).to.have.length(1);
  });
};

describe('names that are used once, in memory', () => {
  let time = 0;
  const create = async (): Promise<Once> => createMemoryOnce(() => time);
  onceSuite(create);

  it('are forgotten when their time is over', async () => {
    const once = await create();
    await once.use('a', 1000);
    time += 999;
    expect(await once.use('a', 1000)).to.equal(false);
    time += 1;
    expect(await once.use('a', 1000)).to.equal(true);
  });
});

describeWithRedis('names that are used once, in Redis', (server) => {
  const states: State[] = [];
  beforeEach(() => server().send('FLUSHALL'));
  afterEach(() => Promise.all(states.splice(0).map(({ close }) => close())));
  const create = async (): Promise<Once> => {
    const state = await openState(server().url);
    states.push(state);
    return createRedisOnce(state);
  };
  onceSuite(create);

  it('are used up for all nodes, as long as was asked', async () => {
    const [one, other] = [await create(), await create()];
    expect(await one.use('a', minute)).to.equal(true);
    expect(await other.use('a', minute)).to.equal(false);
    expect(Number(await server().send('PTTL', '{test}:once:a'))).to.be.within(1, minute);
  });

  it('are not used while Redis is away', async () => {
    const once = await create();
    await states[0]!.close();
    expect(await rejectionOf(once.use('a', minute))).to.include({ code: 'unavailable' });
  });
});
