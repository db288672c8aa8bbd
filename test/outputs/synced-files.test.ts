import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { temporaryFolders } from '../support/temporary-folders.ts';

const program = fileURLToPath(new URL('../support/outputs/copy-without-proc.ts', import.meta.url));

describe('a copy of a file', () => {
  const file = temporaryFolders();

  it('is made where there is no /proc', function () {
    const script = 'mount -t tmpfs none /proc && exec "$@"';
    const unshared = ['--mount', 'sh', '-c', script, 'sh'];
    if (spawnSync('unshare', [...unshared, 'true']).status !== 0) this.skip();
    writeFileSync(file('source'), 'x'.repeat(200_000));
    const args = [...unshared, process.execPath, program, file('source'), file('target')];
    const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
    expect(JSON.parse(stdout || '{}'), stderr).to.deep.equal({ mode: '600', hasProc: false });
    expect(readFileSync(file('target')).equals(readFileSync(file('source')))).to.equal(true);
  });
});
