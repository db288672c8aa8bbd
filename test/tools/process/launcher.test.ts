import { expect } from 'chai';
import { mkdir, readFile, readlink } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { createLauncher, type Launcher } from '../../../src/tools/process/launcher.ts';
import { StartError } from '../../../src/errors.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import {
  childrenOf,
  commandOf,
  isAlive,
  numbersIn,
  systemPath,
  untilGone,
} from '../../support/tools/processes.ts';
import { until } from '../../support/until.ts';

const never = new AbortController().signal;

/** The child of this process that did not exist before. */
const newChildSince = (before: readonly number[]): number => {
  const child = childrenOf().find((pid) => !before.includes(pid)) ?? 0;
  expect(child, 'a new child process').to.be.above(0);
  return child;
};

describe('the launcher', () => {
  const file = temporaryFolders();
  let launcher: Launcher;
  let pid = 0;

  beforeEach(async () => {
    const before = childrenOf();
    launcher = await createLauncher({ path: systemPath });
    pid = newChildSince(before);
  });
  afterEach(() => launcher.close());

  const run = (argv: readonly [string, ...string[]]) =>
    launcher.run(commandOf(file(), argv), never);

  it('runs many tools at once and gives each its own end', async () => {
    const codes = Array.from({ length: 12 }, (_, index) => index + 1);
    const ends = await Promise.all(codes.map((code) => run(['fails', String(code)])));
    expect(ends.map(({ exitCode }) => exitCode)).to.deep.equal(codes);
  });

  it('kills a cancelled tool and all it started, and no other', async () => {
    await mkdir(file('other'));
    const controller = new AbortController();
    const ending = launcher.run(commandOf(file(), ['forks']), controller.signal);
    const other = new AbortController();
    const otherEnding = launcher.run(commandOf(file('other'), ['sleeps']), other.signal);
    const pids = await numbersIn(file('pid'));
    const [otherPid = 0] = await numbersIn(file('other/pid'));
    controller.abort();
    expect((await ending).how).to.equal('cancelled');
    await untilGone(pids);
    expect(isAlive(otherPid)).to.equal(true);
    other.abort();
    await otherEnding;
  });

  it('cancels what is aborted as soon as it was asked for', async () => {
    const controller = new AbortController();
    const ending = launcher.run(commandOf(file(), ['sleeps']), controller.signal);
    controller.abort();
    expect((await ending).how).to.equal('cancelled');
  });

  it('rejects an argument that no process can take, and runs the next tool', async () => {
    expect((await run(['tells', 'a\0b'])).how).to.equal('not_started');
    expect((await run(['makes-nothing'])).how).to.equal('exited');
    expect(isAlive(pid)).to.equal(true);
  });

  it('has nothing of the environment but where compiled sources are', async () => {
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
    const names = environment.filter(Boolean).map((entry) => entry.split('=', 1)[0]);
    const given = names.filter((name) => !name?.startsWith('NODE_CHANNEL_'));
    expect(given).to.deep.equal(getCompileCacheDir() === undefined ? [] : ['NODE_COMPILE_CACHE']);
  });

  it('keeps its channel to the server from the tools', async () => {
    const channel = await readlink(`/proc/${pid}/fd/3`);
    expect(channel).to.match(/^socket:/);
    const controller = new AbortController();
    const ending = launcher.run(commandOf(file(), ['sleeps']), controller.signal);
    const [tool = 0] = await numbersIn(file('pid'));
    const links = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((fd) => readlink(`/proc/${tool}/fd/${fd}`).catch(() => '')),
    );
    expect(links.filter(Boolean)).not.to.be.empty.and.not.to.include(channel);
    controller.abort();
    await ending;
  });

  describe('whose process is killed', () => {
    it('ends the runs as lost, kills all their processes, and starts anew', async () => {
      const ending = run(['forks']);
      const pids = await numbersIn(file('pid'));
      process.kill(pid, 'SIGKILL');
      const end = await ending;
      expect(end).to.deep.equal({
        how: 'lost',
        printed: 'the process that starts tools has ended',
        wallMs: 0,
      });
      await untilGone(pids);
      expect(await run(['fails', '7'])).to.include({ how: 'exited', exitCode: 7 });
    });

    it('ends the runs that wait for a start that fails, and starts anew', async () => {
      process.kill(pid, 'SIGKILL');
      await until('the launcher is gone', () => !childrenOf().includes(pid));
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const before = childrenOf();
        const endings = [run(['makes-nothing']), run(['makes-nothing'])];
        process.kill(newChildSince(before), 'SIGKILL');
        const ends = await Promise.all(endings);
        expect(ends.map(({ how }) => how)).to.deep.equal(['lost', 'lost']);
        expect(childrenOf(), 'no new start unasked').to.deep.equal(before);
      }
      expect((await run(['makes-nothing'])).how).to.equal('exited');
    });

    it('does not start what is cancelled during a new start', async () => {
      process.kill(pid, 'SIGKILL');
      await until('the launcher is gone', () => !childrenOf().includes(pid));
      const controller = new AbortController();
      const ending = launcher.run(commandOf(file(), ['sleeps']), controller.signal);
      controller.abort();
      expect((await ending).how).to.equal('cancelled');
      expect(await rejectionOf(readFile(file('pid')))).to.include({ code: 'ENOENT' });
    });
  });

  describe('close', () => {
    it('ends the process, the tools and what they started', async () => {
      const ending = run(['forks']);
      const pids = await numbersIn(file('pid'));
      await launcher.close();
      expect((await ending).how).to.equal('lost');
      await untilGone([pid, ...pids]);
    });

    it('may be called twice, lets nothing start any more, and starts no process again', async () => {
      await Promise.all([launcher.close(), launcher.close()]);
      const before = childrenOf();
      expect((await run(['makes-nothing'])).how).to.equal('cancelled');
      expect(childrenOf()).to.deep.equal(before);
    });

    it('resolves where the process has just been killed', async () => {
      process.kill(pid, 'SIGKILL');
      await launcher.close();
      expect(isAlive(pid)).to.equal(false);
    });
  });

  it('rejects when it cannot be started', async () => {
    const before = childrenOf();
    const starting = rejectionOf(createLauncher({ path: systemPath }));
    process.kill(newChildSince(before), 'SIGKILL');
    expect(await starting).to.be.instanceOf(StartError);
  });
});
