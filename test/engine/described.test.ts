import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import type { PictureChange } from '../../src/image/plan.ts';
import { pixelsOfContent } from '../support/image/pictures.ts';
import { rejectionOf } from '../support/rejection.ts';
import { bytes, chunk, ihdr, pngSignature, uint32 } from '../support/image/builders.ts';
import { srgbProfile } from '../support/image/metadata.ts';
import { compressing } from '../support/engine/compressing.ts';

const [width, height] = [16, 12];
const gama = (gamma: number): Buffer => chunk('gAMA', uint32(gamma));
const p3 = chunk(
  'cHRM',
  ...[31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000].map(uint32),
);

/** A PNG of one colour: its colour type, bit depth, the bytes of a pixel, and chunks before the pixels. */
const flat = (
  type: number,
  depth: number,
  pixel: readonly number[],
  ...chunks: readonly Uint8Array[]
): Buffer => {
  const row = bytes(0, ...Array.from({ length: width }, () => bytes(...pixel)));
  const rows = bytes(...Array.from({ length: height }, () => row));
  return bytes(
    pngSignature,
    ihdr(width, height, depth, type),
    ...chunks,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND'),
  );
};

/** IEC 61966-2-1: light (0 to 1) to a level of 255. */
const levelOf = (light: number): number =>
  255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
/** What a level means where gAMA says `gamma`. */
const byGamma = (level: number, gamma: number): number => levelOf((level / 255) ** (1 / gamma));

const rgb = [200, 100, 50];
const linear = rgb.map((level) => byGamma(level, 1));

/** What is stored, and the red, green, blue (and alpha) that it is to be seen as. */
const described: Readonly<Record<string, readonly [Buffer, readonly number[]]>> = {
  'linear RGB': [flat(2, 8, rgb, gama(100_000)), linear],
  'RGB of gamma 0.35': [flat(2, 8, rgb, gama(35_000)), rgb.map((level) => byGamma(level, 0.35))],
  'RGB of gamma 0.48': [flat(2, 8, rgb, gama(48_000)), rgb.map((level) => byGamma(level, 0.48))],
  'linear grey': [flat(0, 8, [127], gama(100_000)), [1, 1, 1].map(() => byGamma(127, 1))],
  'linear grey of 16 bits': [
    flat(0, 16, [127, 127], gama(100_000)),
    [1, 1, 1].map(() => byGamma(127, 1)),
  ],
  'linear RGB of 16 bits': [flat(2, 16, [200, 200, 100, 100, 50, 50], gama(100_000)), linear],
  'linear RGB with alpha': [flat(6, 8, [...rgb, 120], gama(100_000)), [...linear, 120]],
  'linear grey with alpha': [
    flat(4, 8, [127, 120], gama(100_000)),
    [...[1, 1, 1].map(() => byGamma(127, 1)), 120],
  ],
  'a linear palette': [flat(3, 8, [0], gama(100_000), chunk('PLTE', ...rgb)), linear],
  // As Chromium 150 shows it.
  'P3 by gAMA and cHRM': [flat(2, 8, rgb, gama(45_455), p3), [216, 93, 24]],
  'linear P3': [flat(2, 8, rgb, gama(100_000), p3), [240, 165, 114]],
  'P3 by cICP': [flat(2, 8, rgb, chunk('cICP', 12, 13, 0, 1), gama(100_000)), [215, 93, 31]],
  'BT.2020 by cICP': [flat(2, 8, rgb, chunk('cICP', 9, 14, 0, 1)), [239, 63, 5]],
  'BT.709 by cICP': [flat(2, 8, rgb, chunk('cICP', 1, 1, 0, 1)), [197, 91, 39]],
  'sRGB by its chunk over gAMA': [flat(2, 8, rgb, chunk('sRGB', 0), gama(100_000)), rgb],
  'sRGB by cICP over gAMA': [flat(2, 8, rgb, chunk('cICP', 1, 13, 0, 1), gama(100_000)), rgb],
  'sRGB by a profile over gAMA': [
    flat(2, 8, rgb, gama(100_000), chunk('iCCP', 'srgb\0\0', deflateSync(srgbProfile))),
    rgb,
  ],
};

const changes: Readonly<Record<string, PictureChange>> = {
  resized: { resize: { method: 'scale', width: 8 } },
  'resized as a thumbnail': { resize: { method: 'thumb', width: 8, height: 8 } },
  'converted to WebP': { convert: ['image/webp'] },
  'converted to JPEG': { convert: ['image/jpeg'], background: { red: 0, green: 0, blue: 0 } },
};

describe('the engine, given a PNG that describes its colours by chunks', () => {
  const engine = compressing();

  for (const [what, [source, seen]] of Object.entries(described)) {
    for (const [how, change] of Object.entries(changes)) {
      it(`shows ${what} as it is, ${how}`, async () => {
        const { result, content, failures } = await engine.compress(source, { change });
        const { data } = await pixelsOfContent(content, result.mediaType);
        const [red = 0, green = 0, blue = 0, alpha = 255] = seen;
        const isFilled = result.mediaType === 'image/jpeg' && alpha < 255;
        const levels = [red, green, blue].map((level) =>
          isFilled ? (level * alpha) / 255 : level,
        );
        // JPEG, and a smaller palette, are coarse.
        const tolerance = result.mediaType === 'image/jpeg' ? 8 : 3;
        levels.forEach((level, band) => expect(data[band]).to.be.closeTo(level, tolerance));
        for (const name of ['gAMA', 'cHRM', 'cICP', 'iCCP', 'ICCP', 'ICC_PROFILE']) {
          if (change.resize !== undefined) expect(content.includes(name), name).to.equal(false);
        }
        expect(failures).to.deep.equal([]);
      });
    }
  }

  it('keeps the chunks where it only compresses', async () => {
    const source = flat(2, 8, rgb, gama(100_000), p3, chunk('tEXt', 'a\0b'));
    const { content } = await engine.compress(source);
    const kept = ['gAMA', 'cHRM', 'tEXt'].filter((name) => content.includes(name));
    expect(kept).to.deep.equal(['gAMA', 'cHRM']);
  });

  it('refuses to change colours of a high dynamic range, and compresses them', async () => {
    const source = flat(2, 8, rgb, chunk('cICP', 9, 16, 0, 1));
    const change = changes['converted to WebP']!;
    const error = await rejectionOf(engine.compress(source, { change }));
    expect(error).to.include({ code: 'decode_failed' });
    expect((await engine.compress(source)).content.includes('cICP')).to.equal(true);
  });
});
