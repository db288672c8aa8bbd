import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/open-engine.ts';
import { createJobFolders } from '../../src/jobs/job-folder.ts';
import { createLauncher, type Launcher } from '../../src/tools/process/launcher.ts';
import { killProcessesIn } from '../../src/tools/process/leftovers.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { toolsPath } from '../support/service/service.ts';

describe('opening the engine', () => {
  const file = temporaryFolders();
  let launcher: Launcher;
  afterEach(() => launcher.close());

  it('checks the tools in a weaker sandbox where the strongest does not hold', async () => {
    await writeFile(file('bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const path = `${file()}:${toolsPath}`;
    launcher = await createLauncher({ path });
    const { config } = loadConfig({ flags: {}, environment: {} });
    const { choice, versions, close } = await openEngine(config, {
      launcher,
      folders: await createJobFolders(file('jobs'), killProcessesIn),
      path,
      secrets: [],
      onRun: () => undefined,
      onOverload: () => undefined,
      onFailure: () => undefined,
    });
    await close();
    expect(choice.sandbox.level).to.equal('limits');
    expect(choice.refused.map(({ level }) => level)).to.deep.equal(['bwrap']);
    expect(versions).to.include.keys('vips', 'mozjpeg', 'oxipng');
  });
});
