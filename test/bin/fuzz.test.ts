import { expect } from 'chai';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { processesIn } from '../support/e2e/processes.ts';
import { until } from '../support/until.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { plainPath, root, runPlainly, spawnPlainly } from '../support/bin/plain-shell.ts';

describe('the fuzzer from a plain shell', () => {
  const inFolder = temporaryFolders();
  const { fuzz = '' } = (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    }
  ).scripts;
  /** As npm does: by a shell, in the project's folder. */
  const command = (...args: readonly string[]): [string, ...string[]] => [
    'sh',
    '-c',
    `cd '${root}' && ${fuzz.replace('bin/run', 'exec bin/run')} ${args.join(' ')}`,
  ];
  const place = (env: Readonly<Record<string, string>> = {}) => ({
    cwd: inFolder(),
    path: plainPath(inFolder('path')),
    env: { SHRINKD_CORPUS: inFolder('no-corpus'), ...env },
  });

  const expectNothingLeft = async (): Promise<void> => {
    await until('nothing of the service is left', async () => processesIn(inFolder()).length === 0);
    const left = readdirSync(inFolder()).filter((name) => name.startsWith('shrinkd-e2e-'));
    expect(left).to.deep.equal([]);
  };

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    it(`finds its tools, and leaves nothing when ${signal} ends it`, async () => {
      const child = spawnPlainly(command('--count', '100000'), place());
      const ended = once(child, 'exit');
      for await (const line of createInterface({ input: child.stdout! })) {
        // Its pictures have been made.
        if (line.startsWith('fuzz: seed')) break;
      }
      expect(processesIn(inFolder())).not.to.deep.equal([]);
      child.kill(signal);
      expect(await ended).to.deep.equal([code, null]);
      await expectNothingLeft();
    });
  }

  it('finds no fault in a few cases', async () => {
    const { code, stdout } = await runPlainly(command('--count', '20'), place());
    expect(code, stdout).to.equal(0);
    expect(stdout).to.contain('cases a second').and.not.contain('faults');
    await expectNothingLeft();
  });

  it('leaves nothing when it fails', async () => {
    writeFileSync(inFolder('file'), '');
    const env = { SHRINKD_CORPUS: inFolder('file') };
    const { code, stderr } = await runPlainly(command('--count', '20'), place(env));
    expect(code).to.equal(1);
    expect(stderr).to.contain('ENOTDIR');
    await expectNothingLeft();
  });
});
