import { expect } from 'chai';
import type { CreateWindows } from '../../src/rate-limits/windows.ts';

/** What is under test. `pass` lets so many milliseconds pass for the client in the windows named `limits`. */
type Counting = Readonly<{
  createWindows: CreateWindows;
  pass: (client: string, ms: number) => Promise<void>;
}>;

const kind = { name: 'limits', seconds: 60 };
const ann = '192.0.2.1';
const bob = '2001:db8::/64';

/** The promises of windows, wherever they are counted. */
export const windowsSuite = (counting: () => Counting): void => {
  const windows = () => counting().createWindows(kind);

  it('count so many requests of a client, and say how long to wait', async () => {
    const { take } = windows();
    const leftOf = realTime();
    expect(await take(ann, 2)).to.equal(undefined);
    await counting().pass(ann, 20_000);
    expect(await take(ann, 2)).to.equal(undefined);
    expect(await take(ann, 2)).to.be.within(...leftOf(40_000));
  });

  it('begin again when they are over, however many were refused', async () => {
    const { take } = windows();
    await take(ann, 1);
    await counting().pass(ann, 50_000);
    for (let refused = 0; refused < 5; refused += 1) {
      expect(await take(ann, 1)).to.be.within(1, 10_000);
    }
    await counting().pass(ann, 10_000);
    const leftOf = realTime();
    expect(await take(ann, 1)).to.equal(undefined);
    expect(await take(ann, 1)).to.be.within(...leftOf(60_000));
  });

  it('are of one client and of one kind of request', async () => {
    const { take } = windows();
    await take(ann, 1);
    expect(await take(bob, 1)).to.equal(undefined);
    const other = counting().createWindows({ ...kind, name: 'other' });
    expect(await other.take(ann, 1)).to.equal(undefined);
    expect(await take(ann, 1)).to.be.greaterThan(0);
  });

  it('follow another limit with the next request', async () => {
    const { take } = windows();
    await take(ann, 1);
    expect(await take(ann, 1)).to.be.greaterThan(0);
    expect(await take(ann, 3)).to.equal(undefined);
    expect(await take(ann, 2)).to.be.greaterThan(0);
  });
};

/** A function that gives the least and the most that is left of so many milliseconds, since some pass in a test too. */
const realTime = (): ((ms: number) => [number, number]) => {
  const startedAt = performance.now();
  return (ms) => [ms - Math.ceil(performance.now() - startedAt) - 1, ms];
};
