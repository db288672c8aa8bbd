import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { bytesOf } from '../../../src/image/bytes.ts';
import { pixmapBytes } from '../../../src/image/pixmap.ts';
import { chunksOf, riffEndOf, riffHeaderBytes } from '../../../src/image/webp/chunks.ts';
import { sharpnessOf } from '../../../src/image/webp/frame-header.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { factsOf, plainFacts } from '../../support/image/facts.ts';
import { noisy, scene } from '../../support/image/scenes.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('the frame header of a lossy WebP', () => {
  const inFolder = temporaryFolders();
  const size = { width: 90, height: 60 };

  const encoded = (...args: readonly string[]): Buffer => {
    writeFileSync(inFolder('photo.ppm'), pixmapBytes(noisy(scene(size), 6)));
    const files = [inFolder('photo.ppm'), '-o', inFolder('photo.webp')];
    execFileSync('cwebp', ['-quiet', ...args, ...files]);
    return readFileSync(inFolder('photo.webp'));
  };

  const frameOf = (webp: Buffer): Buffer => {
    const source = bytesOf(webp);
    const [chunk] = chunksOf(source, riffHeaderBytes, riffEndOf(source));
    return Buffer.from(chunk!.data.read(0, chunk!.data.size));
  };

  const sharpnesses = [0, 2, 5, 7];
  for (const [title, args] of [
    ['four segments', []],
    ['two segments', ['-segments', '2']],
    ['one segment', ['-segments', '1']],
    ['the simple filter', ['-nostrong']],
    ['no filter', ['-f', '0']],
    ['the finest steps', ['-q', '100']],
    ['the coarsest steps', ['-q', '0']],
  ] as const) {
    it(`tells the sharpness beside ${title}`, () => {
      const told = sharpnesses.map((sharpness) =>
        sharpnessOf(bytesOf(frameOf(encoded(...args, '-sharpness', `${sharpness}`)))),
      );
      expect(told).to.deep.equal(sharpnesses);
    });
  }

  it('ends anywhere without an error', () => {
    const frame = frameOf(encoded('-sharpness', '7'));
    for (let length = 0; length < 50; length += 1) {
      expect(sharpnessOf(bytesOf(frame.subarray(0, length)))).to.be.within(0, 7);
    }
  });

  const facts = { ...size, mediaType: 'image/webp' } as const;
  it('tells a result of this service by the sharpness that its encoder is given', async () => {
    const { command = [] } = adaptiveConfig.encoders['cwebp']!;
    const at = command.indexOf('-sharpness');
    const own = encoded(...command.slice(at, at + 2));
    expect(await factsOf(own)).to.deep.equal(plainFacts({ ...facts, isOwnResult: true }));
  });

  for (const preset of ['default', 'photo', 'picture', 'drawing', 'icon', 'text']) {
    it(`does not tell one by the preset "${preset}" of cwebp`, async () => {
      const other = encoded('-preset', preset);
      expect(await factsOf(other)).to.deep.equal(plainFacts(facts));
    });
  }
});
