import { expect } from 'chai';
import {
  createMemorySetUpTokens,
  createRedisSetUpTokens,
  type SetUpTokens,
} from '../../src/state/set-up-tokens.ts';
import type { State } from '../../src/state/state.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';

const secret = new Uint8Array(32).fill(7);

/** What every implementation of `SetUpTokens` promises. */
const tokensSuite = (create: () => Promise<SetUpTokens>): void => {
  it('accept the present token alone', async () => {
    const tokens = await create();
    const token = await tokens.current();
    expect(token).to.match(/^[\w-]{22}$/);
    expect(await tokens.current()).to.equal(token);
    expect(await tokens.accepts(token)).to.equal(true);
    for (const wrong of ['', token.slice(1), token.toLowerCase(), 'x'.repeat(22)]) {
      expect(await tokens.accepts(wrong)).to.equal(false);
      expect(await tokens.take(wrong)).to.equal(false);
    }
  });

  it('can be used once, unless the use is undone', async () => {
    const tokens = await create();
    const token = await tokens.current();
    const uses = await Promise.all([tokens.take(token), tokens.take(token)]);
    expect(uses).to.have.members([true, false]);
    expect(await tokens.accepts(token)).to.equal(false);
    await tokens.giveBack(token);
    expect(await tokens.accepts(token)).to.equal(true);
    expect(await tokens.take(token)).to.equal(true);
  });
};

describe('the token of the set-up in memory', () => {
  tokensSuite(async () => createMemorySetUpTokens());

  it('is another one at each start', async () => {
    const starts = [createMemorySetUpTokens(), createMemorySetUpTokens()];
    const [one, other] = await Promise.all(starts.map(({ current }) => current()));
    expect(one).not.to.equal(other);
    expect(await starts[1]!.accepts(one!)).to.equal(false);
  });
});

describeWithRedis('the token of the set-up in Redis', (server) => {
  const states: State[] = [];
  beforeEach(() => server().send('FLUSHALL'));
  afterEach(() => Promise.all(states.splice(0).map(({ close }) => close())));
  const create = async (withSecret = secret): Promise<SetUpTokens> => {
    const state = await openState(server().url);
    states.push(state);
    return createRedisSetUpTokens(state, withSecret);
  };
  tokensSuite(create);

  it('is the same on all nodes, and used up for all', async () => {
    const [one, other] = [await create(), await create()];
    const [token, same] = await Promise.all([one.current(), other.current()]);
    expect(same).to.equal(token);
    expect(await Promise.all([one.take(token), other.take(token)])).to.have.members([true, false]);
    expect(await other.accepts(token)).to.equal(false);
    expect(await other.current()).not.to.equal(token);
  });

  it('is not in Redis, and another one with another secret', async () => {
    const token = await (await create()).current();
    const stored = await server().send('GET', '{test}:set-up');
    expect(stored)
      .to.match(/^[\w-]{22}$/)
      .and.not.equal(token);
    expect(await (await create(new Uint8Array(32))).accepts(token)).to.equal(false);
  });
});
