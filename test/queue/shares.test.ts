import { expect } from 'chai';
import { createShares } from '../../src/queue/shares.ts';
import { randomNumbers } from '../support/random.ts';

describe('shares', () => {
  /** As much as the accounts may hold, one after the other, where they hold nothing back. */
  const filledBy = (accountIds: readonly string[], most: number): readonly number[] => {
    const shares = createShares();
    for (const id of accountIds) {
      while (shares.mayHold(id, 1, most - shares.total() - 1)) shares.hold(id, 1);
    }
    return accountIds.map(shares.of);
  };

  it('are three quarters for an account that is alone, and a quarter of the rest beside others', () => {
    expect(filledBy(['a'], 1000)).to.deep.equal([750]);
    expect(filledBy(['a', 'b', 'c'], 1000)).to.deep.equal([750, 62, 47]);
  });

  it('become equal while all of them give back and take again, and leave room for more accounts', () => {
    const [most, accounts] = [1000, ['a', 'b', 'c']];
    const random = randomNumbers(1);
    const shares = createShares();
    const held: (() => void)[] = [];
    for (let step = 0; step < 30_000; step += 1) {
      const id = accounts[random(3)] ?? '';
      if (shares.mayHold(id, 1, most - shares.total() - 1)) held.push(shares.hold(id, 1));
      else held.splice(random(held.length), 1)[0]?.();
    }
    for (const id of accounts) expect(shares.of(id)).to.be.within(140, 180);
    expect(most - shares.total()).to.be.above(450);
  });

  it('are what there is for the first thing of an account, and for more of the same', () => {
    const shares = createShares();
    shares.hold('a', 700);
    expect([shares.mayHold('b', 300, 0), shares.mayHold('b', 301, -1)]).to.deep.equal([
      true,
      false,
    ]);
    shares.hold('b', 200);
    expect(shares.mayHold('b', 100, 0)).to.equal(false);
    expect(shares.mayHold('b', 100, 0, 200)).to.equal(true);
  });

  it('are given back once', () => {
    const shares = createShares();
    const [one] = [shares.hold('a', 5), shares.hold('a', 7)];
    one();
    one();
    expect([shares.of('a'), shares.total()]).to.deep.equal([7, 7]);
  });
});
