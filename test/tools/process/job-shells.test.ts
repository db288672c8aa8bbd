import { expect } from 'chai';
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createJobShells } from '../../../src/tools/process/job-shells.ts';
import type { Sandbox } from '../../../src/tools/process/sandbox.ts';
import type { CommandEnd } from '../../../src/tools/process/tool-shell.ts';
import { processesIn, withoutIdleShells } from '../../support/e2e/processes.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { bubblewrapReading, needsBubblewrap } from '../../support/tools/bubblewrap.ts';
import {
  childrenOf,
  commandOf,
  fixtureTools,
  isAlive,
  numbersIn,
  roomyLimits,
  untilGone,
} from '../../support/tools/processes.ts';
import { until } from '../../support/until.ts';
import { sandboxPrograms } from '../../support/tools/run-tool.ts';

const never = new AbortController().signal;

const sandboxes: readonly Sandbox[] = [
  bubblewrapReading(fixtureTools),
  { level: 'limits' },
  { level: 'none' },
];

for (const sandbox of sandboxes) {
  const isIsolated = sandbox.level === 'bwrap';

  describe(`the shells of a job at the level ${sandbox.level}`, () => {
    const file = temporaryFolders();
    let shells: ReturnType<typeof createJobShells>;
    let others: readonly number[] = [];
    const spawned: ChildProcess[] = [];
    const onSpawn = (message: unknown): void => {
      spawned.push((message as { process: ChildProcess }).process);
    };
    before(() => subscribe('child_process', onSpawn));
    after(() => unsubscribe('child_process', onSpawn));
    beforeEach(function () {
      if (isIsolated) needsBubblewrap(this);
      others = childrenOf();
      shells = createJobShells(sandboxPrograms);
    });
    afterEach(async () => {
      await shells?.close(file());
      shells?.kill();
      await untilGone(started());
    });

    const run = (
      argv: readonly [string, ...string[]],
      changes: Parameters<typeof commandOf>[2] = {},
      signal = never,
    ): Promise<CommandEnd> => shells.run(commandOf(file(), argv, { sandbox, ...changes }), signal);
    const script = (
      text: string,
      changes: Parameters<typeof commandOf>[2] = {},
    ): Promise<CommandEnd> => run(['x'], { argv: ['/bin/sh', '-c', text], ...changes }, never);
    /** The first process of each sandbox. */
    const started = (): readonly number[] => childrenOf().filter((pid) => !others.includes(pid));

    it('start tools one after the other in one sandbox', async () => {
      await script('echo 1 > first');
      const [pid] = started();
      expect(await script('cat first')).to.include({ how: 'exited', printed: '1' });
      expect(started()).to.deep.equal([pid]);
    });

    it('start tools side by side in a sandbox each', async () => {
      const first = script('echo > a; until [ -e b ]; do sleep 0.01; done; exit 1');
      const second = script('echo > b; until [ -e a ]; do sleep 0.01; done; exit 2');
      const ends = await Promise.all([first, second]);
      expect(ends.map(({ exitCode }) => exitCode)).to.deep.equal([1, 2]);
      expect(started().length).to.equal(2);
    });

    it('start a tool with other limits in another sandbox', async () => {
      await run(['makes-nothing']);
      await run(['makes-nothing'], { limits: { ...roomyLimits, fileBytes: 1e6 } });
      expect(started().length).to.equal(2);
    });

    it('start a tool in a new sandbox after many in one', async () => {
      shells = createJobShells(sandboxPrograms, 2);
      await run(['makes-nothing']);
      const [first = 0] = started();
      await run(['makes-nothing']);
      expect(started()).to.deep.equal([first]);
      await run(['makes-nothing']);
      await untilGone([first]);
      // A process that has ended may be a child until it is waited for.
      await until('one is left', () => started().length === 1);
    });

    it('use a sandbox that was prepared', async () => {
      shells.prepare({ cwd: file(), limits: roomyLimits, sandbox });
      const [pid] = started();
      await run(['makes-nothing']);
      expect(started()).to.deep.equal([pid]);
    });

    it('leave the other tools of the job alone when one is cancelled', async () => {
      const controller = new AbortController();
      const ending = run(['forks'], {}, controller.signal);
      const cancelled = await numbersIn(file('pid'));
      const other = script('until [ -e go ]; do sleep 0.01; done; exit 9');
      await until('both run', () => started().length === 2);
      controller.abort();
      expect((await ending).how).to.equal('cancelled');
      if (!isIsolated) await untilGone(cancelled);
      await script('echo > go');
      expect(await other).to.include({ how: 'exited', exitCode: 9 });
    });

    it('leave no process of a tool to the next one', async () => {
      const leaver = isIsolated ? 'setsid sleep 60 & sleep 60 &' : 'sleep 60 &';
      await script(leaver);
      const before = started();
      await until('nothing but the shell is left', () => {
        return withoutIdleShells(processesIn(file())).length === 0;
      });
      expect(started()).to.deep.equal(before);
      expect(await run(['fails', '3'])).to.include({ exitCode: 3 });
    });

    it('report the status of a tool that prints a status of its own', async () => {
      const forged = `printf '\\n%s 0\\n' 0123456789abcdef01234567; exit 7`;
      expect(await script(forged)).to.include({ how: 'exited', exitCode: 7 });
    });

    it('give a tool no way to their own input', async () => {
      expect(await script('cat; echo end')).to.include({ exitCode: 0, printed: 'end' });
      await script("echo 'echo > made' >&0");
      await run(['makes-nothing']);
      expect(existsSync(file('made'))).to.equal(false);
    });

    it('give a tool no open file but its standard ones', async () => {
      const list =
        'exec 2>/dev/null; for fd in 3 4 5 6 7 8 9; do : >&$fd && echo $fd; done; exit 0';
      const argv = ['/bin/bash', '-c', list] as const;
      expect(await run(['x'], { argv })).to.include({ how: 'exited', exitCode: 0, printed: '' });
    });

    it('are ended before the service when memory runs out, with their tools', async () => {
      const own = Number(readFileSync('/proc/self/oom_score_adj', 'latin1'));
      await run(['makes-nothing']);
      const running = script('until [ -e go ]; do :; done');
      await until('it runs', () => withoutIdleShells(processesIn(file())).length > 0);
      const scores = processesIn(file()).map(({ pid }) =>
        Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'latin1')),
      );
      expect(new Set(scores)).to.deep.equal(new Set([Math.min(1000, own + 500)]));
      await script('echo > go');
      await running;
    });

    it('end a run whose sandbox is killed, with all processes, and start the next', async () => {
      await run(['makes-nothing']);
      const ending = run(['forks']);
      await numbersIn(file('pid'));
      const pids = processesIn(file()).map(({ pid }) => pid);
      process.kill(started()[0] ?? 0, 'SIGKILL');
      expect(await ending).to.include({ how: 'lost', printed: 'the sandbox has ended' });
      await untilGone(pids);
      expect(await run(['fails', '3'])).to.include({ how: 'exited', exitCode: 3 });
    });

    it('end a run that is under way when the folder is closed, and start nothing for it', async () => {
      const ending = run(['forks']);
      await numbersIn(file('pid'));
      await shells.close(file());
      expect((await ending).how).to.be.oneOf(['cancelled', 'signalled']);
      await until('no sandbox is left', () => started().length === 0);
    });

    it('end an idle sandbox without a signal, so that its CPU time is counted', async () => {
      await run(['makes-nothing']);
      const [pid = 0] = started();
      await shells.close(file());
      expect(isAlive(pid)).to.equal(false);
      // A signal would be sent a second later, to the first process or to its group.
      expect(spawned.find((each) => each.pid === pid)).to.include({ signalCode: null });
    });

    it(`${isIsolated ? 'never' : 'where they are like the prepared ones'} go on to another job`, async () => {
      await mkdir(file('next'));
      const places = [file(), file('next')].map((cwd) => ({ cwd, limits: roomyLimits, sandbox }));
      shells.prepare(places[0]!);
      await run(['makes-nothing']);
      const [pid] = started();
      await shells.close(file());
      shells.prepare(places[1]!);
      expect(started().includes(pid ?? 0)).to.equal(!isIsolated);
      expect(started().length).to.equal(1);
      const { printed } = await script('pwd', { cwd: file('next') });
      expect(printed).to.equal(file('next'));
    });

    it('do not go on to another job with limits of their own', async () => {
      shells.prepare({ cwd: file(), limits: roomyLimits, sandbox });
      await run(['makes-nothing'], { limits: { ...roomyLimits, fileBytes: 1e6 } });
      await shells.close(file());
      expect(started().length).to.equal(isIsolated ? 0 : 1);
    });

    if (isIsolated) {
      it('outlive a tool that kills all it can', async () => {
        const other = script('until [ -e go ]; do sleep 0.01; done; exit 9');
        await script('sleep 60 & kill -9 1; kill -9 -1; exit 4');
        expect(await script('echo > go')).to.include({ exitCode: 0 });
        expect(await other).to.include({ how: 'exited', exitCode: 9 });
      });
    } else {
      it('end the run of a tool that kills its shell, with all its processes', async () => {
        const pids = 'echo $$ $! > pid.new; mv pid.new pid';
        const end = await script(`sleep 60 & ${pids}; kill -9 $PPID; sleep 60`);
        expect(end.how).to.equal('lost');
        await untilGone(await numbersIn(file('pid')));
        expect(await run(['fails', '3'])).to.include({ how: 'exited', exitCode: 3 });
      });
    }
  });
}
