import { expect } from 'chai';
import { createPressure } from '../../../src/engine/search/pressure.ts';

describe('pressure on a job', () => {
  const endBy = 100_000;
  for (const [title, isOverloaded, waiting, now, trialMs, expected] of [
    ['none', false, 0, 42_000, undefined, undefined],
    ['none while few tools wait', false, 8, 42_000, undefined, undefined],
    ['that of many that wait', false, 9, 42_000, undefined, 'pressure'],
    ['that of an overload, though few wait', true, 0, 42_000, undefined, 'pressure'],
    ['none while half of the time is left', false, 0, 71_000, undefined, undefined],
    ['that of its answer, when less is left', false, 0, 71_001, undefined, 'deadline'],
    ['that of others before its own', true, 0, 71_001, undefined, 'pressure'],
    ['none while twice the time of a trial is left', false, 0, 60_000, 20_000, undefined],
    [
      'that of its answer, when another trial may take longer',
      false,
      0,
      60_001,
      20_000,
      'deadline',
    ],
  ] as const) {
    it(`is ${title}`, () => {
      const pressure = createPressure({
        permits: { waiting: () => waiting, slots: 2 },
        loads: { isOverloaded: () => isOverloaded },
        answerMs: 58_000,
        now: () => now,
      });
      expect(pressure({ endBy, client: {} }, trialMs)).to.equal(expected);
    });
  }

  it('is none of others for a job in the background, and that of its answer', () => {
    const pressure = createPressure({
      permits: { waiting: () => 9, slots: 2 },
      loads: { isOverloaded: () => true },
      answerMs: 58_000,
      now: () => 71_000,
    });
    const client = { background: { share: 1 } };
    expect(pressure({ endBy, client })).to.equal(undefined);
    expect(pressure({ endBy: endBy - 1, client })).to.equal('deadline');
  });
});
