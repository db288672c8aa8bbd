import { expect } from 'chai';
import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createJobFolders, type JobFolders } from '../../../src/jobs/job-folder.ts';
import { createLauncher, type Launcher } from '../../../src/tools/process/launcher.ts';
import { createToolTrial } from '../../../src/tools/startup/tool-trial.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { roomyLimits, systemPath } from '../../support/tools/processes.ts';

const { signal } = new AbortController();

describe('the trial of tools', () => {
  const file = temporaryFolders();
  let launcher: Launcher;
  let folders: JobFolders;
  before(async () => {
    launcher = await createLauncher({ path: systemPath });
  });
  beforeEach(async () => {
    folders = await createJobFolders(file('work'), async () => undefined);
  });
  after(() => launcher.close());

  const parts = () =>
    ({ folders, launcher, sandbox: { level: 'limits' }, limits: roomyLimits }) as const;

  it('finds nothing where a tool can be started, and leaves nothing', async () => {
    expect(await createToolTrial(parts())(signal)).to.equal(undefined);
    expect(await readdir(file('work'))).to.deep.equal([]);
  });

  it('finds that the work folder cannot be used', async () => {
    const open: JobFolders['open'] = async () => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    };
    const trial = createToolTrial({ ...parts(), folders: { ...folders, open } });
    expect(await trial(signal)).to.equal('The work folder cannot be used (EROFS).');
  });

  it('finds that no sandbox can be started', async () => {
    const sandbox = { level: 'bwrap', mounts: ['--ro-bind', '/nowhere', '/nowhere'] } as const;
    expect(await createToolTrial({ ...parts(), sandbox })(signal)).to.match(
      /^No tool can be started \(.+\)\.$/,
    );
    rmSync(file('work'), { recursive: true });
  });

  it('finds nothing once the service ends', async () => {
    expect(await createToolTrial(parts())(AbortSignal.abort())).to.equal(undefined);
  });
});
