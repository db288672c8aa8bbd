import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import { type Asker, createTurns, type InTurn } from '../../src/queue/turns.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('turns', () => {
  const pause = async (): Promise<void> => setImmediate();
  const turns = (atOnce: number): InTurn => createTurns({ atOnce, pause, now: () => 0 });
  const one: Asker = { network: 'one', account: 'a' };

  it('are as many at once as may be', async () => {
    const inTurn = turns(2);
    let [running, most] = [0, 0];
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await setImmediate();
      running -= 1;
    };
    const askers = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ network: name, account: name }));
    await Promise.all(askers.map((asker) => inTurn(asker, work)));
    expect(most).to.equal(2);
  });

  it('leave three quarters of the time to others while somebody waits, and none when not', async () => {
    let [time, workMs] = [0, 40];
    const pauses: number[] = [];
    const inTurn = createTurns({
      atOnce: 1,
      now: () => time,
      pause: async (milliseconds) => {
        pauses.push(milliseconds);
        await setImmediate();
      },
    });
    const work = async (): Promise<void> => {
      await setImmediate();
      time += workMs;
    };
    const some = (count: number) =>
      Promise.all(Array.from({ length: count }, () => inTurn(one, work)));
    await some(3);
    expect(pauses).to.deep.equal([120, 120]);
    await some(1);
    expect(pauses).to.have.length(2);
    workMs = 1000;
    await some(2);
    expect(pauses.slice(2)).to.deep.equal([250]);
  });

  /** Work of these askers, asked for at once while a first one runs: the order in which it is done, and who is refused. */
  const ordered = async (askers: readonly Asker[]) => {
    const inTurn = turns(1);
    const first = Promise.withResolvers<void>();
    const running = inTurn({ network: 'first', account: 'first' }, () => first.promise);
    const done: string[] = [];
    const refused: string[] = [];
    const asked = askers.map(async (asker) => {
      const name = `${asker.network} ${asker.account}`;
      await inTurn(asker, async () => void done.push(name)).catch(() => refused.push(name));
    });
    first.resolve();
    await Promise.all([running, ...asked]);
    return { done, refused };
  };

  it('go to the networks one after the other, and two of each wait', async () => {
    const { done, refused } = await ordered([
      ...Array.from({ length: 5 }, (_, index) => ({ network: 'one', account: `a${index}` })),
      { network: 'two', account: 'b' },
    ]);
    expect(done).to.deep.equal(['one a0', 'two b', 'one a1']);
    expect(refused).to.deep.equal(['one a2', 'one a3', 'one a4']);
  });

  it('of an account are two that wait, from however many networks', async () => {
    const { done, refused } = await ordered([
      ...Array.from({ length: 30 }, (_, index) => ({ network: `n${index}`, account: 'a' })),
      { network: 'other', account: 'b' },
    ]);
    expect(done).to.deep.equal(['n0 a', 'n1 a', 'other b']);
    expect(refused).to.have.length(28);
  });

  it('are twenty that wait in all', async () => {
    const askers = Array.from({ length: 21 }, (_, index) => `n${index}`);
    const { done, refused } = await ordered(
      askers.map((name) => ({ network: name, account: name })),
    );
    expect([done.length, refused]).to.deep.equal([20, ['n20 n20']]);
  });

  it('of an account on a device that it knows are not taken by strangers', async () => {
    const strangers = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const { done, refused } = await ordered([
      ...strangers.map((name, index) => ({ network: name, account: index < 5 ? 'ada' : name })),
      ...['home', 'home', 'home'].map((network) => ({ network, account: 'ada', isKnown: true })),
    ]);
    expect(done.slice(-2)).to.deep.equal(['home ada', 'home ada']);
    expect([done.length, refused.at(-1)]).to.deep.equal([22, 'home ada']);
  });

  it('are refused as unavailable, and passed on by work that fails', async () => {
    const inTurn = turns(1);
    const failure = new Error('no hash');
    const fail = (): Promise<never> => Promise.reject(failure);
    const asked = [1, 2, 3, 4].map(() => rejectionOf(inTurn(one, fail)));
    const errors = await Promise.all(asked);
    expect(errors.slice(0, 3)).to.deep.equal([failure, failure, failure]);
    expect(errors[3]).to.include({ code: 'unavailable', retryAfterSeconds: 2 });
    await inTurn(one, async () => undefined);
  });
});
