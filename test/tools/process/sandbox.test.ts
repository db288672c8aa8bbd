import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { runCommand, type CommandEnd } from '../../../src/tools/process/run-command.ts';
import { sandboxedArgv, type Sandbox, sandboxMounts } from '../../../src/tools/process/sandbox.ts';
import { processesIn } from '../../support/e2e/processes.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { bubblewrap, bubblewrapReading, needsBubblewrap } from '../../support/tools/bubblewrap.ts';
import {
  commandOf,
  fixtureTool,
  numbersIn,
  roomyLimits,
  untilGone,
} from '../../support/tools/processes.ts';

const never = new AbortController().signal;

describe('the command that starts a tool', () => {
  const command = {
    argv: ['/opt/tool', '-x'],
    cwd: '/jobs/1',
    limits: {
      memoryBytes: 1,
      cpuSeconds: 2,
      fileBytes: 3,
      folderBytes: 5,
      folderFiles: 6,
      processes: 4,
    },
  } as const;
  const limited = ['prlimit', '--as=1', '--cpu=2:3', '--fsize=3', '--nproc=4', '--core=0', '--'];

  it('is the tool itself without a sandbox', () => {
    expect(sandboxedArgv({ level: 'none' }, command)).to.deep.equal(command.argv);
  });

  it('takes privileges and sets limits at the level of those', () => {
    expect(sandboxedArgv({ level: 'limits' }, command)).to.deep.equal([
      ...['setpriv', '--pdeathsig=KILL', '--no-new-privs'],
      ...[...limited, '/opt/tool', '-x'],
    ]);
  });

  it('limits address space apart from memory where that is told apart', () => {
    const limits = { ...command.limits, addressSpaceBytes: 9 };
    const argv = sandboxedArgv({ level: 'limits' }, { ...command, limits });
    expect(argv).to.include('--as=9').and.not.to.include('--as=1');
  });

  it('mounts the program and the folder, of which only the last can be written, for bwrap', () => {
    const argv = sandboxedArgv({ level: 'bwrap', mounts: ['--ro-bind', '/usr', '/usr'] }, command);
    expect(argv.join(' ')).to.include(
      '--ro-bind /usr /usr --ro-bind /opt/tool /opt/tool --bind /jobs/1 /jobs/1 --chdir /jobs/1 ' +
        `--remount-ro / --remount-ro /dev -- ${limited.join(' ')} /opt/tool -x`,
    );
    const systems = sandboxedArgv(
      { level: 'bwrap', mounts: [] },
      { ...command, argv: ['/usr/bin/vips'] },
    );
    expect(systems).not.to.include('--ro-bind');
  });

  it('mounts for bwrap what is to be readable, and never to be written', () => {
    const mounts = sandboxMounts(['/opt/lib']);
    expect(mounts.join(' ')).to.match(/ --ro-bind \/opt\/lib \/opt\/lib$/);
    expect(mounts).not.to.include('--bind');
    const optional = sandboxMounts([], ['/opt/cache']);
    expect(optional.join(' ')).to.match(/ --ro-bind-try \/opt\/cache \/opt\/cache$/);
  });
});

describe('a tool inside of bwrap', () => {
  const file = temporaryFolders();
  const job = (): string => file('job');
  beforeEach(async function () {
    needsBubblewrap(this);
    await mkdir(job());
  });

  const run = (
    argv: readonly [string, ...string[]],
    changes: Parameters<typeof commandOf>[2] = {},
    signal = never,
  ): Promise<CommandEnd> =>
    runCommand(commandOf(job(), argv, { sandbox: bubblewrap, ...changes }), signal);
  const shell = (script: string, sandbox: Sandbox = bubblewrap): Promise<CommandEnd> =>
    run(['tells'], { argv: ['/bin/sh', '-c', script], sandbox });

  const ends: readonly (readonly [
    string,
    readonly [string, ...string[]],
    Partial<CommandEnd>,
    Parameters<typeof commandOf>[2]?,
  ])[] = [
    ['exit code 0', ['makes-nothing'], { how: 'exited', exitCode: 0, printed: '' }],
    ['another code', ['fails', '98'], { how: 'exited', exitCode: 98, printed: 'cannot do that' }],
    ['a crash', ['crashes'], { how: 'signalled', signal: 'SIGSEGV' }],
    ['a missing program', ['no-such-tool'], { how: 'not_started' }],
    [
      'a missing program of the system',
      ['x'],
      { how: 'not_started' },
      { argv: ['/usr/bin/no-such'] },
    ],
    [
      'a file that is too large',
      ['writes-much', '', 'big'],
      { how: 'signalled', signal: 'SIGXFSZ' },
      { limits: { ...roomyLimits, fileBytes: 1024 ** 2 } },
    ],
    [
      'too much CPU time',
      ['burns-cpu'],
      { how: 'signalled', signal: 'SIGXCPU' },
      { limits: { ...roomyLimits, cpuSeconds: 1 } },
    ],
    [
      'a sandbox that cannot be made',
      ['makes-nothing'],
      { how: 'not_started' },
      { sandbox: { level: 'bwrap', mounts: ['--ro-bind', '/no/such/folder', '/x'] } },
    ],
  ];
  for (const [title, argv, expected, changes] of ends) {
    it(`ends as it does outside: ${title}`, async () => {
      expect(await run(argv, changes)).to.include(expected);
    });
  }

  it('reads and writes its folder, and nothing else', async () => {
    await writeFile(file('secret'), 'do-not-tell');
    await writeFile(`${job()}/input`, 'input');
    const { printed } = await shell(
      `cat input; echo output > output; cat ${file('secret')}; cat /etc/passwd; ` +
        `for place in / /usr /etc /dev /tmp ${file()}; do echo x > $place/written && echo WROTE $place; done`,
    );
    expect(printed)
      .to.match(/^input/)
      .and.not.to.match(/do-not-tell|root:|WROTE/);
    expect(await readFile(`${job()}/output`, 'utf8')).to.equal('output\n');
    expect(existsSync(file('written'))).to.equal(false);
  });

  it('reads what is named readable', async () => {
    await writeFile(file('library'), 'of use');
    const sandbox = bubblewrapReading(file('library'));
    const { printed } = await shell(
      `cat ${file('library')}; echo x >> ${file('library')}`,
      sandbox,
    );
    expect(printed).to.match(/^of use/);
    expect(await readFile(file('library'), 'utf8')).to.equal('of use');
  });

  it('can send to /dev/null and has no capability', async () => {
    const { printed, exitCode } = await shell('echo x > /dev/null && ! mount -t tmpfs x /tmp');
    expect(exitCode, printed).to.equal(0);
  });

  for (const tool of ['sleeps', 'ignores-term', 'forks', 'escapes']) {
    it(`dies with all it started when it is cancelled: ${tool}`, async () => {
      const controller = new AbortController();
      const ending = run(
        ['x'],
        {
          argv: ['/bin/sh', '-c', `${fixtureTool(tool)}; exec sleep 60`],
          sandbox: bubblewrapReading(fixtureTool(tool)),
        },
        controller.signal,
      );
      await numbersIn(`${job()}/pid`);
      const pids = processesIn(job()).map(({ pid }) => pid);
      expect(pids.length).to.be.greaterThan(2);
      controller.abort();
      expect((await ending).how).to.equal('cancelled');
      await untilGone(pids);
    });
  }

  it('leaves nothing behind when it ends, in whatever session', async () => {
    const end = await run(['escapes']);
    expect(end).to.include({ how: 'exited', exitCode: 0, printed: 'done' });
    expect(processesIn(job())).to.deep.equal([]);
  });
});
