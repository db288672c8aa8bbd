import { expect } from 'chai';
import { createAccountLoads, type OverloadChange } from '../../src/queue/account-loads.ts';
import { createTestClock } from '../support/queue/loads.ts';

describe('account loads', () => {
  let clock: ReturnType<typeof createTestClock>;
  let changes: OverloadChange[];
  beforeEach(() => {
    clock = createTestClock();
    changes = [];
  });

  const opened = () =>
    createAccountLoads({
      now: clock.now,
      overloadSeconds: 5,
      slots: 2,
      onChange: (change) => changes.push(change),
    });
  type Opened = ReturnType<typeof opened>;
  const jobsOf = ({ arrived, completed, waits }: Opened, accountId: () => string) => ({
    arrived: () => {
      const id = accountId();
      waits(id, 8);
      arrived(id);
    },
    completed: () => completed(accountId()),
  });

  it('holds for the account that floods, and for no other', () => {
    const loads = opened();
    clock.pass(
      { seconds: 10, arrive: 80, complete: 8 },
      jobsOf(loads, () => 'ann'),
      () => {
        if (clock.now() % 1000 === 0) jobsOf(loads, () => 'bob').arrived();
        if (clock.now() % 1000 === 200) jobsOf(loads, () => 'bob').completed();
      },
    );
    expect(loads.stateOf('ann')).to.equal('overloaded');
    expect(loads.stateOf('bob')).to.equal('calm');
    expect(loads.stateOf('somebody new')).to.equal('calm');
    expect(loads.isOverloaded()).to.equal(true);
  });

  it('lets another account send a batch in the meantime', () => {
    const loads = opened();
    const ann = jobsOf(loads, () => 'ann');
    clock.pass({ seconds: 10, arrive: 80, complete: 8 }, ann);
    clock.pass({ seconds: 3, arrive: 80, complete: 8 }, ann, () =>
      jobsOf(loads, () => 'bob').arrived(),
    );
    expect(loads.stateOf('bob')).to.equal('growing');
    clock.pass({ seconds: 3, arrive: 80, complete: 4 }, ann);
    expect(loads.stateOf('bob')).to.equal('calm');
    expect(loads.stateOf('ann')).to.equal('overloaded');
  });

  it('holds for all where many accounts are too much only together', () => {
    const loads = opened();
    let last = 0;
    const anybody = jobsOf(loads, () => `account ${(last = (last + 1) % 100)}`);
    clock.pass({ seconds: 10, arrive: 50, complete: 5 }, anybody);
    expect(loads.stateOf('account 1')).to.equal('overloaded');
    expect(loads.stateOf('somebody new')).to.equal('overloaded');
    expect(changes).to.deep.equal([{ isOverloaded: true, accountIds: [] }]);
  });

  it('is logged once when it begins, with the accounts in overload, and once when it ends', () => {
    const loads = opened();
    const ann = jobsOf(loads, () => 'ann');
    clock.pass({ seconds: 6, arrive: 80, complete: 8 }, ann);
    expect(changes).to.deep.equal([]);
    clock.pass({ seconds: 10, arrive: 80, complete: 8 }, ann);
    expect(changes).to.deep.equal([{ isOverloaded: true, accountIds: ['ann'] }]);
    clock.pass({ seconds: 5, arrive: 0, complete: 0 }, ann);
    expect(loads.isOverloaded()).to.equal(false);
    expect(loads.stateOf('ann')).to.equal('calm');
    expect(changes.slice(1)).to.deep.equal([{ isOverloaded: false, accountIds: [] }]);
  });
});
