import { expect } from 'chai';
import { memoryWindows } from '../../src/rate-limits/windows.ts';
import { windowsSuite } from '../suites/windows-suite.ts';

describe('windows in memory', () => {
  let time = 0;
  beforeEach(() => {
    time = 1_000_000;
  });
  const now = () => time;
  const windowsOf = (maxClients?: number) =>
    memoryWindows(now, maxClients)({ name: 'limits', seconds: 60 });

  windowsSuite(() => ({
    createWindows: memoryWindows(now),
    pass: async (_client, ms) => void (time += ms),
  }));

  it('last to the millisecond', async () => {
    const { take } = windowsOf();
    await take('a', 1);
    time += 59_999;
    expect(await take('a', 1)).to.equal(1);
    time += 1;
    expect(await take('a', 1)).to.equal(undefined);
  });

  it('take back requests that do not count, and no more than were made', async () => {
    const { take, giveBack } = windowsOf();
    giveBack('a');
    await take('a', 1);
    giveBack('a');
    expect(await take('a', 1)).to.equal(undefined);
    expect(await take('a', 1)).to.equal(60_000);
  });

  it('begin again when the clock is set back', async () => {
    const { take } = windowsOf();
    await take('a', 1);
    time += 100;
    await take('b', 1);
    time -= 50;
    expect(await take('b', 1)).to.equal(undefined);
    expect(await take('a', 1)).to.equal(59_950);
    time -= 3_600_000;
    expect(await take('a', 1)).to.equal(undefined);
    expect(await take('a', 1)).to.equal(60_000);
  });

  it('count all further clients together when there are too many, until others are over', async () => {
    const { take } = windowsOf(3);
    for (const client of ['a', 'b', 'c', 'd', 'e']) {
      expect(await take(client, 2)).to.equal(undefined);
      time += 1000;
    }
    expect(await take('f', 2)).to.equal(58_000);
    // Known ones keep their own count.
    expect(await take('a', 2)).to.equal(undefined);
    expect(await take('a', 2)).to.equal(55_000);
    time += 57_000;
    expect(await take('f', 2)).to.equal(undefined);
    expect(await take('f', 2)).to.equal(undefined);
  });
});
