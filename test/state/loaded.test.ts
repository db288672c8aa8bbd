import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolders } from '../support/temporary-folders.ts';

const program = fileURLToPath(new URL('../support/state/loaded-packages.ts', import.meta.url));

describe('the client of Redis', function () {
  this.timeout(30_000);
  const inFolder = temporaryFolders();
  const loaded = async (...args: string[]): Promise<number> =>
    Number((await promisify(execFile)(process.execPath, [program, ...args])).stdout);

  it('is loaded by what works with Redis', async () => {
    expect(await loaded('data/open-redis-data.ts')).to.be.greaterThan(10);
  });

  it('is not loaded by a service with files, or the command line', async () => {
    expect(await loaded('compose.ts', inFolder('service'))).to.equal(0);
    expect(await loaded('cli/main.ts')).to.equal(0);
  });
});
