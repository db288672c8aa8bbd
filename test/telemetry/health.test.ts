import { expect } from 'chai';
import { createHitShare } from '../../src/telemetry/health.ts';

describe('the share of look-ups that found a result', () => {
  it('is unknown before the first, and counts hits alone', () => {
    const { count, value } = createHitShare();
    expect(value()).to.equal(undefined);
    count('miss');
    expect(value()).to.equal(0);
    for (const result of ['hit', 'hit', 'shared'] as const) count(result);
    expect(value()).to.equal(0.5);
  });
});
