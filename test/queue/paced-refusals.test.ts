import { expect } from 'chai';
import { createFarewell } from '../../src/queue/paced-refusals.ts';
import { until } from '../support/until.ts';

describe('farewell', () => {
  it('runs all in order, a few at a time, and again later', async () => {
    const farewell = createFarewell();
    const said: number[] = [];
    const numbers = Array.from({ length: 10 }, (_, index) => index);
    for (const number of numbers) farewell(() => said.push(number));
    expect(said).to.deep.equal([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(said).to.deep.equal([0, 1, 2, 3]);
    await until('all are said', () => said.length === numbers.length);
    expect(said).to.deep.equal(numbers);
    farewell(() => said.push(10));
    await until('one more is said', () => said.length === numbers.length + 1);
  });
});
