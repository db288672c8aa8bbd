import { expect } from 'chai';
import { createKernels } from '../../../src/image/kernels/kernels.ts';
import {
  hasTransparency,
  rasterOf,
  readRows,
  storedRaster,
} from '../../../src/image/kernels/stored-pixels.ts';
import { isTransparent, type Raster } from '../../../src/image/raster.ts';
import { flatnessIn, flatnessOf } from '../../../src/image/score/flatness.ts';
import { sampleTilesIn, sampleTilesOf } from '../../../src/image/score/sample-tiles.ts';
import { drawing } from '../../support/image/drawings.ts';
import { testKernels } from '../../support/image/kernels.ts';

const kernels = testKernels();

/** Patches of flat colour and of alpha, in any number of bands. */
const patches = (width: number, height: number, bands: Raster['bands']): Raster =>
  drawing({ width, height }, bands, (x, y) =>
    Array.from({ length: bands }, (_, band) => ((x >> (2 + band)) * 37 + (y >> 3) * 11) % 256),
  );

describe('createKernels', () => {
  it('gives none for what this machine cannot run', () => {
    expect(createKernels(Uint8Array.from([0, 0x61, 0x73, 0x6d, 2, 0, 0, 0]))).to.equal(undefined);
  });

  it('refuses rows that are too long for the memory, and goes on', () => {
    expect(() => kernels.openRows(30_000_000)).to.throw(RangeError, 'rows of 30000000');
    expect(() => kernels.openComparison(1_000_000, 1)).to.throw(RangeError, 'rows of 1000000');
    expect(() => kernels.openFiltered(100_000_000, 1)).to.throw(RangeError, 'rows of 100000000');
    expect(() => kernels.openRounding(6_000_000, 3, 1)).to.throw(RangeError, 'rows of 6000000');
    const picture = patches(33, 5, 3);
    expect(flatnessIn(kernels, storedRaster(picture))).to.equal(flatnessOf(picture));
  });

  it('takes as much memory for a tall picture as for a low one', () => {
    const apart = testKernels();
    apart.openComparison(2000, 10);
    const bytes = apart.bytes().length;
    apart.openComparison(2000, 1_000_000);
    expect(apart.bytes().length).to.equal(bytes);
    expect(bytes).to.be.below(2000 * 1000);
  });
});

describe('the kernels for one picture', () => {
  for (const bands of [1, 2, 3, 4] as const) {
    for (const width of [1, 2, 3, 5, 16, 67]) {
      it(`count the flat pixels of ${width} columns and ${bands} bands`, () => {
        const picture = patches(width, 9, bands);
        expect(flatnessIn(kernels, storedRaster(picture))).to.equal(flatnessOf(picture));
      });
    }

    it(`take the sample tiles of a picture of ${bands} bands`, () => {
      const picture = patches(1000, 700, bands);
      const tiles = sampleTilesIn(kernels, storedRaster(picture));
      expect(tiles).to.have.length(16);
      expect(tiles).to.deep.equal(sampleTilesOf(picture));
    });
  }

  for (const bands of [2, 4] as const) {
    it(`find a transparent pixel anywhere in ${bands} bands`, () => {
      const opaque = drawing({ width: 7, height: 3 }, bands, () => Array(bands).fill(255));
      expect(hasTransparency(kernels, storedRaster(opaque))).to.equal(false);
      for (const pixel of [0, 6, 7, 20]) {
        const data = Uint8Array.from(opaque.data);
        data[pixel * bands + bands - 1] = 254;
        expect(isTransparent({ ...opaque, data })).to.equal(true);
        expect(hasTransparency(kernels, storedRaster({ ...opaque, data }))).to.equal(true);
      }
    });
  }

  it('read every row once, from the first', () => {
    const seen: number[] = [];
    readRows(kernels, storedRaster(patches(8, 6, 1)), (y) => seen.push(y));
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
