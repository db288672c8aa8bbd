import { expect } from 'chai';
import { isMonth, monthOf, nextMonthStart } from '../../src/counters/month.ts';

describe('a month', () => {
  const cases = [
    ['2026-11-20T12:00:00.000Z', '2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-11-01T00:00:00.000Z', '2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01T00:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', '2028-02', '2028-03-01T00:00:00.000Z'],
    ['2026-12-01T00:30:00+01:00', '2026-11', '2026-12-01T00:00:00.000Z'],
  ] as const;

  for (const [time, month, next] of cases) {
    it(`of ${time} is ${month} and ends at ${next}`, () => {
      expect(monthOf(Date.parse(time))).to.equal(month);
      expect(new Date(nextMonthStart(Date.parse(time))).toISOString()).to.equal(next);
    });
  }

  it('is recognised by its form', () => {
    expect(['2026-01', '2026-12'].every(isMonth)).to.equal(true);
    expect(['2026-00', '2026-13', '2026-1', '2026-11-01', ''].some(isMonth)).to.equal(false);
  });
});
