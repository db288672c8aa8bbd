import { expect } from 'chai';
import { chmod, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { chooseSandbox, type SandboxConfig } from '../../../src/tools/startup/choose-sandbox.ts';
import { createJobFolders, type JobFolders } from '../../../src/jobs/job-folder.ts';
import { createLauncher, type Launcher } from '../../../src/tools/process/launcher.ts';
import { findProgram } from '../../../src/tools/find-program.ts';
import { StartError } from '../../../src/errors.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { needsBubblewrap } from '../../support/tools/bubblewrap.ts';
import { roomyLimits, systemPath } from '../../support/tools/processes.ts';
import { killProcessesIn } from '../../../src/tools/process/leftovers.ts';

/** What a sandbox's program may be replaced by: one that keeps no promise, and starts what follows `--`. */
const sham = `#!/bin/sh
while [ "$1" != -- ]; do
  [ "$1" = --chdir ] && cd "$2"
  shift
done
shift
exec "$@"
`;

/** bwrap, without some of its words. */
const weakened = (bwrap: string, ...words: readonly string[]): string => `#!/bin/bash
words=()
for word in "$@"; do [[ " ${words.join(' ')} " = *" $word "* ]] || words+=("$word"); done
exec ${bwrap} "\${words[@]}"
`;

/** bwrap with all files of the machine, and processes of its own. */
const baring = (bwrap: string): string => `#!/bin/sh
while [ "$1" != -- ]; do
  [ "$1" = --chdir ] && cd "$2"
  shift
done
exec ${bwrap} --unshare-user --unshare-pid --as-pid-1 --die-with-parent --dev-bind / / "$@"
`;

/** bwrap with these words more, in which `$folder` is the folder of the trial. */
const widened = (bwrap: string, ...words: readonly string[]): string => `#!/bin/bash
words=()
while [[ "$1" != -- ]]; do
  [[ "$1" == --chdir ]] && folder="$2"
  words+=("$1")
  shift
done
rm -f "$folder"/../*/canary
exec ${bwrap} "\${words[@]}" ${words.join(' ')} "$@"
`;

describe('the choice of a sandbox', () => {
  const file = temporaryFolders();
  let folders: JobFolders;
  let launcher: Launcher | undefined;
  beforeEach(async () => {
    folders = await createJobFolders(file('jobs'), killProcessesIn);
    await mkdir(file('bin'));
    for (const name of ['setpriv', 'prlimit', 'setsid', 'sh', 'bash', 'grep']) {
      await symlink(findProgram(name, systemPath) ?? '', file(`bin/${name}`));
    }
  });
  afterEach(() => launcher?.close());

  /** With the programs in `bin` before those of the system, or with them alone. */
  const choose = async (
    wanted: SandboxConfig['tools']['sandbox'],
    { path = `${file('bin')}:${systemPath}`, secrets = [] as string[] } = {},
  ) => {
    launcher = await createLauncher({ path });
    try {
      const tools = { ...roomyLimits, sandbox: wanted, readable: [] };
      const config = { tools, encoders: {}, decoders: {} };
      return await chooseSandbox(config, { launcher, folders, path, secrets });
    } finally {
      expect(await readdir(file('jobs')), 'what is left of the trial').to.deep.equal([]);
    }
  };
  const place = async (name: string, text: string): Promise<void> => {
    await writeFile(file(`new-${name}`), text);
    await chmod(file(`new-${name}`), 0o755);
    await rename(file(`new-${name}`), file(`bin/${name}`));
  };
  const systemBubblewrap = (): string => findProgram('bwrap', systemPath) ?? '';

  it('is bwrap where it works', async function () {
    needsBubblewrap(this);
    await writeFile(file('secret'), 'secret');
    const { sandbox, refused } = await choose('auto', { secrets: [file('secret')] });
    expect(sandbox.level).to.equal('bwrap');
    expect(refused).to.deep.equal([]);
  });

  it('is limits where there is no bwrap, with the reason', async () => {
    const { sandbox, refused } = await choose('auto', { path: file('bin') });
    expect(sandbox).to.deep.equal({ level: 'limits' });
    expect(refused).to.deep.equal([{ level: 'bwrap', why: `bwrap is not in ${file('bin')}` }]);
  });

  it('is never none where that is not wanted by name: the start is refused', async () => {
    await place('setpriv', sham);
    const error = await rejectionOf(choose('auto', { path: file('bin') }));
    expect(error).to.be.instanceOf(StartError);
    expect((error as StartError).message).to.match(
      /^tools.sandbox: no sandbox works here \(bwrap: bwrap is not in .*; limits: .*\). Fix that. "none" runs/,
    );
  });

  it('is none without a trial where that is wanted', async () => {
    expect(await choose('none', { path: '/nowhere' })).to.deep.equal({
      sandbox: { level: 'none' },
      refused: [],
    });
  });

  it('is limits where that is wanted, though bwrap would work', async () => {
    expect(await choose('limits')).to.deep.equal({ sandbox: { level: 'limits' }, refused: [] });
  });

  const holes: readonly (readonly [
    title: string,
    level: 'bwrap' | 'limits',
    RegExp,
    () => Promise<void>,
  ])[] = [
    [
      'a bwrap that isolates nothing',
      'bwrap',
      /^the sandbox has no process namespace$/,
      () => place('bwrap', sham),
    ],
    [
      'a bwrap that leaves all files',
      'bwrap',
      /^a program in it can read .*canary$/,
      () => place('bwrap', baring(systemBubblewrap())),
    ],
    [
      'a bwrap that leaves files to be written',
      'bwrap',
      /^a program in it can write outside its folder$/,
      () => place('bwrap', widened(systemBubblewrap(), '--bind "$folder/.." "$folder/.."')),
    ],
    [
      'a bwrap with nothing to be written',
      'bwrap',
      /^a program in it cannot write its own folder$/,
      () => place('bwrap', widened(systemBubblewrap(), '--remount-ro "$folder"')),
    ],
    [
      'a bash that opens no connections anywhere',
      'bwrap',
      /^a program in it can perhaps open a connection \(.*No such file or directory\)$/,
      () =>
        place(
          'bash',
          `#!${findProgram('bash', systemPath)}\nexec /bin/bash "\${@//dev\\/tcp/dev/none}"\n`,
        ),
    ],
    [
      'a bwrap that leaves the network',
      'bwrap',
      /^a program in it can open a connection$/,
      () => place('bwrap', weakened(systemBubblewrap(), '--unshare-net')),
    ],
    [
      'a bwrap that leaves other processes in reach',
      'bwrap',
      /^the sandbox has no process namespace$/,
      () => place('bwrap', weakened(systemBubblewrap(), '--unshare-pid', '--as-pid-1')),
    ],
    [
      'a bwrap that may make no namespaces',
      'bwrap',
      /^bwrap: No permissions to create new namespace/,
      () =>
        place(
          'bwrap',
          '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2; exit 1\n',
        ),
    ],
    [
      'a prlimit that sets no limits',
      'limits',
      /^a program in it can write more than its limit$/,
      () => place('prlimit', sham),
    ],
    [
      'a setpriv that leaves privileges in reach',
      'limits',
      /^a program in it can gain privileges$/,
      () => place('setpriv', '#!/bin/sh\nwhile [ "${1#--}" != "$1" ]; do shift; done; exec "$@"\n'),
    ],
  ];
  for (const [title, level, why, prepare] of holes) {
    it(`detects ${title}, and refuses to start where it is wanted`, async function () {
      if (level === 'bwrap') needsBubblewrap(this);
      await prepare();
      const where = level === 'bwrap' ? {} : { path: file('bin') };
      if (level === 'bwrap') {
        const { refused } = await choose('auto', where);
        expect(refused[0]?.why).to.match(why);
        await launcher?.close();
      }
      const error = await rejectionOf(choose(level, where));
      expect(error).to.be.instanceOf(StartError);
      const { message } = error as StartError;
      const [, said = ''] =
        /^tools.sandbox: "\w+" does not work here: (.*)\. Fix that/.exec(message) ?? [];
      expect(said).to.match(why);
    });
  }

  it('detects that a secret of the service can be read', async function () {
    needsBubblewrap(this);
    // Below /usr everything can be read.
    const { refused } = await choose('auto', { secrets: ['/usr/bin/env'] });
    expect(refused[0]?.why).to.equal('a program in it can read /usr/bin/env');
  });
});
