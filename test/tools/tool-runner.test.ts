import { expect } from 'chai';
import { readdir, symlink, writeFile } from 'node:fs/promises';
import { filesIn } from '../../src/jobs/job-folder.ts';
import { ServiceError } from '../../src/errors.ts';
import type { ToolLimits } from '../../src/tools/process/sandbox.ts';
import { createLauncher, type Launcher } from '../../src/tools/process/launcher.ts';
import { createPermits, type Permits } from '../../src/queue/permits.ts';
import { createToolRunner, type ToolRun, type ToolUse } from '../../src/tools/tool-runner.ts';
import { ToolFailure } from '../../src/tools/tool-failure.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { limitProcesses } from '../support/tools/process-limit.ts';
import {
  childrenOf,
  fixtureTool,
  numbersIn,
  roomyLimits,
  systemPath,
  untilGone,
} from '../support/tools/processes.ts';

const never = new AbortController().signal;

describe('the tool runner', () => {
  const file = temporaryFolders();
  let sharedLauncher: Launcher;
  let permits: Permits;
  let runs: ToolRun[];
  before(async () => {
    sharedLauncher = await createLauncher({ path: systemPath });
  });
  after(() => sharedLauncher.close());
  beforeEach(async () => {
    permits = createPermits({ slots: 1 });
    runs = [];
    await writeFile(file('in'), 'the input');
  });

  /** Runs a fixture tool on `in`; by default with `in` and `out` as its arguments. */
  const run = (
    name: string,
    use: Partial<ToolUse> = {},
    {
      limits = roomyLimits,
      deadlineMs = 30_000,
      signal = never,
      launcher = sharedLauncher,
    }: {
      launcher?: Launcher;
      limits?: ToolLimits;
      deadlineMs?: number;
      signal?: AbortSignal;
    } = {},
  ) =>
    createToolRunner({
      launcher,
      permits,
      path: systemPath,
      limits,
      sandbox: { level: 'limits' },
      deadlineMs,
      onRun: (told) => runs.push(told),
    }).run({
      tool: { name, path: fixtureTool(name), version: '1.2' },
      args: ['in', 'out'],
      folder: filesIn(file()),
      input: 'in',
      output: 'out',
      client: { requestId: 'r1', accountId: 'a', jobNumber: 1, signal },
      endBy: performance.now() + 30_000,
      ...use,
    });

  const failureKind = async (running: Promise<unknown>): Promise<string> => {
    const error = await rejectionOf(running);
    expect(error).to.be.instanceOf(ToolFailure);
    return (error as ToolFailure).kind;
  };

  describe('reports', () => {
    it('that the work is done', async () => {
      expect((await run('copies')).verdict).to.equal('done');
    });

    it('that it is done though the tool had something to say', async () => {
      expect((await run('warns')).verdict).to.equal('done');
    });

    it('that it is done with a warning where the tool exits with a code of one', async () => {
      expect((await run('warns', { args: ['in', 'out', '2'], warns: [2] })).verdict).to.equal(
        'warned',
      );
    });

    it('that it was declined', async () => {
      expect((await run('fails', { args: ['98'], declines: [98, 99] })).verdict).to.equal(
        'declined',
      );
    });

    const failures: readonly (readonly [string, () => Promise<unknown>, string])[] = [
      ['a failure by its exit code', () => run('fails', { declines: [98] }), 'failed'],
      [
        'a failure by a code that is not one of warning',
        () => run('warns', { args: ['in', 'out', '2'], warns: [3] }),
        'failed',
      ],
      ['a warning without output', () => run('fails', { args: ['2'], warns: [2] }), 'failed'],
      ['a crash', () => run('crashes'), 'crashed'],
      ['a success without output', () => run('makes-nothing'), 'failed'],
      [
        'damage by words that it prints',
        () => run('warns', { damaged: ['extraneous'] }),
        'damaged',
      ],
      [
        'damage before an exit code that declines',
        () => run('fails', { args: ['98'], declines: [98], damaged: ['cannot do'] }),
        'damaged',
      ],
      ['a deadline of its own', () => run('sleeps', {}, { deadlineMs: 200 }), 'limit'],
      ["the job's end", () => run('sleeps', { endBy: performance.now() + 300 }), 'late'],
      [
        'too much CPU time',
        () => run('burns-cpu', {}, { limits: { ...roomyLimits, cpuSeconds: 1 } }),
        'limit',
      ],
      [
        'too large a file',
        () => run('writes-much', {}, { limits: { ...roomyLimits, fileBytes: 1_048_576 } }),
        'limit',
      ],
      [
        'too many files',
        () =>
          run(
            'fills-folder',
            { args: ['0', '200'] },
            { limits: { ...roomyLimits, folderFiles: 100 } },
          ),
        'limit',
      ],
      ['a missing program', () => run('no-such-tool'), 'not_started'],
    ];
    for (const [title, running, kind] of failures) {
      it(`${title} as ${kind}`, async () => {
        expect(await failureKind(running())).to.equal(kind);
        expect(permits.held()).to.equal(0);
      });
    }

    const starved: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['is killed, as the kernel does when memory has run out', () => run('is-killed')],
      [
        'cannot start a process or a thread',
        () => run('fails', { args: ['1', 'fork: Resource temporarily unavailable'] }),
      ],
      ['has no folder any more', () => run('copies', { folder: filesIn(file('removed')) })],
    ];
    for (const [title, running] of starved) {
      it(`a lack of the machine when a tool ${title}`, async () => {
        const error = await rejectionOf(running());
        expect(error).to.be.instanceOf(ServiceError);
        expect(error).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
      });
    }

    it('a lack of the machine when the shell of a job can start no process', async function () {
      const own = await createLauncher({ path: systemPath });
      const copy = () => run('copies', {}, { launcher: own });
      try {
        await copy();
        const [shell = 0] = childrenOf(childrenOf().at(-1));
        const limit = limitProcesses(shell) ?? this.skip();
        const error = await rejectionOf(copy());
        await untilGone([shell]);
        limit.remove();
        expect(error).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
        expect(String((error as Error).cause)).to.contain('Cannot fork');
        expect((await copy()).verdict).to.equal('done');
      } finally {
        await own.close();
      }
    });

    describe('where what it runs in is killed', () => {
      /** Says its number, waits for the file `go`, and writes to a file that may not be there. */
      const script =
        'set -C; echo half > out; echo $$ > pid.new; mv pid.new pid; until [ -e go ]; do sleep 0.01; done; cp in out';
      const tool = { name: 'sh', path: '/bin/sh', version: '1' };
      let own: Launcher;
      const shellOf = (launcher: number): number => childrenOf(launcher).at(-1)!;
      const launcherPid = (): number => childrenOf().at(-1)!;
      beforeEach(async () => {
        own = await createLauncher({ path: systemPath });
      });
      afterEach(() => own.close());

      for (const [title, killed] of [
        ['its sandbox', () => shellOf(launcherPid())],
        ['the launcher', launcherPid],
      ] as const) {
        it(`once, that it is done after another run: ${title}`, async () => {
          const ending = run('sh', { tool, args: ['-c', script] }, { launcher: own });
          const [first] = await numbersIn(file('pid'));
          process.kill(killed(), 'SIGKILL');
          let second = first;
          while (second === first) [second] = await numbersIn(file('pid'));
          await writeFile(file('go'), '');
          expect((await ending).verdict).to.equal('done');
          expect(runs.map(({ how }) => how)).to.deep.equal(['lost', 'exited']);
        });

        it(`twice, a lack of the machine: ${title}`, async () => {
          const ending = rejectionOf(run('sh', { tool, args: ['-c', script] }, { launcher: own }));
          const [first] = await numbersIn(file('pid'));
          process.kill(killed(), 'SIGKILL');
          let second = first;
          while (second === first) [second] = await numbersIn(file('pid'));
          process.kill(killed(), 'SIGKILL');
          expect(await ending).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
          expect(runs.map(({ how }) => how)).to.deep.equal(['lost', 'lost']);
        });
      }
    });

    it('too many files, and removes them', async () => {
      const limits = { ...roomyLimits, folderFiles: 100 };
      await failureKind(run('fills-folder', { args: ['0', '200'] }, { limits }));
      const left = (await readdir(file())).filter((name) => name.startsWith('filler'));
      expect(left).to.deep.equal([]);
    });

    it('a link in the place of the output as no output', async () => {
      await symlink('in', file('out'));
      expect(await failureKind(run('makes-nothing'))).to.equal('failed');
    });
  });

  it('reports each run', async () => {
    await run('warns');
    const [told] = runs;
    expect(runs).to.have.length(1);
    expect(told).to.deep.equal({
      requestId: 'r1',
      tool: 'warns',
      version: '1.2',
      how: 'exited',
      exitCode: 0,
      waitMs: told?.waitMs,
      wallMs: told?.wallMs,
      bytesIn: 9,
      bytesOut: 9,
      printed: '4 extraneous bytes',
    });
    expect(told?.waitMs).to.be.at.least(0);
    expect(told?.wallMs).to.be.at.least(0);
  });

  it('holds a permit while the tool runs, and not longer', async () => {
    const controller = new AbortController();
    const running = rejectionOf(run('sleeps', {}, { signal: controller.signal }));
    const pids = await numbersIn(file('pid'));
    expect(permits.held()).to.equal(1);
    const reason = new Error('the client has gone');
    controller.abort(reason);
    expect(await running).to.equal(reason);
    expect(permits.held()).to.equal(0);
    await untilGone(pids);
  });

  describe('without a free permit', () => {
    beforeEach(async () => {
      // Of the same account, since another one's next tool has a slot of its own.
      await permits.acquire({ accountId: 'a', jobNumber: 0, signal: never });
    });

    it('gives up after the longest wait', async () => {
      expect(await rejectionOf(run('copies', { maxWaitMs: 10 }))).to.include({
        code: 'unavailable',
      });
    });

    it('waits until its end for a job in the background, whatever is the longest wait', async () => {
      const endBy = performance.now() + 50;
      const client = { requestId: 'r1', accountId: 'a', jobNumber: 1, signal: never };
      const background = { ...client, background: { share: 1 } };
      const use = { client: background, endBy, maxWaitMs: 1 };
      expect(await rejectionOf(run('copies', use))).to.include({ code: 'unavailable' });
      expect(performance.now()).to.be.at.least(endBy - 5);
    });

    it("gives up at the job's end, however long it might wait", async () => {
      const endBy = performance.now() + 50;
      expect(await rejectionOf(run('copies', { endBy, maxWaitMs: 60_000 }))).to.include({
        code: 'unavailable',
      });
      expect(performance.now()).to.be.within(endBy - 5, endBy + 30_000);
    });

    it('starts nothing for a client that has gone', async () => {
      const controller = new AbortController();
      const reason = new Error('gone');
      const running = rejectionOf(run('sleeps', {}, { signal: controller.signal }));
      controller.abort(reason);
      expect(await running).to.equal(reason);
      expect(runs).to.deep.equal([]);
      expect(permits.waiting()).to.equal(0);
    });
  });
});
