import { expect } from 'chai';
import { rasterOf, storedRaster } from '../../../../src/image/wasm/stored-pixels.ts';
import { withExactEnds } from '../../../../src/image/png/ends/exact-ends.ts';
import { withMergedColours } from '../../../../src/image/png/merges/merged-colours.ts';
import { paletteColours } from '../../../../src/image/png/palette.ts';
import { encodePng, palettePng } from '../../../../src/image/png/pixels.ts';
import { decodePng } from '../../../support/image/decode-png.ts';
import { withRepeatedColours } from '../../../../src/image/png/repeats/colours.ts';
import { storedPng } from '../../../../src/image/png/stored-png.ts';
import type { Raster } from '../../../../src/image/raster.ts';
import { bytesOf } from '../../../../src/image/bytes.ts';
import { changedEnds } from '../../../support/image/alpha-ends.ts';
import { drawing, type Levels } from '../../../support/image/drawings.ts';
import { testWasm } from '../../../support/image/wasm.ts';
import { randomNumbers } from '../../../support/random.ts';

const size = { width: 48, height: 32 };

/** A PNG in which each pixel has the colour of the palette that `indexAt` names. */
const indexed = (
  colours: readonly Levels[],
  indexAt: (x: number, y: number) => number,
): Uint8Array => {
  const { width, height } = size;
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexAt(x, y);
  }
  return palettePng(size, Uint8Array.from(colours.flat()), rows);
};

const restored = (result: Uint8Array, source: Raster): Uint8Array | undefined =>
  withExactEnds(storedPng(testWasm(), result), storedRaster(source))?.png();

const restoredPixels = (result: Uint8Array, source: Raster): Raster => {
  const made = restored(result, source) ?? expect.fail('nothing was changed');
  return decodePng(made);
};

const colourAt = ({ bands, width, data }: Raster, x: number, y: number): readonly number[] => [
  ...data.subarray((y * width + x) * bands, (y * width + x + 1) * bands),
];

describe('withExactEnds', () => {
  const thirds = (x: number): number => Math.floor(x / 16);

  it('makes nothing of a palette in which they are exact', () => {
    const colours = [
      [0, 0, 0, 0],
      [9, 8, 7, 128],
      [9, 8, 7, 255],
    ] as const;
    const source = drawing(size, 4, (x) => colours[thirds(x)]!);
    expect(restored(indexed(colours, thirds), source)).to.equal(undefined);
  });

  it('makes colours clear or opaque that nearly are, where most of their pixels were', () => {
    const source = drawing(size, 4, (x, y) => [
      200,
      100,
      50,
      [0, 128, y === 0 ? 250 : 255][thirds(x)]!,
    ]);
    const made = restoredPixels(
      indexed(
        [
          [70, 60, 50, 2],
          [200, 100, 50, 128],
          [200, 100, 50, 252],
        ],
        thirds,
      ),
      source,
    );
    expect([0, 20, 47].map((x) => colourAt(made, x, 1))).to.deep.equal([
      [0, 0, 0, 0],
      [200, 100, 50, 128],
      [200, 100, 50, 255],
    ]);
    expect(colourAt(made, 47, 0)).to.deep.equal([200, 100, 50, 255]);
  });

  it('gives pixels another colour that is clear or opaque, where theirs is not for most', () => {
    const source = drawing(size, 4, (x, y) => [9, 9, 9, y > 2 ? 230 : x < 24 ? 0 : 255]);
    const made = restoredPixels(
      indexed([[9, 9, 9, 230]], () => 0),
      source,
    );
    expect([colourAt(made, 0, 0), colourAt(made, 47, 0), colourAt(made, 5, 9)]).to.deep.equal([
      [0, 0, 0, 0],
      [9, 9, 9, 255],
      [9, 9, 9, 230],
    ]);
  });

  it('leaves pixels at an end that are between the ends in the source', () => {
    const source = drawing(size, 4, (x) => [9, 9, 9, x < 24 ? 30 : 200]);
    const ends = indexed(
      [
        [0, 0, 0, 0],
        [9, 9, 9, 255],
      ],
      (x) => (x < 24 ? 0 : 1),
    );
    expect(restored(ends, source)).to.equal(undefined);
  });

  it('finds room in a palette that is full, and the colour that is most alike', () => {
    const between = Array.from({ length: 256 }, (_, index) => [
      index,
      index,
      index,
      100 + (index % 100),
    ]);
    const indexAt = (x: number, y: number): number => (x + y * 48) % 256;
    const source = drawing(size, 4, (x, y) => {
      const [level = 0, , , alpha = 0] = between[indexAt(x, y)]!;
      return [level, level, level, y > 4 ? alpha : x % 3 === 0 ? 0 : 255];
    });
    const made = restored(indexed(between, indexAt), source) ?? expect.fail('nothing was changed');
    expect(paletteColours(bytesOf(made))).to.be.at.most(256);
    expect(changedEnds(source, decodePng(made))).to.equal(0);
  });

  it('keeps them in 25 palettes of any kind, and so do palettes that become coarser', () => {
    const random = randomNumbers(3);
    const level = (): number => random(256);
    const alpha = (): number => [0, 255, 1, 254, level()][random(5)]!;
    for (let round = 0; round < 25; round++) {
      const colours = Array.from({ length: 1 + random(90) }, () => [
        level(),
        level(),
        level(),
        alpha(),
      ]);
      const source = drawing(size, 4, () => [level(), level(), level(), alpha()]);
      const png = indexed(colours, () => random(colours.length));
      const made = restored(png, source) ?? png;
      const coarser = [
        withRepeatedColours(testWasm(), made, 50),
        withMergedColours(testWasm(), made, 100),
      ];
      for (const one of [made, ...coarser]) {
        expect(changedEnds(source, decodePng(one!)), `round ${round}`).to.equal(0);
      }
    }
  });

  it('reads sources of all kinds of pixels', () => {
    const grey = drawing(size, 2, (x) => [50, x < 24 ? 0 : 255]);
    const rgb = drawing(size, 3, () => [50, 50, 50]);
    const png = indexed([[50, 50, 50, 254]], () => 0);
    for (const source of [grey, rgb])
      expect(changedEnds(source, restoredPixels(png, source))).to.equal(0);
    const palette = storedPng(
      testWasm(),
      indexed(
        [
          [1, 2, 3, 0],
          [4, 5, 6, 255],
        ],
        (x) => x % 2,
      ),
    );
    const made = withExactEnds(storedPng(testWasm(), png), palette);
    expect(changedEnds(rasterOf(palette), decodePng(made!.png()))).to.equal(0);
  });

  it('reads filtered rows of a palette', () => {
    const source = drawing(size, 4, () => [50, 50, 50, 255]);
    const png = indexed([[50, 50, 50, 254]], () => 0);
    const made = withExactEnds(storedPng(testWasm(), png), storedRaster(source));
    expect(made?.png()).to.deep.equal(restored(png, source));
  });

  it('refuses a result without a palette in which they are not exact, and one of another size', () => {
    const source = drawing(size, 4, (x) => [1, 2, 3, x < 24 ? 0 : 255]);
    const [same, other] = [source, drawing(size, 4, () => [1, 2, 3, 254])].map(encodePng);
    expect(restored(same!, source)).to.equal(undefined);
    expect(() => restored(other!, source)).to.throw('clear and opaque');
    const small = drawing({ width: 2, height: 2 }, 4, () => [0, 0, 0, 0]);
    expect(() => restored(same!, small)).to.throw('size');
  });
});
