import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kernelsFile } from '../../support/image/kernels.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('kernels.wasm', function () {
  this.timeout(120_000);
  const inFolder = temporaryFolders();

  it('is what its sources compile to; npm run wasm writes it', () => {
    const config = fileURLToPath(new URL('asconfig.json', kernelsFile));
    execFileSync('asc', ['--config', config, '--outFile', inFolder('kernels.wasm')]);
    const isSame = readFileSync(inFolder('kernels.wasm')).equals(readFileSync(kernelsFile));
    expect(isSame).to.equal(true);
  });
});
