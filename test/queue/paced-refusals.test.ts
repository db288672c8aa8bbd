import { expect } from 'chai';
import { createPacedRefusals } from '../../src/queue/paced-refusals.ts';
import { until } from '../support/until.ts';

describe('paced refusals', () => {
  it('run in order, a few at a time, and again later', async () => {
    const refuseLater = createPacedRefusals();
    const refused: number[] = [];
    const numbers = Array.from({ length: 10 }, (_, index) => index);
    for (const number of numbers) refuseLater(() => refused.push(number));
    expect(refused).to.deep.equal([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(refused).to.deep.equal([0, 1, 2, 3]);
    await until('all are refused', () => refused.length === numbers.length);
    expect(refused).to.deep.equal(numbers);
    refuseLater(() => refused.push(10));
    await until('one more is refused', () => refused.length === numbers.length + 1);
  });
});
