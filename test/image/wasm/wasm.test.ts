import { expect } from 'chai';
import { createWasm } from '../../../src/image/wasm/wasm.ts';
import {
  hasTransparency,
  rasterOf,
  readRows,
  storedRaster,
} from '../../../src/image/wasm/stored-pixels.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { isTransparent } from '../../support/image/is-transparent.ts';
import { drawing } from '../../support/image/drawings.ts';
import { testWasm } from '../../support/image/wasm.ts';
import { flatnessOf } from '../../support/image/measured.ts';

const wasm = testWasm();

/** Patches of flat colour and of alpha, in any number of bands. */
const patches = (width: number, height: number, bands: Raster['bands']): Raster =>
  drawing({ width, height }, bands, (x, y) =>
    Array.from({ length: bands }, (_, band) => ((x >> (2 + band)) * 37 + (y >> 3) * 11) % 256),
  );

const bandsAt = ({ width, bands, data }: Raster, x: number, y: number): Uint8Array =>
  data.subarray((y * width + x) * bands, (y * width + x + 1) * bands);

const exactFlatnessOf = (picture: Raster): number => {
  const { width, height } = picture;
  let flat = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const [left, own] = [x - 1, x].map((column) => bandsAt(picture, column, y));
      const areClear = left!.length % 2 === 0 && left!.at(-1) === 0 && own!.at(-1) === 0;
      if (areClear || left!.every((level, band) => level === own![band])) flat++;
    }
  }
  return width < 2 ? 0 : flat / (height * (width - 1));
};

/** In visible green and in alpha, times 255. */
const exactActivityOf = (picture: Raster, y: number, left: number, columns: number): number => {
  const seen = Array.from({ length: columns }, (_, column) => {
    const levels = bandsAt(picture, left + column, y);
    const opacity = levels.length % 2 === 0 ? levels.at(-1)! : 255;
    return { opacity, green: levels[levels.length < 3 ? 0 : 1]! * opacity };
  });
  return seen.slice(1).reduce((sum, { opacity, green }, at) => {
    const before = seen[at]!;
    return sum + Math.abs(green - before.green) + 255 * Math.abs(opacity - before.opacity);
  }, 0);
};

describe('createWasm', () => {
  it('throws for what this machine cannot run', () => {
    expect(() => createWasm(Uint8Array.from([0, 0x61, 0x73, 0x6d, 2, 0, 0, 0]))).to.throw(
      'version',
    );
  });

  it('refuses rows that are too long for the memory, and goes on', () => {
    expect(() => wasm.openRows(30_000_000)).to.throw(RangeError, 'rows of 30000000');
    expect(() => wasm.openComparison(1_000_000, 1)).to.throw(RangeError, 'rows of 1000000');
    expect(() => wasm.openFiltered(100_000_000, 1)).to.throw(RangeError, 'rows of 100000000');
    expect(() => wasm.openRounding(6_000_000, 3, 1)).to.throw(RangeError, 'rows of 6000000');
    const picture = patches(33, 5, 3);
    expect(flatnessOf(picture)).to.equal(exactFlatnessOf(picture));
  });

  it('takes as much memory for a tall picture as for a low one', () => {
    const apart = testWasm();
    apart.openComparison(2000, 10);
    const bytes = apart.bytes().length;
    apart.openComparison(2000, 1_000_000);
    expect(apart.bytes().length).to.equal(bytes);
    expect(bytes).to.be.below(2000 * 1000);
  });
});

describe('the pixel loops for one picture', () => {
  for (const bands of [1, 2, 3, 4] as const) {
    for (const width of [1, 2, 3, 5, 16, 67]) {
      it(`count the flat pixels of ${width} columns and ${bands} bands`, () => {
        const picture = patches(width, 9, bands);
        expect(flatnessOf(picture)).to.equal(exactFlatnessOf(picture));
      });
    }

    it(`add up the differences between neighbours in part of a row, of ${bands} bands`, () => {
      const picture = patches(100, 3, bands);
      const sums: number[] = [];
      readRows(wasm, storedRaster(picture), () => sums.push(wasm.activityOf(20, 64)));
      expect(sums).to.deep.equal([0, 1, 2].map((y) => exactActivityOf(picture, y, 20, 64)));
    });
  }

  for (const bands of [2, 4] as const) {
    it(`find a transparent pixel anywhere in ${bands} bands`, () => {
      const opaque = drawing({ width: 7, height: 3 }, bands, () => Array(bands).fill(255));
      expect(hasTransparency(wasm, storedRaster(opaque))).to.equal(false);
      for (const pixel of [0, 6, 7, 20]) {
        const data = Uint8Array.from(opaque.data);
        data[pixel * bands + bands - 1] = 254;
        expect(isTransparent({ ...opaque, data })).to.equal(true);
        expect(hasTransparency(wasm, storedRaster({ ...opaque, data }))).to.equal(true);
      }
    });
  }

  it('read every row once, from the first', () => {
    const seen: number[] = [];
    readRows(wasm, storedRaster(patches(8, 6, 1)), (y) => seen.push(y));
    expect(seen).to.deep.equal([0, 1, 2, 3, 4, 5]);
  });
});

describe('rasterOf', () => {
  const indices = { ...patches(5, 4, 1), data: Uint8Array.from({ length: 20 }, (_, at) => at) };
  const palette = Uint8Array.from({ length: 1024 }, (_, at) => (at % 4 === 3 ? 255 : at % 251));

  it('is the raster that was stored', () => {
    for (const bands of [1, 2, 3, 4] as const) {
      const picture = patches(5, 4, bands);
      expect(rasterOf(storedRaster(picture))).to.deep.equal(picture);
    }
  });

  it('has the colours of the palette, with alpha where one is not opaque', () => {
    const opaque = rasterOf({ ...storedRaster(indices), palette });
    expect(opaque.bands).to.equal(3);
    expect([...opaque.data.subarray(3, 6)]).to.deep.equal([4, 5, 6]);
    const veiled = rasterOf({ ...storedRaster(indices), palette: palette.with(7, 9) });
    expect(veiled.bands).to.equal(4);
    expect([...veiled.data.subarray(4, 8)]).to.deep.equal([4, 5, 6, 9]);
  });
});
