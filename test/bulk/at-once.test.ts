import { expect } from 'chai';
import { eachAtOnce } from '../../src/bulk/at-once.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('work on many items', () => {
  const { signal: stopping } = new AbortController();

  it('is done on as many at once as are allowed', async () => {
    const items = Array.from({ length: 20 }, (_, number) => number);
    const done: number[] = [];
    let [underWay, most] = [0, 0];
    const work = async (item: number): Promise<void> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      done.push(item);
    };
    await eachAtOnce({ items, atOnce: 3, work, stopping });
    expect(done.toSorted((one, other) => one - other)).to.deep.equal(items);
    expect(most).to.equal(3);
  });

  it('ends with the first failure, once the others have ended', async () => {
    const begun: number[] = [];
    let isEnded = false;
    const work = async (item: number): Promise<void> => {
      begun.push(item);
      if (item === 1) throw new Error('one');
      await new Promise((resolve) => setImmediate(resolve));
      isEnded = true;
    };
    const failure = await rejectionOf(
      eachAtOnce({ items: [0, 1, 2, 3, 4], atOnce: 2, work, stopping }),
    );
    expect([(failure as Error).message, isEnded]).to.deep.equal(['one', true]);
    expect(begun).to.deep.equal([0, 1]);
  });

  it('ends with the failure of the items, once what is under way has ended', async () => {
    let isEnded = false;
    async function* items(): AsyncGenerator<number> {
      yield 0;
      throw new Error('no more items');
    }
    const work = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      isEnded = true;
    };
    const failure = await rejectionOf(eachAtOnce({ items: items(), atOnce: 2, work, stopping }));
    expect([(failure as Error).message, isEnded]).to.deep.equal(['no more items', true]);
  });
});
