import { expect } from 'chai';
import type { Raster } from '../../../src/image/raster.ts';
import { maxBanding, spotBanding } from '../../../src/image/score/banding.ts';
import { rowReader, storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import { drawing, type Levels } from '../../support/image/drawings.ts';
import { testWasm } from '../../support/image/wasm.ts';
import { banded, changed, noisy } from '../../support/image/scenes.ts';

const page = { width: 400, height: 300 };
const white = [255, 255, 255];

/** What is in a rectangle of 160x40 pixels on a white page. */
const onPage = (levelsAt: (x: number, y: number) => Levels): Raster =>
  drawing(page, 3, (x, y) =>
    x >= 40 && x < 200 && y >= 40 && y < 80 ? levelsAt(x - 40, y - 40) : white,
  );
/** From white to orange, in steps of so many rows; each pixel so many levels darker. */
const button = (rows: number, change = 0): Raster =>
  onPage((_, y) => {
    const share = (Math.floor(y / rows) * rows + (rows - 1) / 2) / 40;
    return [250 - 20 * share - change, 250 - 170 * share - change, 250 - 210 * share - change];
  });
/** From blue to black, which changes brightness by 29 levels. */
const night = drawing({ width: 200, height: 150 }, 3, (_, y) => [0, 0, 255 - 1.7 * y]);
const greySlope = onPage((x) => [100 + x / 2, 100 + x / 2, 100 + x / 2]);
const photograph = noisy(greySlope, 2);
/** A drawn gradient beside a photograph of the same slope, which is two thirds of the rectangle. */
const partly = changed(greySlope, (level, x, y) =>
  x % 64 < 44 ? photograph.data[(y * page.width + x) * 3]! : level,
);
/** The upper half and the lower half in one colour each, with a texture of one level of blue. */
const halves = onPage((x, y) => [120, y < 20 ? 60 : 70, 90 + ((x * x + y * y) % 2)]);
const halvesApart = onPage((_, y) => (y < 20 ? [122, 62, 90] : [118, 68, 90]));
/** A wallpaper in steps of one level, of one channel each, or in steps of so many columns; with lines in white. */
const slow = (columns = 1, lines = Infinity): Raster =>
  drawing({ width: 400, height: 140 }, 3, (x, y) => {
    const at = Math.floor(x / columns) * columns + (columns - 1) / 2;
    return y % lines === 9 ? white : [120 + at / 10, 226 - at / 50, 249 - at / 40];
  });
const dot = drawing(page, 3, (x, y) => (x < 22 && y < 22 ? [100 + x, 100 + x, 100 + x] : white));

/** Slopes of 30x30 and of 60x60 pixels. */
const [patch, largePatch] = [30, 60].map((side) =>
  drawing(page, 1, (x, y) => [x < side && y < side ? 100 + x / 2 : 255]),
) as [Raster, Raster];

const sign = (...levels: Levels): Raster => onPage(() => levels);
/** Every twentieth pixel so much brighter, the others so much darker. */
const specks = (up: number, down: number): Raster =>
  onPage((x, y) => {
    const level = x % 5 === 0 && y % 4 === 0 ? 100 + up : 100 - down;
    return [level, level, level];
  });
/** White boxes on a transparent ground, with edges of one pixel in some grey. */
const boxes = (edge: number): Raster =>
  drawing(page, 4, (x, y) => {
    const isEdge = x % 40 === 20 || y % 40 === 20;
    return isEdge ? [edge, edge, edge, 128] : [...white, x % 80 < 40 ? 255 : 0];
  });

const wasm = testWasm();

/** That of the worst spot alone, on one ground. */
const bandingOn = (ground: number, source: Raster, result: Raster): number => {
  wasm.openComparison(source.width, source.height);
  const readers = [
    rowReader(wasm, storedRaster(source), 0),
    rowReader(wasm, storedRaster(result), 1),
  ];
  for (let y = 0; y < source.height; y++) {
    for (const read of readers) read(y);
    wasm.addBanding(ground);
  }
  wasm.endBanding();
  const at = wasm.worstSpots.value;
  const [bands = 0, flat = 0] = new Float64Array(wasm.bytes().buffer, at, 2);
  return spotBanding({ bands, flat });
};

describe('spotBanding', () => {
  const rows: readonly (readonly [string, boolean, Raster, Raster])[] = [
    ['the same button', false, button(1), button(1)],
    ['a button in steps', true, button(1), button(8)],
    ['a button in steps too narrow to be seen', false, button(1), button(2)],
    ['a button two levels off', false, button(1), button(1, 2)],
    ['steps of blue alone', true, night, banded(night, 24)],
    ['a grey slope in steps', true, greySlope, banded(greySlope, 6)],
    ['a photograph in steps', false, photograph, banded(photograph, 6)],
    ['a slope in steps in a third of a photograph', false, partly, banded(partly, 6)],
    ['two colours that are off in two ways', false, halves, halvesApart],
    ['a slope smaller than half a spot', false, dot, banded(dot, 6)],
    ['faint steps in a slope of a quarter of a spot', false, patch, banded(patch, 5.25)],
    ['the same steps in a larger slope', true, largePatch, banded(largePatch, 5.25)],
    ['a slow slope in wide steps of all channels', true, slow(), slow(100)],
    ['a slow slope in steps of a level', false, slow(), slow(40)],
    ['wide steps in a slow slope between lines', false, slow(1, 40), slow(100, 40)],
    ['a sign that is too bright', true, sign(100, 100, 100), sign(108, 108, 108)],
    ['a sign that is slightly too bright', false, sign(100, 100, 100), sign(101, 101, 101)],
    ['a sign that is too blue, as bright as before', true, sign(99, 99, 99), sign(95, 95, 130)],
    ['a sign that is too red, as bright as before', true, sign(99, 99, 99), sign(122, 89, 89)],
    ['specks in one colour, as bright as before', true, sign(100, 100, 100), specks(38, 2)],
    ['faint specks in one colour', false, sign(100, 100, 100), specks(5, 0)],
    ['grey lines around white boxes', true, boxes(255), boxes(200)],
    ['nearly white lines around white boxes', false, boxes(255), boxes(248)],
  ];
  for (const [title, isSeen, source, result] of rows) {
    it(`${isSeen ? 'finds' : 'does not find'} ${title}`, () => {
      expect(bandingOn(255, source, result) > maxBanding).to.equal(isSeen);
    });
  }

  it('is the error of a picture of one colour, but for its borders', () => {
    const grey = (level: number): Raster => drawing({ width: 68, height: 68 }, 1, () => [level]);
    expect(bandingOn(0, grey(100), grey(103))).to.equal(3);
    expect(bandingOn(0, grey(100), grey(200))).to.equal(16);
  });

  it('finds a bad spot wherever it is, also across cells and at the borders', () => {
    const size = { width: 300, height: 200 };
    const grey = drawing(size, 1, () => [100]);
    for (const [left, top] of [
      [0, 0],
      [16, 40],
      [90, 100],
      [268, 168],
    ] as const) {
      const result = drawing(size, 1, (x, y) => [
        x >= left && x < left + 32 && y >= top && y < top + 32 ? 108 : 100,
      ]);
      expect(bandingOn(0, grey, result)).to.be.within(2.5, 6);
    }
  });

  it('is 0 where there is no window', () => {
    const small = drawing({ width: 4, height: 9 }, 3, () => [1, 2, 3]);
    expect(
      bandingOn(
        0,
        small,
        drawing(small, 3, () => [200, 0, 0]),
      ),
    ).to.equal(0);
  });
});
