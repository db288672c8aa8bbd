import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wasmFile } from '../../support/image/wasm.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('pixel-loops.wasm', function () {
  this.timeout(120_000);
  const inFolder = temporaryFolders();

  it('is what its sources compile to; npm run wasm writes it', () => {
    const config = fileURLToPath(new URL('asconfig.json', wasmFile));
    execFileSync('asc', ['--config', config, '--outFile', inFolder('pixel-loops.wasm')]);
    const isSame = readFileSync(inFolder('pixel-loops.wasm')).equals(readFileSync(wasmFile));
    expect(isSame).to.equal(true);
  });
});
