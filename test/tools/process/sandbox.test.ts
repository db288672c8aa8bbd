import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { CommandEnd } from '../../../src/tools/process/tool-shell.ts';
import { limitsIn } from '../../../src/tools/process/host-limits.ts';
import { sandboxedArgv, type Sandbox, sandboxMounts } from '../../../src/tools/process/sandbox.ts';
import { processesIn } from '../../support/e2e/processes.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { bubblewrap, bubblewrapReading, needsBubblewrap } from '../../support/tools/bubblewrap.ts';
import {
  commandOf,
  fixtureTool,
  fixtureTools,
  numbersIn,
  roomyLimits,
  untilGone,
} from '../../support/tools/processes.ts';
import { runTool } from '../../support/tools/run-tool.ts';

const never = new AbortController().signal;

describe('what starts a sandbox', () => {
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
  const programs = {
    ...{ bwrap: '/bin/bwrap', prlimit: '/bin/prlimit' },
    ...{ setpriv: '/bin/setpriv', setsid: '/bin/setsid' },
  };
  const limits = ['--as=1', '--cpu=2:3', '--fsize=3', '--nproc=4', '--core=0', '--'];
  const limited = ['/bin/prlimit', ...limits, '/opt/tool', '-x'];

  it('is the program itself at the level none', () => {
    expect(sandboxedArgv({ level: 'none' }, command, programs)).to.deep.equal(command.argv);
  });

  it('takes privileges and sets limits at the level limits', () => {
    expect(sandboxedArgv({ level: 'limits' }, command, programs)).to.deep.equal([
      ...['/bin/setpriv', '--pdeathsig=KILL', '--no-new-privs'],
      ...limited,
    ]);
  });

  const onHost = (text: string): readonly string[] => {
    const roomy = { ...command, limits: roomyLimits };
    const argv = sandboxedArgv({ level: 'limits' }, roomy, programs, limitsIn(text));
    return argv.slice(4, argv.indexOf('--core=0'));
  };

  for (const [title, host, expected] of [
    [
      'the ones wanted on a host without limits',
      '',
      'as=4294967296 cpu=60:61 fsize=1073741824 nproc=4096',
    ],
    [
      'the lower ones of a stricter host',
      `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              20                   30                   seconds
Max file size             1000                 2000                 bytes
Max processes             62                   62                   processes
Max open files            1024                 524288               files
Max address space         unlimited            800000               bytes
`,
      'as=800000 cpu=20:30 fsize=1000:2000 nproc=62',
    ],
    [
      'the ones wanted where the hard limit of the host is above them',
      'Max processes             100 unlimited processes\nMax cpu time 90 90 seconds\n',
      'as=4294967296 cpu=60:61 fsize=1073741824 nproc=100:4096',
    ],
    [
      'such that SIGXCPU comes before SIGKILL',
      'Max cpu time 10 10 seconds\n',
      'as=4294967296 cpu=9:10 fsize=1073741824 nproc=4096',
    ],
  ] as const) {
    it(`has limits: ${title}`, () => {
      expect(onHost(host).join(' ')).to.equal(
        expected.replaceAll(/\b(as|cpu|fsize|nproc)=/g, '--$1='),
      );
    });
  }

  it('mounts the folder for bwrap, the only one that can be written', () => {
    const sandbox = { level: 'bwrap', mounts: ['--ro-bind', '/usr', '/usr'] } as const;
    const argv = sandboxedArgv(sandbox, command, programs);
    expect(argv[0]).to.equal('/bin/bwrap');
    expect(argv.join(' ')).to.include(
      '--ro-bind /usr /usr --bind /jobs/1 /jobs/1 --chdir /jobs/1 ' +
        `--remount-ro / --remount-ro /dev -- ${limited.join(' ')}`,
    );
  });

  it('mounts for bwrap the prlimit that it starts, where it is outside the system', () => {
    const prlimit = '/opt/prlimit';
    const argv = sandboxedArgv({ level: 'bwrap', mounts: [] }, command, { ...programs, prlimit });
    expect(argv.join(' ')).to.include('--ro-bind /opt/prlimit /opt/prlimit');
  });

  it('mounts for bwrap what is to be readable, and never to be written', () => {
    const mounts = sandboxMounts(
      ['/opt/lib'],
      ['/opt/tool', '/usr/bin/vips', '/opt/tool', '/opt/lib/tool'],
    );
    expect(mounts.join(' ')).to.match(
      / --ro-bind \/opt\/lib \/opt\/lib --ro-bind \/opt\/tool \/opt\/tool$/,
    );
    expect(mounts).not.to.include('--bind');
    const optional = sandboxMounts([], ['/opt/built/tool'], ['/opt/built']);
    expect(optional.join(' ')).to.match(/ --ro-bind-try \/opt\/built \/opt\/built$/);
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
    runTool(
      commandOf(job(), argv, { sandbox: bubblewrapReading(fixtureTools), ...changes }),
      signal,
    );
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
