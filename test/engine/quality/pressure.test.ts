import { expect } from 'chai';
import { createPressure } from '../../../src/engine/quality/pressure.ts';

describe('pressure on a job', () => {
  const endBy = 100_000;
  for (const [title, isOverloaded, waiting, now, expected] of [
    ['none', false, 0, 42_000, undefined],
    ['none while few tools wait', false, 8, 42_000, undefined],
    ['that of many that wait', false, 9, 42_000, 'pressure'],
    ['that of an overload, though few wait', true, 0, 42_000, 'pressure'],
    ['none while half of the time is left', false, 0, 71_000, undefined],
    ['that of its answer, when less is left', false, 0, 71_001, 'deadline'],
    ['that of others before its own', true, 0, 71_001, 'pressure'],
  ] as const) {
    it(`is ${title}`, () => {
      const pressure = createPressure({
        permits: { waiting: () => waiting, slots: 2 },
        loads: { isOverloaded: () => isOverloaded },
        answerMs: 58_000,
        now: () => now,
      });
      expect(pressure(endBy)).to.equal(expected);
    });
  }
});
