import { expect } from 'chai';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root, runPlainly, spawnPlainly } from '../support/bin/plain-shell.ts';
import { type ServiceOptions, servicesOfTest } from '../support/service/service.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { isAlive, untilGone } from '../support/tools/processes.ts';
import { until } from '../support/until.ts';

const again = (why: string): string =>
  `shrinkd: the service has crashed (${why}). It is started again.\n`;

/** What bash says of a job that a signal ended. */
const withoutJobs = (stderr: string): string =>
  stderr.replaceAll(/^(?:\S*bin\/serve: line |\[\d\]).*\n/gm, '');

describe('bin/serve', () => {
  const inFolder = temporaryFolders();
  let path = '';

  const program = (name: string, text: string): void => {
    writeFileSync(inFolder(name), `#!/usr/bin/env bash\n${text}\n`);
    chmodSync(inFolder(name), 0o755);
  };

  /** A copy beside programs that stand for the service, each of whose starts does the next of `ends`. */
  const copy = (...ends: readonly string[]): string => {
    for (const folder of ['bin', 'path', 'node_modules/.cache/compile']) {
      mkdirSync(inFolder(folder), { recursive: true });
    }
    copyFileSync(join(root, 'bin/serve'), inFolder('bin/serve'));
    program('bin/setup', '');
    const starts = inFolder('starts');
    const cases = ends.map((end, index) => `${index + 1}) ${end} ;;`).join('\n');
    program(
      'bin/shrinkd',
      `echo "$*" >> '${starts}'\ncase "$(wc -l < '${starts}')" in\n${cases}\n*) exit 70 ;; esac`,
    );
    program('path/sleep', ''); // Seconds pass at once.
    path = `${inFolder('path')}:/usr/bin:/bin`;
    return inFolder('bin/serve');
  };
  const starts = (): readonly string[] =>
    readFileSync(inFolder('starts'), 'utf8').trimEnd().split('\n');

  for (const [title, ends, code, stderr] of [
    ['passes on a good end', ['exit 0'], 0, ''],
    ['passes on a failed start', ['exit 1'], 1, ''],
    ['passes on a refused configuration', ['exit 2'], 2, ''],
    ['passes on a signal that tells to end', ['kill -TERM $$'], 143, ''],
    [
      'starts what crashed again',
      ['exit 70', 'exit 70', 'exit 0'],
      0,
      again('exit code 70').repeat(2),
    ],
    ['starts again after a fault', ['kill -SEGV $$', 'exit 3'], 3, again('SIGSEGV')],
    ['starts again what the kernel killed', ['kill -KILL $$', 'exit 0'], 0, again('SIGKILL')],
  ] as const) {
    it(title, async () => {
      const ran = await runPlainly([copy(...ends), '--port', '1'], { cwd: inFolder(), path });
      expect({ code: ran.code, stderr: withoutJobs(ran.stderr) }).to.deep.equal({ code, stderr });
      expect(starts()).to.deep.equal(ends.map(() => 'serve --port 1'));
    });
  }

  it('gives up after ten crashes in a minute', async () => {
    const { code, stderr } = await runPlainly([copy()], { cwd: inFolder(), path });
    expect(code).to.equal(70);
    expect(starts()).to.have.length(11);
    expect(stderr).to.match(
      /\(exit code 70\), the eleventh time in a minute\. It is not started again\.\n$/,
    );
  });

  it('accepts an empty state at its first start alone', async () => {
    const args = ['--accept-empty', '--host', 'a b'] as const;
    await runPlainly([copy('exit 70', 'exit 0'), ...args], { cwd: inFolder(), path });
    expect(starts()).to.deep.equal(['serve --accept-empty --host a b', 'serve --host a b']);
  });

  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGUSR2'] as const) {
    it(`passes ${signal} on to the service`, async () => {
      const waits = `trap 'exit 9' ${signal.slice(3)}; echo waits; while :; do /bin/sleep 0.05; done`;
      const child = spawnPlainly([copy(waits)], { cwd: inFolder(), path });
      for await (const line of createInterface({ input: child.stdout! }))
        if (line === 'waits') break;
      child.kill(signal);
      expect(await once(child, 'exit')).to.deep.equal([9, null]);
      expect(starts()).to.have.length(1);
    });
  }

  describe('around the service itself', () => {
    const { start } = servicesOfTest();
    const crashing = 'process.on("SIGUSR2",()=>{throw new Error("crashed")})';
    const options: ServiceOptions = {
      throughServe: true,
      environment: {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crashing)}`,
      },
    };

    it('starts it again, and ends with it', async () => {
      let printed = '';
      const onSpawn = ({ stdout }: ChildProcess): void =>
        void stdout!.on('data', (data: Buffer) => (printed += data.toString()));
      const service = await start({ ...options, onSpawn });
      service.signal('SIGUSR2');
      await until('it is ready again', async () => printed.match(/"ready"/g)?.length === 2);
      const { code, stderr } = await service.stop();
      expect(code).to.equal(0);
      expect(stderr).to.contain(again('exit code 70'));
    });

    it('is not outlived by it', async () => {
      const service = await start({ throughServe: true });
      expect(isAlive(service.pid)).to.equal(true);
      await service.kill();
      await untilGone([service.pid]);
    });
  });
});
