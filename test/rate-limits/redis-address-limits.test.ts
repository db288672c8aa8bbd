import { expect } from 'chai';
import {
  memoryAddressLimits,
  type RefundableLimits,
} from '../../src/rate-limits/address-limits.ts';
import { createRedisAddressLimits } from '../../src/rate-limits/redis-address-limits.ts';
import type { State } from '../../src/state/state.ts';
import { rejectionOf } from '../support/rejection.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { until } from '../support/until.ts';

const client = '2001:db8::/64';
const limit = { requests: 4, windowSeconds: 60, message: 'Too many.' };

describeWithRedis('limits by address in Redis', (server) => {
  let states: State[];
  beforeEach(async () => {
    await server().send('FLUSHALL');
    states = await Promise.all([openState(server().url), openState(server().url)]);
  });
  afterEach(() => Promise.all(states.map(({ close }) => close())));

  const nodesOf = (name: string): readonly RefundableLimits[] =>
    states.map((state) =>
      createRedisAddressLimits(
        state,
        memoryAddressLimits(() => 0),
      )(name, limit),
    );
  const taken = async (asked: readonly Promise<void>[]): Promise<number> =>
    (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;

  it('let a client make as many requests on all nodes together', async () => {
    const nodes = nodesOf('sign-ins');
    const asked = Array.from({ length: 10 }, (_, index) => nodes[index % 2]!.take(client));
    expect(await taken(asked)).to.equal(4);
    expect(await taken([nodes[1]!.take('192.0.2.1')])).to.equal(1);
    expect(await taken([nodesOf('others')[0]!.take(client)])).to.equal(1);
  });

  it('say how long to wait, which refused requests do not prolong', async () => {
    const [node] = nodesOf('sign-ins');
    for (let made = 0; made < 4; made += 1) await node!.take(client);
    await server().send('PEXPIRE', `{test}:limit:sign-ins:${client}`, '20000');
    const error = await rejectionOf(node!.take(client));
    expect(error).to.include({ code: 'rate_limit_exceeded', message: 'Too many.' });
    expect(error).to.have.property('retryAfterSeconds').that.is.within(15, 20);
    await server().send('DEL', `{test}:limit:sign-ins:${client}`);
    await node!.take(client);
  });

  it('take back requests that do not count, on the node that is asked next', async () => {
    const [one, other] = nodesOf('sign-ins');
    one!.giveBack(client);
    for (let made = 0; made < 4; made += 1) await one!.take(client);
    await rejectionOf(other!.take(client));
    one!.giveBack(client);
    await until('it is taken back', async () => (await taken([other!.take(client)])) === 1);
    await rejectionOf(one!.take(client));
  });

  it('are counted by each node for itself while Redis is away', async () => {
    const nodes = nodesOf('sign-ins');
    await Promise.all(states.map(({ close }) => close()));
    const asked = Array.from({ length: 20 }, (_, index) => nodes[index % 2]!.take(client));
    expect(await taken(asked)).to.equal(8);
  });
});
