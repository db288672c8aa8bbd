import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { bubblewrapReading, needsBubblewrap } from '../../support/tools/bubblewrap.ts';
import { fixtureTools } from '../../support/tools/processes.ts';

const program = fileURLToPath(new URL('../../support/tools/first-process.ts', import.meta.url));
/** Makes a program the first process of a namespace, as it is in a container. */
const unshare = ['--pid', '--fork', '--mount-proc'];

describe('a sandbox that is killed', () => {
  const file = temporaryFolders();

  for (const sandbox of [
    bubblewrapReading(fixtureTools),
    { level: 'limits' },
    { level: 'none' },
  ] as const) {
    it(`leaves no zombies to the first process of a container (${sandbox.level})`, function () {
      if (spawnSync('unshare', [...unshare, 'true']).status !== 0) this.skip();
      if (sandbox.level === 'bwrap') needsBubblewrap(this);
      const folders = [file('one'), file('two')];
      folders.forEach((folder) => mkdirSync(folder));
      const args = [...unshare, process.execPath, program, JSON.stringify(sandbox), ...folders];
      const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
      const expected = { pid: 1, ends: ['deadline', 'deadline'], zombies: [] };
      expect(JSON.parse(stdout || '{}'), stderr).to.deep.equal(expected);
    });
  }
});
