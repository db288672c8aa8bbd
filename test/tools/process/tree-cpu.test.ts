import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { treeCpuSeconds } from '../../../src/tools/process/tree-cpu.ts';

/** Takes about 0.3 seconds of CPU. */
const busy = 'const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);';

describe('the CPU of a tree of processes', () => {
  it('has that of processes which run, of their own ones, and of those which have ended', async () => {
    const before = treeCpuSeconds();
    const inner = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}]);`;
    const child = spawn(
      process.execPath,
      ['-e', `${inner} console.log(); process.stdin.resume();`],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    await once(child.stdout, 'data');
    const running = treeCpuSeconds();
    child.stdin.end();
    await once(child, 'exit');
    const ended = treeCpuSeconds();
    expect(running - before).to.be.within(0.25, 5);
    expect(ended).to.be.at.least(running);
  });
});
