import { expect } from 'chai';
import { sampleExcess } from '../../../src/image/score/sample-tiles.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { drawing } from '../../support/image/drawings.ts';
import { joinTiles, sampleTilesOf } from '../../support/image/measured.ts';

/** Flat, but for stripes from column `busyFrom` on that are stronger further down. */
const halfBusy = (width: number, height: number, busyFrom: number): Raster =>
  drawing({ width, height }, 3, (x, y) => {
    const level = x >= busyFrom && x % 2 === 0 ? 100 + Math.floor(y / 16) : 40;
    return [level, level, level];
  });

describe('sampleTilesOf', () => {
  const whole: readonly (readonly [string, number, number])[] = [
    ['of 0.4 megapixels', 640, 640],
    ['with room for few tiles', 2000, 255],
    ['of one row', 500_000, 1],
  ];
  for (const [title, width, height] of whole) {
    it(`takes a picture ${title} whole`, () => {
      const data = new Uint8Array(width * height);
      expect(sampleTilesOf({ width, height, bands: 1, data })).to.equal(undefined);
    });
  }

  it('takes as large a share of busy tiles as the picture has', () => {
    const tiles = sampleTilesOf(halfBusy(1280, 768, 896))!;
    expect(tiles).to.have.length(16);
    expect(tiles.map(({ left }) => left >= 896)).to.deep.equal([
      ...Array.from({ length: 11 }, () => false),
      ...Array.from({ length: 5 }, () => true),
    ]);
  });

  it('takes each tile once, inside the picture, from fixed places', () => {
    const tiles = sampleTilesOf(halfBusy(1000, 700, 512))!;
    expect(new Set(tiles.map(({ left, top }) => `${left} ${top}`)).size).to.equal(16);
    for (const { left, top, width, height } of tiles) {
      expect([width, height, left % 128, top % 128]).to.deep.equal([128, 128, 0, 0]);
      expect(left + width).to.be.at.most(1000);
      expect(top + height).to.be.at.most(700);
    }
    expect(sampleTilesOf(halfBusy(1000, 700, 512))).to.deep.equal(tiles);
  });

  it('ignores the colours of transparent pixels', () => {
    const picture = drawing({ width: 1024, height: 768 }, 4, (x, y) => [
      0,
      x % 2 === 0 ? 255 : 0,
      0,
      y < 128 ? 255 : 0,
    ]);
    const tiles = sampleTilesOf(picture)!;
    expect(tiles.map(({ top }) => top === 0)).to.deep.equal([
      ...Array.from({ length: 13 }, () => false),
      ...Array.from({ length: 3 }, () => true),
    ]);
  });
});

describe('sampleExcess', () => {
  it('is larger the more a type depends on all of a picture, and known for every type', () => {
    const excesses = ['image/jpeg', 'image/webp', 'image/png'].map(sampleExcess);
    expect(excesses).to.deep.equal(excesses.toSorted((one, other) => one - other));
    expect(sampleExcess('image/jxl')).to.be.within(excesses[0]!, excesses[2]!);
  });
});

describe('joinedTiles', () => {
  for (const bands of [1, 3, 4] as const) {
    it(`lays tiles of ${bands} bands side by side, four in a row`, () => {
      const picture = drawing({ width: 1024, height: 768 }, bands, (x, y) =>
        Array.from({ length: bands }, (_, band) => (x * 7 + y * 13 + band) % 256),
      );
      const tiles = sampleTilesOf(picture)!;
      const joined = joinTiles(picture, tiles);
      expect([joined.width, joined.height, joined.bands]).to.deep.equal([512, 512, bands]);
      const { left, top } = tiles[6]!;
      const pixel = ({ data, width }: Raster, x: number, y: number): readonly number[] => [
        ...data.subarray((y * width + x) * bands, (y * width + x + 1) * bands),
      ];
      expect(pixel(joined, 2 * 128 + 5, 128 + 9)).to.deep.equal(pixel(picture, left + 5, top + 9));
      expect(pixel(joined, 2 * 128 + 127, 255)).to.deep.equal(
        pixel(picture, left + 127, top + 127),
      );
    });
  }
});
