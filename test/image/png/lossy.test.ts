import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import { ServiceError } from '../../../src/errors.ts';
import { isLossyPngSource, lossyPng as lossyPngOf } from '../../../src/image/png/lossy.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';
import { storedPng } from '../../../src/image/png/stored-png.ts';
import { decodePng } from '../../support/image/decode-png.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { maxBanding } from '../../../src/image/score/banding.ts';
import { bytes, chunk, ihdr, pngOf, pngSignature } from '../../support/image/builders.ts';
import { drawing } from '../../support/image/drawings.ts';
import { testWasm } from '../../support/image/wasm.ts';
import { bandingOf } from '../../support/image/measured.ts';
import { noisy, scene, withAlpha } from '../../support/image/scenes.ts';
import { randomNumbers } from '../../support/random.ts';

const wasm = testWasm();
const size = { width: 96, height: 72 };
const photo = noisy(scene(size), 6);
const fading = withAlpha(photo, (x) => Math.max(0, Math.min(255, (x - 30) * 6)));

/** Of a PNG; undefined where none is made of it. */
const lossyPng = (content: Uint8Array, quality: number): Uint8Array | undefined =>
  isLossyPngSource(content) ? lossyPngOf(wasm, storedPng(wasm, content), quality) : undefined;

const lossy = (picture: Raster, quality: number): Raster => {
  const made = lossyPng(encodePng(picture), quality);
  return decodePng(made ?? expect.fail('the PNG was declined'));
};

/** The same picture with the first bands alone. */
const withBands = (picture: Raster, bands: Raster['bands']): Raster =>
  drawing(picture, bands, (x, y) => {
    const at = (y * picture.width + x) * picture.bands;
    const alpha = picture.data[at + picture.bands - 1]!;
    return bands % 2 === 0
      ? [...picture.data.subarray(at, at + bands - 1), alpha]
      : [...picture.data.subarray(at, at + bands)];
  });

const bandOf = ({ bands, data }: Raster, band: number): Uint8Array =>
  data.filter((_, at) => at % bands === band);

const meanOf = (levels: ArrayLike<number>): number =>
  Array.from(levels).reduce((sum, level) => sum + level, 0) / levels.length;

/** Root mean square of the differences of levels. */
const errorOf = (source: Raster, result: Raster): number =>
  Math.sqrt(meanOf(Array.from(source.data, (level, at) => (level - result.data[at]!) ** 2)));

describe('lossyPng', () => {
  for (const bands of [1, 2, 3, 4] as const) {
    const picture = withBands(fading, bands);

    it(`loses nothing at quality 100, of ${bands} bands`, () => {
      const opaque = bands % 2 === 0 ? withAlpha(withBands(photo, 3), () => 255) : picture;
      expect(lossy(opaque, 100)).to.deep.equal(opaque);
    });

    it(`keeps the mean of each band, and changes its levels, of ${bands} bands`, () => {
      const result = lossy(picture, 25);
      for (let band = 0; band < bands - ((bands + 1) % 2); band++) {
        const isSeen = (_: number, pixel: number): boolean =>
          bands % 2 === 1 || picture.data[(pixel + 1) * bands - 1] !== 0;
        const [before, after] = [picture, result].map((one) => bandOf(one, band).filter(isSeen));
        expect(after).not.to.deep.equal(before);
        expect(meanOf(after!)).to.be.closeTo(meanOf(before!), 0.5);
      }
    });
  }

  it('takes fewer bytes for lower qualities', () => {
    const sizes = [100, 75, 50, 25, 0].map(
      (quality) => lossyPng(encodePng(photo), quality)!.length,
    );
    expect(sizes).to.deep.equal(sizes.toSorted((one, other) => other - one));
    expect(sizes[3]).to.be.below(sizes[0]! * 0.5);
  });

  it('shows no bands in a sky with some grain', () => {
    const sky = noisy(
      drawing({ width: 160, height: 160 }, 3, (x, y) => {
        const level = 60 + (x + 2 * y) / 14;
        return [level, level + 20, level + 60];
      }),
      4,
    );
    const result = lossy(sky, 15);
    expect(result).not.to.deep.equal(sky);
    expect(bandingOf(sky, result)).to.be.at.most(maxBanding);
  });

  it('has less grain where the picture is smooth', () => {
    const busy = noisy(
      drawing(size, 3, () => [120, 130, 110]),
      40,
    );
    const slope = drawing(size, 3, (x, y) => [40 + x, 60 + y, 90 + (x + y) / 2]);
    const [inBusy, inSmooth] = [busy, slope].map((one) => errorOf(one, lossy(one, 25)));
    expect(inSmooth).to.be.below(inBusy! * 0.5);
  });

  it('changes green least and blue most', () => {
    const result = lossy(photo, 25);
    const [red, green, blue] = [0, 1, 2].map((band) =>
      errorOf({ ...photo, data: bandOf(photo, band) }, { ...result, data: bandOf(result, band) }),
    );
    expect(green).to.be.below(red!);
    expect(red).to.be.below(blue!);
  });

  it('leaves flat areas as they are', () => {
    const plain = drawing(size, 3, (x, y) => {
      const at = (y * size.width + x) * 3;
      return x < 40 ? (photo.data.subarray(at, at + 3) as unknown as number[]) : [203, 199, 187];
    });
    const result = lossy(plain, 10);
    for (let y = 1; y < size.height; y++) {
      for (let x = 42; x < size.width - 2; x++) {
        const at = (y * size.width + x) * 3;
        expect([...result.data.subarray(at, at + 3)], `${x}, ${y}`).to.deep.equal([203, 199, 187]);
      }
    }
  });

  it('keeps alpha as it is', () => {
    const noisyAlpha = withAlpha(photo, (x, y) => (x * 37 + y * 91) % 256);
    for (const picture of [fading, noisyAlpha, withBands(noisyAlpha, 2)]) {
      const { bands } = picture;
      expect(bandOf(lossy(picture, 10), bands - 1)).to.deep.equal(bandOf(picture, bands - 1));
    }
  });

  it('spends nothing on colours that alpha hides', () => {
    const hidden = withAlpha(photo, () => 0);
    const black = drawing(size, 4, () => [0, 0, 0, 0]);
    const [noise, nothing] = [hidden, black].map((one) => lossyPng(encodePng(one), 25)!);
    expect(noise).to.deep.equal(nothing);
  });

  it('gives the same bytes each time', () => {
    const [one, other] = [1, 2].map(() => lossyPng(encodePng(fading), 25));
    expect(one).to.deep.equal(other);
  });

  const palette = chunk('PLTE', '\0\0\0\xff\xff\xff');
  const declined: readonly (readonly [string, Uint8Array])[] = [
    ['a palette', pngOf({ colourType: 3, chunks: [palette] })],
    ['16 bits', pngOf({ bitDepth: 16 })],
    ['grey of 4 bits', pngOf({ colourType: 0, bitDepth: 4 })],
    ['one transparent colour', pngOf({ chunks: [chunk('tRNS', 0, 0, 0, 0, 0, 0)] })],
    ['interlacing', bytes(pngSignature, chunk('IHDR', pngOf().subarray(16, 28), 1), chunk('IEND'))],
  ];
  for (const [title, content] of declined) {
    it(`declines ${title}`, () => {
      expect(lossyPng(content, 25)).to.equal(undefined);
    });
  }

  const whole = Buffer.from(encodePng(photo));
  const idat = whole.indexOf('IDAT');
  const withChanged = (at: number): Buffer => {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    return changed;
  };
  const rows = (count: number): Buffer => deflateSync(new Uint8Array(count));
  const pngWith = (data: Uint8Array): Buffer =>
    bytes(pngSignature, ihdr(4, 3, 8, 2), chunk('IDAT', data), chunk('IEND'));
  const damaged: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['a truncated file', whole.subarray(0, 2000), /truncated/],
    ['a wrong checksum', withChanged(idat + 500), /damaged IDAT/],
    ['a damaged header', withChanged(idat - 10), /damaged IHDR/],
    ['data that is not deflated', pngWith(bytes('no deflate')), /damaged image data/],
    ['too little data', pngWith(rows(38)), /too little/],
    ['more data than its size has', pngWith(rows(5_000_000)), /damaged image data/],
    ['an unknown filter', pngWith(deflateSync(new Uint8Array(39).fill(5))), /unknown filter/],
    ['no PNG', bytes('GIF89a'), /signature/],
  ];
  for (const [title, content, words] of damaged) {
    it(`fails for ${title}`, () => {
      expect(() => lossyPng(content, 25)).to.throw(ServiceError, words);
    });
  }

  it('gives a PNG, declines or fails with a reason, whatever it reads', () => {
    const random = randomNumbers(11);
    const sources = [photo, fading].map((one) => Buffer.from(encodePng(one)));
    for (let round = 0; round < 400; round++) {
      const content = Buffer.from(sources[round % 2]!);
      for (let change = 0; change <= random(3); change++) {
        content[random(round % 4 === 0 ? 60 : content.length)] = random(256);
      }
      try {
        const result = lossyPng(content, random(101));
        if (result !== undefined) decodePng(result);
      } catch (error) {
        expect(error).to.have.property('code', 'decode_failed');
      }
    }
  });
});
