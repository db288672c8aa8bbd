import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { readCountersFile } from '../../src/counters/counters-file.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const inFlight = 8;

/** Runs the adding process until it has answered and some random milliseconds more; the totals it printed. */
const totalsUntilKilled = async (path: string): Promise<number[]> => {
  const script = `${import.meta.dirname}/../support/counters/adding-process.ts`;
  const child = spawn(process.execPath, [script, path, String(inFlight)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  // Listens from the start, so that nothing printed before the kill is missed.
  child.stdout.once('data', async () => {
    await setTimeout(Math.random() * 30);
    child.kill('SIGKILL');
  });
  const printed = await text(child.stdout);
  await exit;
  return printed.match(/^\d+$/gm)?.map(Number) ?? [];
};

describe('counters in a process that is killed', () => {
  const inFolder = temporaryFolders();

  it('neither lose nor double what they acknowledged, 20 times in a row', async () => {
    const path = inFolder('counters.json');
    let before = 0;
    for (let round = 1; round <= 20; round += 1) {
      const totals = await totalsUntilKilled(path);
      const counts = await readCountersFile(path);
      const count = counts.get('2026-11')?.get('acct_a') ?? 0;
      expect(count, `round ${round}`).to.be.at.least(Math.max(before, ...totals));
      expect(count, `round ${round}`).to.be.at.most(before + totals.length + inFlight);
      expect(new Set(totals).size, `round ${round}`).to.equal(totals.length);
      before = count;
    }
    expect(before).to.be.greaterThan(0);
  });
});
