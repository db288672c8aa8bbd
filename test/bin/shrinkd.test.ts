import { expect } from 'chai';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Ran } from '../support/cli/shrinkd.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import {
  copyOfProject,
  plainPath,
  root,
  runPlainly,
  spawnPlainly,
} from '../support/bin/plain-shell.ts';

describe('bin/shrinkd in a plain shell whose Node is too old', () => {
  const inFolder = temporaryFolders();
  let path = '';
  beforeEach(() => {
    path = plainPath(inFolder());
    mkdirSync(inFolder('elsewhere'));
  });

  const run = (
    program: string,
    args: readonly string[],
    cwd = inFolder('elsewhere'),
  ): Promise<Ran> => runPlainly([program, ...args], { cwd, path });

  it('is such a shell', async () => {
    const { code, stderr } = await run('node', [join(root, 'bin/shrinkd.ts'), '--help']);
    expect(code).to.equal(1);
    expect(stderr).to.contain('ERR_UNKNOWN_FILE_EXTENSION');
  });

  for (const [title, program] of [
    ['by its path', join(root, 'bin/shrinkd')],
    ['through links', 'links/second'],
  ] as const) {
    it(`starts ${title}`, async () => {
      mkdirSync(inFolder('elsewhere/links'));
      symlinkSync(join(root, 'bin/shrinkd'), inFolder('elsewhere/links/first'));
      symlinkSync('first', inFolder('elsewhere/links/second'));
      const { code, stdout, stderr } = await run(
        program.startsWith('/') ? program : join(inFolder('elsewhere'), program),
        ['--help'],
      );
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.match(/^shrinkd: a self-hosted image compression service\n/);
    });
  }

  it('works on the data folder of its own project, wherever it is started', async () => {
    const project = copyOfProject(inFolder());
    const program = join(project, 'bin/shrinkd');
    const added = await run(program, ['account', 'add', '--name', 'Ann', '--json']);
    expect(added).to.include({ code: 0, stderr: '' });
    const listed = await run(program, ['account', 'list', '--json'], '/');
    const { key: _key, ...ann } = JSON.parse(added.stdout) as Record<string, unknown>;
    expect(JSON.parse(listed.stdout)).to.deep.equal([ann]);
    const config = JSON.parse((await run(program, ['config', '--json'])).stdout) as object;
    expect(config).to.have.nested.property('config.dataDir', join(project, 'data'));
    expect(readdirSync(inFolder('elsewhere'))).to.deep.equal([]);
    expect(existsSync(join(project, 'data/accounts.json'))).to.equal(true);
  });

  it('sees the accounts of the service that bin/serve runs, each started elsewhere', async () => {
    const project = copyOfProject(inFolder());
    const ports = ['--port', '0', '--internal-port', '0', '--host', '127.0.0.1'];
    const service = spawnPlainly(
      [join(project, 'bin/serve'), ...ports, '--work-dir', inFolder('work')],
      { cwd: inFolder('elsewhere'), path },
    );
    try {
      service.stderr!.resume();
      const lines = createInterface({ input: service.stdout! });
      for await (const line of lines) if (line.startsWith('shrinkd ready')) break;
      const { stdout } = await run(
        join(project, 'bin/shrinkd'),
        ['account', 'list', '--json'],
        '/',
      );
      expect(JSON.parse(stdout)).to.have.nested.property('[0].name', 'default');
      expect(readdirSync(inFolder('elsewhere'))).to.deep.equal([]);
    } finally {
      const ended = once(service, 'exit');
      service.kill('SIGTERM');
      await ended;
    }
  });

  it('loads no compiler once its sources are compiled', async () => {
    const list = `process.on('exit', () => console.error(process.moduleLoadList.join()))`;
    writeFileSync(inFolder('list.cjs'), list);
    const env = {
      NODE_COMPILE_CACHE: inFolder('compiled'),
      NODE_OPTIONS: `--require ${inFolder('list.cjs')}`,
    };
    const hasCompiler = async (): Promise<boolean> => {
      const place = { cwd: inFolder('elsewhere'), path, env };
      const { stderr } = await runPlainly([join(root, 'bin/shrinkd'), '--help'], place);
      expect(stderr).to.contain('NativeModule fs');
      return stderr.includes('internal/deps/amaro');
    };
    expect([await hasCompiler(), await hasCompiler()]).to.deep.equal([true, false]);
  });

  it('starts where compiled sources cannot be kept', async () => {
    writeFileSync(inFolder('file'), '');
    const place = {
      cwd: inFolder('elsewhere'),
      path,
      env: { NODE_COMPILE_CACHE: inFolder('file') },
    };
    const { code, stderr } = await runPlainly([join(root, 'bin/shrinkd'), '--help'], place);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
  });

  it("takes --data and --config from the caller's folder", async () => {
    const program = join(root, 'bin/shrinkd');
    const add = ['account', 'add', '--name', 'Ann'];
    expect((await run(program, [...add, '--data', 'mine'])).code).to.equal(0);
    expect(readdirSync(inFolder('elsewhere/mine'))).to.include('accounts.json');
    mkdirSync(inFolder('elsewhere/etc'));
    writeFileSync(inFolder('elsewhere/etc/config.json'), '{"dataDir":"../other"}');
    expect((await run(program, [...add, '--config', 'etc/config.json'])).code).to.equal(0);
    expect(readdirSync(inFolder('elsewhere/other'))).to.include('accounts.json');
  });

  it('says what to run where there are no packages yet', async () => {
    const project = copyOfProject(inFolder(), { packages: false });
    for (const args of [['account', 'list'], ['--help'], ['serve', '--port', '0']]) {
      const ran = await run(join(project, 'bin/shrinkd'), args);
      expect(ran).to.deep.equal({
        code: 1,
        stdout: '',
        stderr: `shrinkd: The npm packages are not installed. Run ${project}/bin/setup, which installs all that is missing.\n`,
      });
    }
    expect(existsSync(join(project, 'data'))).to.equal(false);
  });

  for (const [title, remove, problem] of [
    ['too old a Node', '', 'Node 24.7 or newer is needed, and PATH has v20.20.2. '],
    ['no Node', 'old-node', 'Node 24.7 or newer is needed, and there is none on PATH. '],
  ] as const) {
    it(`says what to run where the packages bring no Node and there is ${title}`, async () => {
      const project = copyOfProject(inFolder(), { packages: false });
      mkdirSync(join(project, 'node_modules'));
      writeFileSync(join(project, 'node_modules/.package-lock.json'), '{}');
      const few = inFolder('few');
      mkdirSync(few);
      for (const name of ['bash', 'dirname', 'readlink'])
        symlinkSync(`/usr/bin/${name}`, join(few, name));
      path = remove === '' ? `${inFolder('old-node')}:${few}` : few;
      const { code, stdout, stderr } = await run(join(project, 'bin/shrinkd'), ['--help']);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.equal(
        `shrinkd: ${problem}Run ${project}/bin/setup, which says how to get it.\n`,
      );
    });
  }
});
