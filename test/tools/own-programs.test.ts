import { expect } from 'chai';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { encodePng } from '../../src/image/png/pixels.ts';
import { decodePng } from '../support/image/decode-png.ts';
import { findProgram, toolEnvironment } from '../../src/tools/find-program.ts';
import { asRunnable, compileCache, ownProgramFiles } from '../../src/tools/own-programs.ts';
import { createLauncher, type Launcher } from '../../src/tools/process/launcher.ts';
import { type Sandbox, sandboxMounts } from '../../src/tools/process/sandbox.ts';
import type { CommandEnd } from '../../src/tools/process/tool-shell.ts';
import { chunk, pngOf } from '../support/image/builders.ts';
import { noisy, scene } from '../support/image/scenes.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { needsBubblewrap } from '../support/tools/bubblewrap.ts';
import { commandOf, roomyLimits, systemPath } from '../support/tools/processes.ts';

const path = findProgram('lossy-png', systemPath) ?? '';

describe('a program of the service itself', () => {
  const file = temporaryFolders();
  let launcher: Launcher;
  before(async () => {
    launcher = await createLauncher({ path: systemPath });
  });
  after(() => launcher.close());
  beforeEach(() => mkdir(file('job')));
  afterEach(() => launcher.closeFolder(file('job')));

  const run = (args: readonly string[], sandbox: Sandbox): Promise<CommandEnd> => {
    const limits = { ...roomyLimits, memoryBytes: 512 * 1024 ** 2 };
    const environment = toolEnvironment(systemPath);
    const argv: readonly [string, ...string[]] = [path, ...args];
    const command = commandOf(file('job'), ['none'], { argv, environment, limits, sandbox });
    return launcher.run(asRunnable(command), new AbortController().signal);
  };

  it('is found by its name, wherever programs are searched', () => {
    expect(existsSync(path)).to.equal(true);
    expect(findProgram('lossy-png', '')).to.equal(path);
    expect(findProgram('toString', '')).to.equal(undefined);
  });

  it('leaves the commands of other programs as they are', () => {
    const command = commandOf('/jobs/1', ['tells']);
    expect(asRunnable(command)).to.equal(command);
  });

  it('shares the sandbox of other tools where their limits leave room for Node', () => {
    const gibibyte = 1024 ** 3;
    const limitsWith = (memoryBytes: number) => {
      const limits = { ...roomyLimits, memoryBytes };
      return asRunnable({ ...commandOf('/jobs/1', ['tells']), argv: [path], limits }).limits;
    };
    expect(limitsWith(4 * gibibyte)).to.deep.equal({ ...roomyLimits, memoryBytes: 4 * gibibyte });
    expect(limitsWith(gibibyte)).to.include({
      memoryBytes: gibibyte,
      addressSpaceBytes: 4 * gibibyte,
    });
  });

  const picture = noisy(scene({ width: 80, height: 60 }), 4);
  const sandboxes: readonly Sandbox[] = [
    { level: 'none' },
    { level: 'limits' },
    { level: 'bwrap', mounts: sandboxMounts(ownProgramFiles, [], [compileCache]) },
  ];
  for (const sandbox of sandboxes) {
    it(`runs in the sandbox ${sandbox.level}, with less memory than Node reserves`, async function () {
      if (sandbox.level === 'bwrap') needsBubblewrap(this);
      writeFileSync(file('job/in.png'), encodePng(picture));
      const end = await run(['100', 'in.png', 'out.png'], sandbox);
      expect(end).to.include({ how: 'exited', exitCode: 0, printed: '' });
      expect(decodePng(readFileSync(file('job/out.png')), 1_000_000)).to.deep.equal(picture);
    });
  }

  it('prints its version', async () => {
    const { printed, exitCode } = await run(['--version'], { level: 'none' });
    expect(exitCode).to.equal(0);
    expect(printed).to.match(/^lossy-png \d+\.\d+$/);
  });

  it('exits with codes for what it declines, cannot read and is not made for', async () => {
    const palette = pngOf({ colourType: 3, chunks: [chunk('PLTE', 0, 0, 0)] });
    writeFileSync(file('job/palette.png'), palette);
    writeFileSync(file('job/broken.png'), encodePng(picture).subarray(0, 500));
    const codes = await Promise.all(
      [
        ['25', 'palette.png', 'out.png'],
        ['25', 'broken.png', 'out.png'],
        ['101', 'broken.png', 'out.png'],
        ['25', 'broken.png'],
      ].map(async (args) => (await run(args, { level: 'none' })).exitCode),
    );
    expect(codes).to.deep.equal([3, 1, 2, 2]);
    expect(existsSync(file('job/out.png'))).to.equal(false);
  });
});
