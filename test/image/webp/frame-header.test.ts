import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { bytesOf } from '../../../src/image/bytes.ts';
import { pixmapBytes } from '../../../src/image/pixmap.ts';
import { chunksOf } from '../../../src/image/webp/chunks.ts';
import { type FrameHeader, frameHeaderOf } from '../../../src/image/webp/frame-header.ts';
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
    const [chunk] = chunksOf(source);
    return Buffer.from(chunk!.data.read(0, chunk!.data.size));
  };

  const headerOf = (webp: Buffer): FrameHeader => frameHeaderOf(bytesOf(frameOf(webp)));

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
      const told = sharpnesses.map(
        (sharpness) => headerOf(encoded(...args, '-sharpness', `${sharpness}`)).sharpness,
      );
      expect(told).to.deep.equal(sharpnesses);
    });
  }

  // By libwebp's formula: 127 times what the cube root of two thirds of a quality below 0.75 leaves to 1.
  for (const [quality, quantiser] of [
    [0, 127],
    [50, 38],
    [75, 26],
    [95, 4],
    [100, 0],
  ] as const) {
    it(`tells the quantiser ${quantiser} of quality ${quality}`, () => {
      const { quantiser: told } = headerOf(encoded('-sns', '0', '-q', `${quality}`));
      expect(told).to.equal(quantiser);
    });
  }

  it('ends anywhere without an error', () => {
    const frame = frameOf(encoded('-sharpness', '7'));
    for (let length = 0; length < 50; length += 1) {
      const { sharpness, quantiser } = frameHeaderOf(bytesOf(frame.subarray(0, length)));
      expect(sharpness).to.be.within(0, 7);
      expect(quantiser).to.be.within(0, 127);
    }
  });

  const facts = { ...size, mediaType: 'image/webp' } as const;
  it('tells a result of this service by the sharpness that its encoder is given', async () => {
    const { command = [] } = adaptiveConfig.encoders['cwebp']!;
    const at = command.indexOf('-sharpness');
    const own = encoded(...command.slice(at, at + 2));
    const { quantiser } = headerOf(own);
    expect(await factsOf(own)).to.deep.equal(
      plainFacts({ ...facts, quantiser, isOwnResult: true }),
    );
  });

  for (const preset of ['default', 'photo', 'picture', 'drawing', 'icon', 'text']) {
    it(`does not tell one by the preset "${preset}" of cwebp`, async () => {
      const other = encoded('-preset', preset);
      const { quantiser } = headerOf(other);
      expect(await factsOf(other)).to.deep.equal(plainFacts({ ...facts, quantiser }));
    });
  }
});
