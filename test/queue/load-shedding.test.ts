import { expect } from 'chai';
import { createOverload, type OverloadChange } from '../../src/queue/load-shedding.ts';
import { createTestClock } from '../support/queue/loads.ts';

describe('overload', () => {
  let clock: ReturnType<typeof createTestClock>;
  let changes: OverloadChange[];
  beforeEach(() => {
    clock = createTestClock();
    changes = [];
  });

  const opened = () =>
    createOverload({
      now: clock.now,
      overloadSeconds: 5,
      slots: 2,
      waiting: () => 8,
      onChange: (change) => changes.push(change),
    });
  type Opened = ReturnType<typeof opened>;
  const flowOf = ({ came, gone }: Opened, accountId: () => string) => ({
    came: () => came(accountId()),
    gone: () => gone(accountId()),
  });

  it('holds for the account that floods, and for no other', () => {
    const overload = opened();
    clock.pass(
      { seconds: 10, come: 80, go: 8 },
      flowOf(overload, () => 'ann'),
      () => {
        if (clock.now() % 1000 === 0) flowOf(overload, () => 'bob').came();
        if (clock.now() % 1000 === 200) flowOf(overload, () => 'bob').gone();
      },
    );
    expect(overload.tideOf('ann')).to.equal('overloaded');
    expect(overload.tideOf('bob')).to.equal('calm');
    expect(overload.tideOf('somebody new')).to.equal('calm');
    expect(overload.isOverloaded()).to.equal(true);
  });

  it('lets another account send a batch in the meantime', () => {
    const overload = opened();
    const ann = flowOf(overload, () => 'ann');
    clock.pass({ seconds: 10, come: 80, go: 8 }, ann);
    clock.pass({ seconds: 3, come: 80, go: 8 }, ann, () => overload.came('bob'));
    expect(overload.tideOf('bob')).to.equal('growing');
    clock.pass({ seconds: 3, come: 80, go: 4 }, ann);
    expect(overload.tideOf('bob')).to.equal('calm');
    expect(overload.tideOf('ann')).to.equal('overloaded');
  });

  it('holds for all where many accounts are too much only together', () => {
    const overload = opened();
    let last = 0;
    const anybody = flowOf(overload, () => `account ${(last = (last + 1) % 100)}`);
    clock.pass({ seconds: 10, come: 50, go: 5 }, anybody);
    expect(overload.tideOf('account 1')).to.equal('overloaded');
    expect(overload.tideOf('somebody new')).to.equal('overloaded');
    expect(changes).to.deep.equal([{ isOverloaded: true, accountIds: [] }]);
  });

  it('is told once when it begins, with who floods, and once when it ends', () => {
    const overload = opened();
    const ann = flowOf(overload, () => 'ann');
    clock.pass({ seconds: 6, come: 80, go: 8 }, ann);
    expect(changes).to.deep.equal([]);
    clock.pass({ seconds: 10, come: 80, go: 8 }, ann);
    expect(changes).to.deep.equal([{ isOverloaded: true, accountIds: ['ann'] }]);
    clock.pass({ seconds: 5, come: 0, go: 0 }, ann);
    expect(overload.isOverloaded()).to.equal(false);
    expect(overload.tideOf('ann')).to.equal('calm');
    expect(changes.slice(1)).to.deep.equal([{ isOverloaded: false, accountIds: [] }]);
  });
});
