import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import { ServiceError } from '../../../../src/errors.ts';
import { encodePng } from '../../../../src/image/png/pixels.ts';
import { decodePng } from '../../../support/image/decode-png.ts';
import { withRepeatedColours } from '../../../../src/image/png/repeats/colours.ts';
import type { Raster } from '../../../../src/image/raster.ts';
import { testWasm } from '../../../support/image/wasm.ts';
import { bytes, chunk, ihdr, pngOf, pngSignature } from '../../../support/image/builders.ts';
import { noisy, scene } from '../../../support/image/scenes.ts';
import { randomNumbers } from '../../../support/random.ts';

const size = { width: 90, height: 60 };

describe('withRepeatedColours', () => {
  /** Levels of 256, with the alpha of each. */
  const paletteOf = (alphaOf: (level: number) => number) => [
    chunk(
      'PLTE',
      Uint8Array.from({ length: 768 }, (_, at) => Math.floor(at / 3)),
    ),
    chunk(
      'tRNS',
      Uint8Array.from({ length: 256 }, (_, level) => alphaOf(level)),
    ),
  ];

  const pngWith = (
    indexAt: (x: number, y: number) => number,
    {
      alphaOf = () => 255,
      filter = 0,
    }: { alphaOf?: (level: number) => number; filter?: number } = {},
  ): Buffer => {
    const { width, height } = size;
    const rows = new Uint8Array((width + 1) * height);
    for (let y = 0; y < height; y++) {
      rows[y * (width + 1)] = filter;
      for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexAt(x, y);
    }
    const image = chunk('IDAT', deflateSync(rows, { level: 9 }));
    return bytes(
      pngSignature,
      ihdr(width, height, 8, 3),
      ...paletteOf(alphaOf),
      image,
      chunk('IEND'),
    );
  };

  const repeated = (png: Uint8Array, coarseness: number): Uint8Array =>
    withRepeatedColours(testWasm(), png, coarseness) ?? expect.fail('the palette was declined');

  const random = randomNumbers(5);
  const grain = Uint8Array.from({ length: size.width * size.height }, () => 100 + random(9));
  const grainy = pngWith((x, y) => grain[y * size.width + x]!);

  const worstError = (one: Raster, other: Raster): number =>
    one.data.reduce((most, level, at) => Math.max(most, Math.abs(level - other.data[at]!)), 0);

  it('takes fewer bytes the coarser it is, and the same for the same palette', () => {
    const sizes = [0.3, 1, 4].map((coarseness) => repeated(grainy, coarseness).length);
    expect(sizes).to.deep.equal(sizes.toSorted((one, other) => other - one));
    expect(sizes.at(-1)).to.be.below(grainy.length * 0.5);
    expect(repeated(grainy, 1)).to.deep.equal(repeated(grainy, 1));
  });

  it('keeps all pixels where no error is worth a bit', () => {
    const kept = decodePng(repeated(grainy, 1e-9));
    expect(kept).to.deep.equal(decodePng(grainy));
  });

  it('lets no line or dot vanish, however coarse it is', () => {
    const isInk = (x: number, y: number): boolean => x === 41 || (x % 17 === 5 && y % 13 === 7);
    const drawn = pngWith((x, y) => (isInk(x, y) ? 160 : grain[y * size.width + x]!));
    const before = decodePng(drawn);
    const after = decodePng(repeated(drawn, 1000));
    expect(after.data).not.to.deep.equal(before.data);
    expect(worstError(before, after)).to.be.at.most(18);
  });

  it('keeps alpha that is seen on white alone', () => {
    const alphaOf = (level: number): number => (level === 1 ? 100 : 255);
    const source = pngWith((x, y) => grain[y * size.width + x]! % 2, { alphaOf });
    const [before, after] = [source, repeated(source, 1000)].map((png) => decodePng(png));
    expect(after).to.deep.equal(before);
  });

  it('spares smooth areas more than busy ones', () => {
    const isBusy = (x: number): boolean => x >= 45;
    const source = pngWith((x, y) => {
      const level = grain[y * size.width + x]! % 2 === 0 ? 100 : 103;
      return isBusy(x) ? level + ((x + y) % 3) * 40 : level;
    });
    const [before, after] = [source, repeated(source, 1)].map((png) => decodePng(png));
    const changedWhere = (isCounted: (x: number) => boolean): number =>
      before!.data.filter(
        (level, at) =>
          isCounted(Math.floor(at / before!.bands) % size.width) && level !== after!.data[at],
      ).length;
    expect(changedWhere(isBusy)).to.be.above(2000);
    expect(changedWhere((x) => !isBusy(x))).to.be.below(400);
  });

  it('declines rows with filters, other kinds than palettes, and few colours', () => {
    const chunks = [chunk('PLTE', new Uint8Array(48))];
    const few = pngOf({ ...size, bitDepth: 4, colourType: 3, chunks });
    for (const png of [pngWith(() => 1, { filter: 1 }), encodePng(noisy(scene(size), 4)), few]) {
      expect(withRepeatedColours(testWasm(), png, 1)).to.equal(undefined);
    }
  });

  it('refuses damaged palettes', () => {
    const damaged = Buffer.from(grainy);
    damaged[damaged.length - 30]! ^= 1;
    expect(() => withRepeatedColours(testWasm(), damaged, 1)).to.throw(ServiceError);
  });
});
