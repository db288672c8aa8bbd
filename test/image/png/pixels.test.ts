import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { encodePng } from '../../../src/image/png/pixels.ts';
import { decodePng } from '../../support/image/decode-png.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { gradients } from '../../support/image/gradients.ts';
import { pixelsOf } from '../../support/image/pictures.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { pngOf } from '../../support/image/builders.ts';

const picture = (bands: Raster['bands']): Raster => ({
  width: 19,
  height: 7,
  bands,
  data: Uint8Array.from({ length: 19 * 7 * bands }, (_, at) => (at * 37 + (at >> 4)) & 255),
});

describe('decodePng', () => {
  const file = temporaryFolders();

  for (const bands of [1, 2, 3, 4] as const) {
    it(`gives back what encodePng was given, of ${bands} bands`, () => {
      const given = picture(bands);
      expect(decodePng(encodePng(given))).to.deep.equal(given);
    });

    it(`reads every filter that vips writes, of ${bands} bands`, async () => {
      const [plain, filtered] = [file('plain.png'), file('filtered.png')];
      writeFileSync(plain, encodePng(picture(bands)));
      for (const filter of ['none', 'sub', 'up', 'avg', 'paeth', 'all']) {
        execFileSync('vips', ['copy', plain, `${filtered}[filter=${filter},strip]`]);
        expect(decodePng(readFileSync(filtered)), filter).to.deep.equal(picture(bands));
      }
    });
  }

  for (const [title, args] of [
    ['8 bits', ['256']],
    ['4 bits', ['12']],
    ['2 bits', ['4']],
    ['1 bit', ['2']],
  ] as const) {
    it(`reads a palette of ${title} as libvips does`, async () => {
      const { width, height, data } = gradients(37, 11);
      const [plain, palette] = [file('plain.png'), file('palette.png')];
      writeFileSync(plain, encodePng({ width, height, bands: 3, data: Uint8Array.from(data) }));
      execFileSync('pngquant', ['--force', '--output', palette, ...args, '--', plain]);
      const seen = await pixelsOf(palette, 'srgb');
      const read = decodePng(readFileSync(palette));
      expect(read.bands).to.equal(3);
      expect(Buffer.from(read.data)).to.deep.equal(Buffer.from(seen.data));
    });
  }

  it('reads the opacities of a palette', () => {
    const [plain, palette] = [file('plain.png'), file('palette.png')];
    writeFileSync(plain, encodePng(picture(4)));
    execFileSync('pngquant', ['--force', '--output', palette, '256', '--', plain]);
    expect(decodePng(readFileSync(palette)).bands).to.equal(4);
  });

  const refused: readonly (readonly [string, () => Uint8Array])[] = [
    ['an interlaced one', () => interlaced()],
    ['16 bits', () => pngOf({ bitDepth: 16, colourType: 2 })],
    ['image data that is cut', () => cutImageData()],
    ['something else', () => Uint8Array.from([1, 2, 3])],
  ];
  const interlaced = (): Uint8Array => {
    writeFileSync(file('plain.png'), encodePng(picture(3)));
    execFileSync('vips', ['copy', file('plain.png'), `${file('other.png')}[interlace]`]);
    return readFileSync(file('other.png'));
  };
  const cutImageData = (): Uint8Array => {
    const whole = encodePng(picture(3));
    // The height says more than the data holds.
    const view = new DataView(whole.buffer);
    view.setUint32(20, 8);
    return whole;
  };
  for (const [title, bytes] of refused) {
    it(`refuses ${title}`, () => expect(() => decodePng(bytes())).to.throw(/PNG/));
  }
});
