import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { CommandEnd } from '../../src/tools/process/tool-shell.ts';
import { removeTree } from '../../src/jobs/remove-tree.ts';
import type { Sandbox } from '../../src/tools/process/sandbox.ts';
import { processesIn } from '../support/e2e/processes.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { bubblewrapReading, needsBubblewrap } from '../support/tools/bubblewrap.ts';
import { commandOf, fixtureTools, roomyLimits, untilGone } from '../support/tools/processes.ts';
import { runTool } from '../support/tools/run-tool.ts';

const mebibyte = 1024 ** 2;

/** The table in `docs/security.md`, line by line: what a decoder that has been broken into can reach. */
const levels: readonly Sandbox[] = [bubblewrapReading(fixtureTools), { level: 'limits' }];

for (const sandbox of levels) {
  describe(`a hostile tool at the level ${sandbox.level}`, () => {
    const isIsolated = sandbox.level === 'bwrap';
    let listeners: readonly Server[] = [];
    let bystander: ChildProcess;
    afterEach(async () => {
      // Closed to the end: their names are used again.
      const closings = listeners.map(async (listener) => {
        listener.close();
        await once(listener, 'close');
      });
      await Promise.all([...closings, removeTree(job())]);
      bystander?.kill('SIGKILL');
    });
    const file = temporaryFolders();
    const job = (): string => file('job');
    beforeEach(async function () {
      if (isIsolated) needsBubblewrap(this);
      for (const folder of ['job', 'other-job', 'data']) await mkdir(file(folder));
      await writeFile(file('job/input'), 'own');
      await writeFile(file('other-job/input'), 'secret');
      await writeFile(file('data/accounts.json'), 'secret');
      listeners = [createServer(), createServer(), createServer()];
      const places = [{ port: 0, host: '127.0.0.1' }, { path: file('socket') }, abstract()];
      for (const [index, listener] of listeners.entries()) {
        listener.on('connection', (socket) => socket.destroy()).listen(places[index]);
        await once(listener, 'listening');
      }
      bystander = spawn('sleep', ['60'], { stdio: 'ignore' });
      await once(bystander, 'spawn');
    });
    const abstract = () => ({ path: `\0shrinkd-test-${process.pid}` });
    const port = (): number => (listeners[0]!.address() as AddressInfo).port;

    const run = (
      argv: readonly [string, ...string[]],
      changes: Parameters<typeof commandOf>[2] = {},
    ): Promise<CommandEnd> => runTool(commandOf(job(), argv, { sandbox, ...changes }));
    const shell = (script: string) => run(['x'], { argv: ['/bin/sh', '-c', script] });
    const perl = (script: string) => run(['x'], { argv: ['/usr/bin/perl', '-e', script] });
    const connectTo = (how: string) => perl(`use Socket; my $s; ${how} and print "DONE"`);

    type Attempt = readonly [title: string, isPossible: boolean, () => Promise<CommandEnd>];
    const attempts: readonly Attempt[] = [
      ["read its own job's files", true, () => shell('grep -q own input && echo DONE')],
      ["change its own job's files", true, () => shell('echo x > input && echo DONE')],
      ["read the system's programs", true, () => shell('cat /usr/bin/env > copy && echo DONE')],
      ["read other jobs' images", !isIsolated, () => shell('cat ../other-job/input && echo DONE')],
      [
        'read the data folder',
        !isIsolated,
        () => shell(`cat ${file('data/accounts.json')} && echo DONE`),
      ],
      [
        "list other jobs' folders",
        !isIsolated,
        () => shell('ls ../other-job | grep -q . && echo DONE'),
      ],
      [
        "read the system's files",
        !isIsolated,
        () => shell('cat /etc/passwd > /dev/null && echo DONE'),
      ],
      ...['..', '/tmp', '/dev/shm', '/var/tmp'].map((place): Attempt => [
        `write into ${place}`,
        !isIsolated,
        () => shell(`f=${place}/shrinkd-test-$$; echo x > $f && rm $f && echo DONE`),
      ]),
      [
        'connect over TCP',
        !isIsolated,
        () =>
          connectTo(
            `socket($s, PF_INET, SOCK_STREAM, 0) and connect($s, sockaddr_in(${port()}, inet_aton("127.0.0.1")))`,
          ),
      ],
      [
        'connect to a socket in the file system',
        !isIsolated,
        () =>
          connectTo(
            `socket($s, PF_UNIX, SOCK_STREAM, 0) and connect($s, sockaddr_un("${file('socket')}"))`,
          ),
      ],
      [
        'connect to a socket by its name',
        !isIsolated,
        () =>
          connectTo(
            `socket($s, PF_UNIX, SOCK_STREAM, 0) and connect($s, pack("S a*", PF_UNIX, "\\0shrinkd-test-${process.pid}"))`,
          ),
      ],
      ['signal other processes', !isIsolated, () => shell(`kill -0 ${bystander.pid} && echo DONE`)],
      [
        'see other processes',
        !isIsolated,
        () => shell(`[ -e /proc/${bystander.pid}/cmdline ] && echo DONE`),
      ],
      [
        'gain privileges by setuid programs',
        false,
        () => shell('setpriv --dump | grep -q "^no_new_privs: 0" && echo DONE'),
      ],
    ];
    for (const [title, isPossible, attempt] of attempts) {
      it(`can${isPossible ? '' : 'not'} ${title}`, async () => {
        const { printed } = await attempt();
        expect(printed.includes('DONE'), printed).to.equal(isPossible);
      });
    }

    it(`can${isIsolated ? 'not' : ''} outlive its job in a session of its own`, async () => {
      expect(await run(['escapes'])).to.include({ how: 'exited', printed: 'done' });
      const left = processesIn(job());
      for (const { pid } of left) process.kill(pid, 'SIGKILL');
      expect(left.length > 0).to.equal(!isIsolated);
    });

    it('cannot outlive its job in its process group', async () => {
      expect(await run(['leaves-a-child'])).to.include({ how: 'exited', printed: 'done' });
      await untilGone(processesIn(job()).map(({ pid }) => pid));
    });

    const small = {
      ...roomyLimits,
      memoryBytes: 200 * mebibyte,
      fileBytes: mebibyte,
    };
    const short = { ...small, cpuSeconds: 1 };
    const excesses: readonly (readonly [
      title: string,
      argv: readonly [string, ...string[]],
      limits: typeof roomyLimits,
      expected: Partial<CommandEnd>,
      printed?: RegExp,
    ])[] = [
      ['memory', ['eats-memory'], small, {}, /memory/],
      [
        'memory in many processes',
        ['forks-memory', '5', `${60 * mebibyte}`],
        small,
        { how: 'exceeded' },
        /^its processes have more than 209715200 bytes of memory/,
      ],
      ['CPU time', ['burns-cpu'], short, { how: 'signalled', signal: 'SIGXCPU' }],
      ['a file', ['writes-much', '', 'big'], small, { how: 'signalled', signal: 'SIGXFSZ' }],
      [
        'files together',
        ['fills-folder', `${mebibyte}`, '40'],
        { ...roomyLimits, folderBytes: 20 * mebibyte },
        { how: 'exceeded' },
        /^its folder has more than 20971520 bytes/,
      ],
      [
        'files together, below its folder',
        ['fills-folder', `${mebibyte}`, '40', 'below'],
        { ...roomyLimits, folderBytes: 20 * mebibyte },
        { how: 'exceeded' },
        /^its folder has more than 20971520 bytes/,
      ],
      [
        'files by number',
        ['fills-folder', '0', '1001'],
        roomyLimits,
        { how: 'exceeded' },
        /^its folder has more than 1000 files/,
      ],
      [
        'levels of folders',
        ['x'],
        roomyLimits,
        { how: 'exceeded' },
        /^its folder has too many levels/,
      ],
    ];
    for (const [title, argv, limits, expected, printed = /^/] of excesses) {
      it(`cannot use at will: ${title}`, async () => {
        const nest = `$n = 'n' x 200; for (1 .. 40) { mkdir $n; chdir $n } sleep 60`;
        const argvOfAll = argv[0] === 'x' ? { argv: ['/usr/bin/perl', '-e', nest] as const } : {};
        const end = await run(argv, { limits, ...argvOfAll });
        expect(end).to.include(expected);
        expect(end.printed).to.match(printed);
        // Some of them would go on for a minute.
        expect(end.wallMs).to.be.below(40_000);
      });
    }

    it('may use what is below the limits', async () => {
      const limits = { ...roomyLimits, folderBytes: 60 * mebibyte, memoryBytes: 400 * mebibyte };
      const many = await run(['fills-folder', `${mebibyte}`, '40'], { limits, deadlineMs: 400 });
      expect(many.how).to.equal('deadline');
      const large = await run(['forks-memory', '4', `${20 * mebibyte}`], {
        limits,
        deadlineMs: 400,
      });
      expect(large.how).to.equal('deadline');
    });
  });
}
