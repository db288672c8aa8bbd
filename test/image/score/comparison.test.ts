import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { storedRaster, type StoredPixels } from '../../../src/image/wasm/stored-pixels.ts';
import { decodePng } from '../../support/image/decode-png.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { compare } from '../../../src/image/score/comparison.ts';
import { corpusFiles } from '../../support/corpus.ts';
import { drawing } from '../../support/image/drawings.ts';
import { exactBandingOf } from '../../support/image/exact-banding.ts';
import { exactLikenessOf } from '../../support/image/exact-score.ts';
import { testWasm } from '../../support/image/wasm.ts';
import { comparisonOf } from '../../support/image/measured.ts';
import {
  banded,
  bled,
  blurred,
  changed,
  noisy,
  scene,
  withAlpha,
} from '../../support/image/scenes.ts';

const wasm = testWasm();

/** How far scores may be from exact arithmetic: points, and shares of scores below 0. */
const toleranceOf = (score: number): number => 0.001 * Math.max(1, -score / 100);

const check = (source: Raster, result: Raster): void => {
  const exact = exactLikenessOf(source, result);
  const { banding, colourLoss, ...likeness } = comparisonOf(source, result);
  for (const name of ['score', 'worstPlace'] as const) {
    expect(likeness[name], name).to.be.closeTo(exact[name], toleranceOf(exact[name]));
  }
  expect(banding).to.equal(exactBandingOf(source, result));
  expect(colourLoss).to.equal(exactColourLossOf(source, result));
};

const exactColourLossOf = (source: Raster, result: Raster): number => {
  const pixels = source.width * source.height;
  const lessGreen = ({ bands, data }: Raster, pixel: number, band: number): number =>
    bands < 3 ? 0 : data[pixel * bands + band]! - data[pixel * bands + 1]!;
  const isOff = (pixel: number, band: number): boolean =>
    Math.abs(lessGreen(source, pixel, band) - lessGreen(result, pixel, band)) > 40 + 20 * band;
  const lost = Array.from({ length: pixels }, (_, at) => isOff(at, 0) || isOff(at, 2));
  return lost.filter(Boolean).length / pixels;
};

/** What encoders do to pictures. */
const damages: readonly (readonly [string, (source: Raster) => Raster])[] = [
  ['itself', (source) => source],
  ['faint noise', (source) => noisy(source, 1)],
  ['noise', (source) => noisy(source, 9)],
  ['blur', (source) => blurred(source, 1)],
  ['bands', (source) => banded(source, 12)],
  ['colours that bleed', (source) => (source.bands < 3 ? source : bled(source, 4))],
];

const busy = scene({ width: 150, height: 101 });
const text = changed(busy, (_, x, y) => (x % 40 < 2 && y % 30 < 20 ? 30 : 250));
const grey = drawing(busy, 1, (x, y) => [(x * y) % 256]);
const shadow = drawing(busy, 2, (x, y) => [0, Math.max(0, 90 - Math.hypot(x - 75, y - 50))]);
const sources: readonly (readonly [string, Raster])[] = [
  ['a scene', busy],
  ['large flat areas with fine lines', text],
  ['a bright plane', changed(busy, () => 240)],
  ['grey', grey],
  ['grey with alpha', shadow],
  ['alpha', withAlpha(busy, (x, y) => Math.min(255, x + y))],
  ['opaque alpha', withAlpha(busy, () => 255)],
  ['nothing', drawing(busy, 4, () => [0, 0, 0, 0])],
];

describe('compare', () => {
  for (const [title, source] of sources) {
    for (const [damage, damaged] of damages) {
      it(`agrees with exact arithmetic about ${title} and ${damage}`, () =>
        check(source, damaged(source)));
    }
  }

  for (const [width, height] of [
    [1, 1],
    [2, 3],
    [300, 1],
    [1, 300],
    [9, 9],
    [33, 17],
    [64, 64],
    [130, 230],
  ] as const) {
    it(`agrees about ${width}x${height} pixels`, () => {
      const source = scene({ width, height });
      check(source, noisy(source, 2));
    });
  }

  // Around the borders of cells, which are passed over where nothing differs, and at those of the picture.
  for (const [left, top] of [
    [0, 0],
    [31, 40],
    [32, 32],
    [64, 0],
    [95, 63],
    [149, 100],
  ] as const) {
    it(`agrees about a result that differs at ${left},${top} alone`, () => {
      const isThere = (x: number, y: number): boolean => x === left && y === top;
      check(
        busy,
        changed(busy, (level, x, y) => (isThere(x, y) ? 255 - level : level)),
      );
      check(
        text,
        changed(text, (level, x, y) => (isThere(x, y) ? 128 : level)),
      );
    });
  }

  it('agrees about wide steps in a slow slope', () => {
    const slow = (columns: number): Raster =>
      drawing({ width: 300, height: 100 }, 3, (x) => {
        const at = Math.floor(x / columns) * columns + (columns - 1) / 2;
        return [120 + at / 10, 226 - at / 50, 249 - at / 40];
      });
    check(slow(1), slow(60));
  });

  it('agrees about a patch in a picture of one colour', () => {
    const plane = drawing({ width: 300, height: 200 }, 3, () => [90, 100, 110]);
    check(
      plane,
      changed(plane, (level, x, y) => (x < 32 && y < 32 ? level - 8 : level)),
    );
  });

  it('agrees about a source and a result with other bands', () => {
    const colour = changed(busy, (_, x, y) => (x * y) % 256);
    check(grey, noisy(colour, 3));
    check(
      colour,
      withAlpha(noisy(colour, 3), () => 255),
    );
    check(
      busy,
      withAlpha(busy, (x) => (x < 75 ? 255 : 120)),
    );
  });

  it('is 100 for the same picture, and lower for one pixel that is off', () => {
    for (const [, source] of sources) {
      expect(comparisonOf(source, source)).to.deep.equal({
        score: 100,
        worstPlace: 100,
        banding: 0,
        colourLoss: 0,
      });
    }
    const spot = changed(text, (level, x, y) => (x === 70 && y === 50 ? 0 : level));
    expect(comparisonOf(text, spot).score).to.be.below(100);
  });

  it('searches an opaque picture for bands once, and only where it is asked to', () => {
    const stored = storedRaster(withAlpha(busy, () => 255));
    const comparedOn: number[] = [];
    const watched = {
      ...wasm,
      addBanding: (backdrop: number) => {
        comparedOn.push(backdrop);
        wasm.addBanding(backdrop);
      },
    };
    const other = storedRaster(banded(busy, 12));
    expect(compare(watched, stored, other, { looksForBands: true }).banding).to.be.above(0);
    expect(comparedOn).to.have.length(busy.height);
    expect(compare(watched, stored, other, { looksForBands: false }).banding).to.equal(0);
    expect(comparedOn).to.have.length(busy.height);
  });

  it('refuses a result of another size', () => {
    const stored = (width: number, height: number): StoredPixels =>
      storedRaster(scene({ width, height }));
    expect(() =>
      compare(wasm, stored(160, 120), stored(160, 119), { looksForBands: false }),
    ).to.throw(RangeError, 'expected 160x120 pixels, got 160x119');
  });
});

/** The middle of a picture, small enough for the oracle. */
const middleOf = ({ width, height, bands, data }: Raster): Raster => {
  const side = 128;
  const size = { width: Math.min(side, width), height: Math.min(side, height) };
  const [left, top] = [(width - size.width) >> 1, (height - size.height) >> 1];
  return drawing(size, bands, (x, y) => [
    ...data.subarray(((top + y) * width + left + x) * bands).subarray(0, bands),
  ]);
};

describe('compare on pictures of the corpus', () => {
  const files = corpusFiles().filter(({ name }) =>
    /^(photo|screenshot|transparent)\/.*\.png$/.test(name),
  );

  // The oracle is slow, and all kinds of damage are tried on drawings.
  const frequent = damages.filter(([title]) => ['noise', 'bands'].includes(title));

  for (const { name, path } of files) {
    it(`agrees with exact arithmetic about ${name}`, () => {
      const source = middleOf(decodePng(readFileSync(path)));
      for (const [, damaged] of frequent) check(source, damaged(source));
    });
  }
});
