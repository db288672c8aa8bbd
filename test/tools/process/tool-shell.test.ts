import { expect } from 'chai';
import { readFile, stat } from 'node:fs/promises';
import type { CommandEnd } from '../../../src/tools/process/tool-shell.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import {
  commandOf,
  numbersIn,
  roomyLimits,
  systemPath,
  untilGone,
} from '../../support/tools/processes.ts';
import { runTool } from '../../support/tools/run-tool.ts';

const never = new AbortController().signal;
/** As long as what the tools leave behind sleeps, less what a machine under load needs. */
const sleepMs = 40_000;

describe('a shell that runs tools', () => {
  const file = temporaryFolders();

  const run = (
    argv: readonly [string, ...string[]],
    changes: Parameters<typeof commandOf>[2] = {},
    signal = never,
  ): Promise<CommandEnd> => runTool(commandOf(file(), argv, changes), signal);

  describe('at the end of a run', () => {
    const cases: readonly (readonly [
      string,
      readonly [string, ...string[]],
      Partial<CommandEnd>,
    ])[] = [
      ['exit code 0', ['makes-nothing'], { how: 'exited', exitCode: 0, printed: '' }],
      ['another code', ['fails', '98'], { how: 'exited', exitCode: 98, printed: 'cannot do that' }],
      ['a crash', ['crashes'], { how: 'signalled', signal: 'SIGSEGV' }],
      ['a missing program', ['no-such-tool'], { how: 'not_started' }],
    ];
    for (const [title, argv, expected] of cases) {
      it(`reports ${title}`, async () => {
        const end = await run(argv);
        expect(end).to.include(expected);
        expect(end.wallMs).to.be.at.least(0);
      });
    }

    it('does not start where the folder is missing', async () => {
      const end = await run(['tells'], { cwd: file('missing') });
      expect(end.how).to.equal('not_started');
    });

    it('does not start when the signal has aborted before', async () => {
      expect(await run(['sleeps'], {}, AbortSignal.abort())).to.deep.equal({
        how: 'cancelled',
        printed: '',
        wallMs: 0,
      });
      expect(await rejectionOf(stat(file('pid')))).to.include({ code: 'ENOENT' });
    });

    it('rejects an argument that no process can be given', async () => {
      expect(await rejectionOf(run(['tells', 'a\0b']))).to.be.instanceOf(TypeError);
    });
  });

  describe('for a tool that goes on running', () => {
    for (const tool of ['sleeps', 'ignores-term', 'forks']) {
      it(`kills all of ${tool} at the deadline`, async () => {
        const end = await run([tool], { deadlineMs: 2000 });
        expect(end.how).to.equal('deadline');
        expect(end.wallMs).to.be.at.least(1990);
        await untilGone(await numbersIn(file('pid')));
      });

      it(`kills all of ${tool} when the signal aborts`, async () => {
        const controller = new AbortController();
        const ending = run([tool], {}, controller.signal);
        const pids = await numbersIn(file('pid'));
        controller.abort();
        expect((await ending).how).to.equal('cancelled');
        await untilGone(pids);
      });
    }

    it('kills what a tool leaves behind, and does not wait for it', async () => {
      const end = await run(['leaves-a-child']);
      expect(end).to.include({ how: 'exited', exitCode: 0, printed: 'done' });
      expect(end.wallMs).to.be.below(sleepMs);
      await untilGone(await numbersIn(file('pid')));
    });

    it('is not held up by a process that has left the group and holds the pipes', async () => {
      const end = await run(['escapes']);
      const [escaped = 0] = await numbersIn(file('pid'));
      process.kill(escaped, 'SIGKILL');
      expect(end).to.include({ how: 'exited', exitCode: 0, printed: 'done' });
      expect(end.wallMs).to.be.below(sleepMs);
    });
  });

  it('keeps the first 4 KiB of what a tool prints and reads on', async () => {
    const end = await run(['floods']);
    expect(end).to.include({ how: 'exited', exitCode: 0 });
    expect(end.printed).to.match(/^first/);
    expect(Buffer.byteLength(end.printed)).to.be.within(4000, 4096);
  });

  describe('starts a tool that', () => {
    const limitRow = (printed: string, name: string): string[] | undefined =>
      new RegExp(`^${name} +(\\S+) +(\\S+)`, 'm').exec(printed)?.slice(1);

    const rows: readonly (readonly [
      string,
      keyof typeof roomyLimits | undefined,
      number,
      number?,
    ])[] = [
      ['Max address space', 'memoryBytes', 3 * 1024 ** 3],
      ['Max cpu time', 'cpuSeconds', 17, 18],
      ['Max file size', 'fileBytes', 5_000_000],
      ['Max processes', 'processes', 3001],
      ['Max core file size', undefined, 0],
    ];
    for (const [name, limit, value, hard = value] of rows) {
      it(`has the limit "${name}", soft and hard`, async () => {
        const limits = limit === undefined ? roomyLimits : { ...roomyLimits, [limit]: value };
        const { printed } = await run(['tells'], { limits });
        expect(limitRow(printed, name)).to.deep.equal([String(value), String(hard)]);
      });
    }

    it('can gain no privileges', async () => {
      expect((await run(['tells'])).printed).to.match(/^NoNewPrivs:\s+1$/m);
    });

    it('is ended before the service when memory runs out', async () => {
      const own = Number(await readFile('/proc/self/oom_score_adj', 'latin1'));
      const { printed } = await run(['tells'], {
        argv: ['/bin/cat', '/proc/self/oom_score_adj'],
      });
      expect(Number(printed)).to.equal(Math.min(1000, own + 500));
      expect(Number(await readFile('/proc/self/oom_score_adj', 'latin1'))).to.equal(own);
    });

    it("gets the environment it is given and nothing of the service's", async () => {
      process.env['SHRINKD_TEST_SECRET'] = 'do-not-tell';
      try {
        const { printed } = await run(['tells'], { environment: { PATH: systemPath, ONE: '1' } });
        const names = printed.slice(printed.indexOf('NoNewPrivs')).split('\n').slice(1);
        // The shell of the fixture adds PWD by itself.
        expect(names.filter((line) => !line.startsWith('PWD=')).toSorted()).to.deep.equal([
          'ONE=1',
          `PATH=${systemPath}`,
        ]);
        expect(printed).not.to.include('do-not-tell');
      } finally {
        delete process.env['SHRINKD_TEST_SECRET'];
      }
    });
  });

  describe('under its limits', () => {
    it('refuses memory beyond the limit', async () => {
      const limits = { ...roomyLimits, memoryBytes: 96 * 1024 ** 2 };
      const end = await run(['eats-memory'], { limits });
      // By the tool's own limit, or by that of all its processes where it is slow.
      expect(end.how).to.be.oneOf(['exited', 'exceeded']);
      expect(end.printed).to.match(/memory/);
    });

    it('ends a tool that uses up its CPU time', async () => {
      const end = await run(['burns-cpu'], { limits: { ...roomyLimits, cpuSeconds: 1 } });
      expect(end).to.include({ how: 'signalled', signal: 'SIGXCPU' });
    });

    it('ends a tool that writes too large a file', async () => {
      const limits = { ...roomyLimits, fileBytes: 1024 ** 2 };
      const end = await run(['writes-much', '', 'big'], { limits });
      expect(end).to.include({ how: 'signalled', signal: 'SIGXFSZ' });
      expect((await readFile(file('big'))).length).to.equal(1024 ** 2);
    });

    it('lets a tool start no more processes than allowed', async () => {
      // The kernel exempts root, which therefore becomes nobody first.
      const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534'] : [];
      const end = await run(['tells'], {
        argv: ['/usr/bin/env', ...asNobody, 'sh', '-c', 'sleep 0 & wait; echo started'],
        limits: { ...roomyLimits, processes: 1 },
      });
      expect(end.how).to.equal('exited');
      expect(end.exitCode).to.not.equal(0);
      expect(end.printed).to.match(/fork|Resource temporarily unavailable/);
    });
  });
});
