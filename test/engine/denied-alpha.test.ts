import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { bytesOf } from '../../src/image/bytes.ts';
import { readFacts } from '../../src/image/read-facts.ts';
import { compressing } from '../support/engine/compressing.ts';
import { wavesPng } from '../support/image/alpha-ends.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('a lossless WebP whose header denies the alpha of its pixels', () => {
  const engine = compressing();
  const inFolder = temporaryFolders();

  /** With the bit of alpha behind the signature and the two sides of a VP8L cleared (RFC 9649, 3.4). */
  const denying = (): Buffer => {
    writeFileSync(inFolder('waves.png'), wavesPng());
    const files = [inFolder('waves.png'), '-o', inFolder('waves.webp')];
    execFileSync('cwebp', ['-quiet', '-lossless', '-exact', '-m', '0', ...files]);
    const webp = readFileSync(inFolder('waves.webp'));
    const at = webp.indexOf('VP8L') + 'VP8L'.length + 4 + 1;
    webp.writeUInt32LE(webp.readUInt32LE(at) & ~(1 << 28), at);
    return webp;
  };

  it('is opaque for all encoders, and none is said to have failed', async () => {
    const { result, failures, content } = await engine.compress(denying());
    expect(failures).to.deep.equal([]);
    expect(result.isDegraded).to.equal(false);
    expect(await readFacts(bytesOf(content))).to.include({ hasAlpha: false });
    expect(result.receipt.candidates.map(({ reason }) => reason)).to.include(
      'it has the alpha of pixels that the header of the source calls opaque',
    );
  });
});
