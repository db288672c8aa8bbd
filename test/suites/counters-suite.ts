import { expect } from 'chai';
import type { Counters } from '../../src/counters/counters.ts';
import { ServiceError } from '../../src/errors.ts';
import { rejectionOf } from '../support/rejection.ts';
import { added } from '../support/counters/added.ts';

/** What every implementation of `Counters` promises. `create` makes empty counters with a given clock. */
export const countersSuite = (
  name: string,
  create: (now: () => number) => Promise<Counters>,
): void => {
  describe(`${name} as counters`, () => {
    let time = 0;
    let counters: Counters;
    const setTime = (text: string): void => {
      time = Date.parse(text);
    };

    beforeEach(async () => {
      setTime('2026-11-20T12:00:00Z');
      counters = await create(() => time);
    });

    it('begin at zero', async () => {
      expect(await counters.count('acct_a')).to.equal(0);
      expect(await counters.usage()).to.deep.equal({});
      expect(await counters.months()).to.deep.equal([]);
    });

    it('answer an addition with the new total', async () => {
      expect(await added(counters, 'acct_a', 1)).to.equal(1);
      expect(await added(counters, 'acct_a', 2)).to.equal(3);
      expect(await counters.count('acct_a')).to.equal(3);
    });

    it('count an addition once that is repeated', async () => {
      const again = { requestId: 'same', mayRepeat: true };
      await Promise.all([1, 2].map(() => counters.add('acct_a', 2, again)));
      await counters.add('acct_a', 2, { requestId: 'other', mayRepeat: true });
      await counters.add('acct_a', 2, again);
      expect(await counters.count('acct_a')).to.equal(4);
    });

    it('count each account apart', async () => {
      await Promise.all([added(counters, 'acct_a', 1), added(counters, 'acct_b', 5)]);
      expect(await counters.usage()).to.deep.equal({ acct_a: 1, acct_b: 5 });
    });

    it('give every one of many simultaneous additions its own total', async () => {
      const additions = Array.from({ length: 50 }, () => added(counters, 'acct_a', 1));
      const totals = (await Promise.all(additions)).toSorted((a, b) => a - b);
      expect(totals).to.deep.equal(Array.from({ length: 50 }, (_, index) => index + 1));
    });

    it('tell before the work whether there is room under a limit', async () => {
      await added(counters, 'acct_a', 2);
      await counters.checkRoom('acct_a', 1, 3);
      await counters.checkRoom('acct_a', 100, null);
      expect(await rejectionOf(counters.checkRoom('acct_a', 2, 3)))
        .to.be.instanceOf(ServiceError)
        .that.includes({ code: 'monthly_limit_exceeded', retryAfterSeconds: 10.5 * 24 * 3600 });
      expect(await counters.count('acct_a')).to.equal(2);
    });

    it('answer an addition of nothing with the count, whatever the limit', async () => {
      await added(counters, 'acct_a', 3);
      expect(await added(counters, 'acct_a', 0, { limit: 1 })).to.equal(3);
      expect(await added(counters, 'acct_b', 0)).to.equal(0);
      expect(await counters.usage()).to.deep.equal({ acct_a: 3 });
    });

    it('start afresh in the next UTC month and keep the one before', async () => {
      setTime('2026-11-30T23:59:59.999Z');
      await added(counters, 'acct_a', 4);
      setTime('2026-12-01T00:00:00Z');
      expect(await counters.count('acct_a')).to.equal(0);
      expect(await added(counters, 'acct_a', 1)).to.equal(1);
      expect(await counters.usage('2026-11')).to.deep.equal({ acct_a: 4 });
      expect(await counters.months()).to.deep.equal(['2026-11', '2026-12']);
    });

    it('give the months of one account, in the order that was asked for', async () => {
      setTime('2026-09-30T23:59:59Z');
      await Promise.all([added(counters, 'acct_a', 4), added(counters, 'acct_b', 9)]);
      setTime('2026-11-01T00:00:00Z');
      await added(counters, 'acct_a', 2);
      const months = ['2026-11', '2026-10', '2026-09', '2025-09'];
      expect(await counters.usageOf('acct_a', months)).to.deep.equal([2, 0, 4, 0]);
      expect(await counters.usageOf('acct_b', months)).to.deep.equal([0, 0, 9, 0]);
      expect(await counters.usageOf('acct_c', months)).to.deep.equal([0, 0, 0, 0]);
      expect(await counters.usageOf('acct_a', [])).to.deep.equal([]);
    });

    it('lose nothing when the clock goes back over the end of a month', async () => {
      setTime('2026-12-01T00:00:00Z');
      await added(counters, 'acct_a', 1);
      setTime('2026-11-30T23:59:59Z');
      expect(await added(counters, 'acct_a', 2)).to.equal(2);
      setTime('2026-12-01T00:00:01Z');
      expect(await added(counters, 'acct_a', 3)).to.equal(4);
      expect(await counters.usage('2026-11')).to.deep.equal({ acct_a: 2 });
    });

    it('fill a limit to the brim and refuse what is over it', async () => {
      await added(counters, 'acct_a', 2, { limit: 3 });
      const error = await rejectionOf(added(counters, 'acct_a', 2, { limit: 3 }));
      expect(error)
        .to.be.instanceOf(ServiceError)
        .that.includes({
          code: 'monthly_limit_exceeded',
          message: 'Your monthly limit has been exceeded.',
          retryAfterSeconds: 10.5 * 24 * 3600,
        });
      expect(await counters.count('acct_a')).to.equal(2);
      expect(await added(counters, 'acct_a', 1, { limit: 3 })).to.equal(3);
    });

    it('never let simultaneous additions pass the limit together', async () => {
      const additions = Array.from({ length: 9 }, () => added(counters, 'acct_a', 2, { limit: 7 }));
      const results = await Promise.allSettled(additions);
      expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(3);
      expect(await counters.count('acct_a')).to.equal(6);
    });

    it('hold an addition under way against its own account and month alone', async () => {
      const additions = [added(counters, 'acct_a', 1, { limit: 1 })];
      additions.push(added(counters, 'acct_b', 1, { limit: 1 }));
      setTime('2026-12-01T00:00:00Z');
      additions.push(added(counters, 'acct_a', 1, { limit: 1 }));
      expect(await Promise.all(additions)).to.deep.equal([1, 1, 1]);
    });

    it('know no limit for null', async () => {
      expect(await added(counters, 'acct_a', 1000, { limit: null })).to.equal(1000);
    });

    it('complete what was added before they close and refuse what comes after', async () => {
      const adding = added(counters, 'acct_a', 1);
      await counters.close();
      expect(await counters.count('acct_a')).to.equal(1);
      expect(await adding).to.equal(1);
      const error = await rejectionOf(added(counters, 'acct_a', 1));
      expect(error).to.be.instanceOf(ServiceError).with.property('code', 'unavailable');
    });
  });
};
