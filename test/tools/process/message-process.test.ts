import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startMessageProcess } from '../../../src/tools/process/message-process.ts';
import {
  echoArgv,
  isAlive,
  roomyLimits,
  systemPath,
  untilGone,
} from '../../support/tools/processes.ts';

const levels = ['none', 'limits'] as const;

const start = (changes: Partial<Parameters<typeof startMessageProcess>[0]> = {}) => {
  const inbox: unknown[] = [];
  let wake = (): void => undefined;
  const child = startMessageProcess(
    {
      ...{ argv: echoArgv, environment: {}, limits: roomyLimits, path: systemPath },
      ...{ level: 'limits', ...changes },
    },
    (message) => {
      inbox.push(message);
      wake();
    },
  );
  const next = async (): Promise<unknown> => {
    while (inbox.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return inbox.shift();
  };
  return { ...child, next };
};

const pidOf = (message: unknown): number => (message as { pid: number }).pid;

describe('a process that works from message to message', () => {
  for (const level of levels) {
    it(`answers, and is killed, at the level ${level}`, async () => {
      const child = start({ level });
      const pid = pidOf(await child.next());
      child.send({ rows: new Float32Array([1, 2]), none: undefined });
      expect(await child.next()).to.deep.equal({ rows: new Float32Array([1, 2]), none: undefined });
      child.kill();
      expect(await child.ended).to.deep.equal({ how: 'cancelled', printed: '' });
      expect(isAlive(pid)).to.equal(false);
    });
  }

  it('has the limits, no new privileges, a group of its own, and is killed first without memory', async () => {
    const child = start({ limits: { ...roomyLimits, fileBytes: 12_345 } });
    const pid = pidOf(await child.next());
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
    expect(limits).to.match(/Max address space\s+4294967296\s/);
    expect(limits).to.match(/Max cpu time\s+60\s+61\s/);
    expect(limits).to.match(/Max file size\s+12345\s/);
    expect(limits).to.match(/Max core file size\s+0\s/);
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).to.match(/NoNewPrivs:\s1/);
    const [, , , , group] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
    expect(Number(group)).to.equal(pid);
    const scoreOf = (of: number | 'self'): number =>
      Number(readFileSync(`/proc/${of}/oom_score_adj`, 'utf8'));
    expect(scoreOf(pid)).to.be.greaterThan(scoreOf('self'));
    child.kill();
    await child.ended;
  });

  it('tells how it ended, with the beginning of what it printed', async () => {
    const failing = start();
    failing.send({ complaint: 'x'.repeat(5000) });
    const end = { how: 'exited', printed: 'x'.repeat(4096) };
    expect(await failing.ended).to.deep.equal(end);
    const signalled = start();
    process.kill(pidOf(await signalled.next()), 'SIGSEGV');
    expect(await signalled.ended).to.deep.equal({ how: 'signalled', printed: '' });
    const missing = start({ argv: ['/nonexistent'], level: 'none', path: '' });
    expect(await missing.ended).to.include({ how: 'not_started' });
    expect((await missing.ended).printed).to.include('ENOENT');
    const nameless = start({ argv: ['a\0b'] });
    expect(await nameless.ended).to.include({ how: 'not_started' });
  });

  it('takes messages and a kill after its end for nothing', async () => {
    const child = start();
    child.kill();
    child.send({});
    await child.ended;
    child.send({});
    child.kill();
  });
});

describe('a process that works from message to message, whose server is killed', () => {
  const startServer = async (level: string, path: string) => {
    const holder = fileURLToPath(new URL('../../support/tools/message-holder.ts', import.meta.url));
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const server = spawn(process.execPath, [holder, level, path], { stdio: [...stdio] });
    const [printed] = (await once(server.stdout!, 'data')) as [Buffer];
    return { server, pid: Number(printed) };
  };

  for (const level of levels) {
    it(`dies with it at the level ${level}, even where it hangs`, async () => {
      const { server, pid } = await startServer(level, systemPath);
      expect(isAlive(pid)).to.equal(true);
      process.kill(pid, 'SIGSTOP');
      server.kill('SIGKILL');
      await untilGone([pid]);
    });
  }

  it('ends without the programs that could kill it', async () => {
    const { server, pid } = await startServer('none', '');
    expect(isAlive(pid)).to.equal(true);
    server.kill('SIGKILL');
    await untilGone([pid]);
  });
});
