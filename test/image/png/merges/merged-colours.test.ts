import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import { ServiceError } from '../../../../src/errors.ts';
import { withMergedColours } from '../../../../src/image/png/merges/merged-colours.ts';
import { paletteColours } from '../../../../src/image/png/palette.ts';
import { encodePng } from '../../../../src/image/png/pixels.ts';
import { decodePng } from '../../../support/image/decode-png.ts';
import type { Raster } from '../../../../src/image/raster.ts';
import { bytesOf } from '../../../../src/image/bytes.ts';
import { testWasm } from '../../../support/image/wasm.ts';
import { bytes, chunk, ihdr, pngSignature } from '../../../support/image/builders.ts';
import { scene } from '../../../support/image/scenes.ts';

const size = { width: 64, height: 40 };

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** A PNG of indices of 8 or 4 bits. */
const pngWith = (
  colours: readonly Colour[],
  indexAt: (x: number, y: number) => number,
  { bitDepth = 8, filter = 0 }: { bitDepth?: 8 | 4; filter?: number } = {},
): Buffer => {
  const { width, height } = size;
  const rowBytes = (width * bitDepth) / 8;
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    rows[y * (rowBytes + 1)] = filter;
    for (let x = 0; x < width; x++) {
      const at = y * (rowBytes + 1) + 1 + Math.floor((x * bitDepth) / 8);
      rows[at]! |= indexAt(x, y) << (bitDepth === 4 && x % 2 === 0 ? 4 : 0);
    }
  }
  return bytes(
    pngSignature,
    ihdr(width, height, bitDepth, 3),
    chunk('PLTE', Uint8Array.from(colours.flatMap((colour) => colour.slice(0, 3)))),
    chunk(
      'tRNS',
      Uint8Array.from(colours, ([, , , alpha]) => alpha),
    ),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND'),
  );
};

const merged = (png: Uint8Array, coarseness: number): Uint8Array =>
  withMergedColours(testWasm(), png, coarseness) ?? expect.fail('the palette was declined');

const coloursOf = (png: Uint8Array): number | undefined => paletteColours(bytesOf(png));
const worstError = (one: Raster, other: Raster): number =>
  one.data.reduce((most, level, at) => Math.max(most, Math.abs(level - other.data[at]!)), 0);

/** Greys from 0 to 240, of which the middle ones are the soft edge of a letter. */
const greys = Array.from({ length: 25 }, (_, index): Colour => {
  const level = index * 10;
  return [level, level, level, 255];
});
const letters = pngWith(greys, (x, y) => (x % 16 < 6 ? 0 : x % 16 > 8 ? 24 : 1 + ((x + y) % 23)));

describe('withMergedColours', () => {
  it('leaves fewer colours in fewer bytes the coarser it is', () => {
    const made = [1, 16, 256].map((coarseness) => merged(letters, coarseness));
    const colours = made.map((png) => coloursOf(png)!);
    expect(colours).to.deep.equal(colours.toSorted((one, other) => other - one));
    expect(colours.at(-1)).to.be.below(10);
    expect(made.at(-1)!.length).to.be.below(letters.length * 0.8);
  });

  it('keeps all pixels where no error is worth a bit, and drops unused colours', () => {
    const source = pngWith(greys, (x, y) => (x + y) % 20);
    const kept = merged(source, 1e-9);
    expect(coloursOf(kept)).to.equal(20);
    const { bands, ...pixels } = decodePng(source);
    expect(decodePng(kept)).to.deep.equal({ bands, ...pixels });
  });

  it('lets no dot vanish, however coarse it is', () => {
    const colours: readonly Colour[] = [
      [250, 250, 250, 255],
      [200, 30, 30, 255],
      [244, 246, 250, 255],
    ];
    const source = pngWith(colours, (x, y) => (x === 9 && y === 9 ? 1 : x % 5 === 0 ? 2 : 0));
    const made = merged(source, 1e9);
    expect(coloursOf(made)).to.equal(2);
    const [before, after] = [decodePng(source), decodePng(made)];
    expect(worstError(before, after)).to.be.at.most(8);
  });

  it('keeps alpha that is seen on white alone', () => {
    const colours: readonly Colour[] = [
      [0, 0, 0, 255],
      [0, 0, 0, 100],
    ];
    const source = pngWith(colours, (x) => x % 2);
    expect(decodePng(merged(source, 1e9))).to.deep.equal(decodePng(source));
  });

  it('stores the alpha of the first colours alone', () => {
    const colours: readonly Colour[] = [
      [0, 0, 0, 255],
      [0, 0, 0, 0],
      [255, 0, 0, 255],
      [0, 0, 255, 60],
    ];
    const made = merged(
      pngWith(colours, (x) => x % 4),
      1e-9,
    );
    const chunkAt = Buffer.from(made).indexOf('tRNS');
    expect([
      ...made.subarray(chunkAt - 1, chunkAt),
      ...made.subarray(chunkAt + 4, chunkAt + 6),
    ]).to.deep.equal([2, 0, 60]);
  });

  it('spares smooth areas more than soft edges', () => {
    const slope = pngWith(greys, (x, y) => Math.floor((x + y) / 8));
    const edges = pngWith(greys, (x, y) => Math.abs(((x * 7 + y * 11) % 26) - 13));
    expect(coloursOf(merged(edges, 40))).to.be.below(coloursOf(merged(slope, 40))!);
  });

  it('reads indices of fewer bits', () => {
    const indexAt = (x: number, y: number): number => (x + 3 * y) % 16;
    const packed = pngWith(greys.slice(0, 16), indexAt, { bitDepth: 4 });
    const plain = pngWith(greys.slice(0, 16), indexAt);
    expect(merged(packed, 100)).to.deep.equal(merged(plain, 100));
  });

  it('declines rows with filters, and other kinds than palettes', () => {
    for (const png of [pngWith(greys, () => 1, { filter: 1 }), encodePng(scene(size))]) {
      expect(withMergedColours(testWasm(), png, 1)).to.equal(undefined);
    }
  });

  it('refuses damaged palettes', () => {
    const damaged = Buffer.from(letters);
    damaged[damaged.length - 30]! ^= 1;
    expect(() => withMergedColours(testWasm(), damaged, 1)).to.throw(ServiceError);
  });
});
