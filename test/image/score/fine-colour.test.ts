import { expect } from 'chai';
import { storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { hasFineColour } from '../../../src/image/search/fine-colour.ts';
import { fineColourOf } from '../../../src/image/score/fine-colour.ts';
import { drawing } from '../../support/image/drawings.ts';
import { exactFineColourOf } from '../../support/image/exact-fine-colour.ts';
import { testWasm } from '../../support/image/wasm.ts';
import { label, redOnGrey, withDrawing, withLabel } from '../../support/image/labels.ts';
import { changed, noisy, withAlpha } from '../../support/image/scenes.ts';

const wasm = testWasm();
const size = { width: 204, height: 150 };
/** Sky and grainy hills with soft colours. */
const photo = noisy(
  drawing(size, 3, (x, y) => {
    const hill = 1 / (1 + Math.exp(90 + 8 * Math.sin(x / 12) - y));
    return [130 - 70 * hill, 170 - 60 * hill, 225 - 180 * hill];
  }),
  9,
);
const grey = changed(photo, (_, x, y) => photo.data[(y * size.width + x) * 3]!);
const red = [255, 0, 0];

const fineColour = (picture: Raster): number => {
  const count = fineColourOf(wasm, storedRaster(picture));
  expect(count).to.equal(exactFineColourOf(picture));
  return count;
};

describe('fineColourOf', () => {
  const places: readonly (readonly [string, readonly [number, number]])[] = [
    ['in the upper left corner', [0, 0]],
    ['in the upper right corner', [size.width - label.width, 0]],
    ['in the lower left corner', [0, size.height - label.height]],
    ['in the lower right corner', [size.width - label.width, size.height - label.height]],
    ['across four cells', [76, 58]],
    ['at an odd column and row', [101, 33]],
    ['cut off by the edge', [size.width - 20, 71]],
  ];
  for (const [place, position] of places) {
    it(`sees a small red label on grey ${place}`, () => {
      expect(hasFineColour(fineColour(withLabel(photo, position)))).to.equal(true);
      expect(hasFineColour(fineColour(withLabel(grey, position)))).to.equal(true);
    });
  }

  const fine: readonly (readonly [string, Raster])[] = [
    ['a line of one row', withDrawing(grey, (x, y) => (y === 70 && x < 40 ? red : undefined))],
    ['a line in the last row', withDrawing(grey, (_, y) => (y === 149 ? red : undefined))],
    ['a line of one column', withDrawing(grey, (x, y) => (x === 31 && y > 100 ? red : undefined))],
    ['a line in the last column', withDrawing(grey, (x) => (x === 203 ? red : undefined))],
    [
      'red text on blue',
      withLabel(photo, [60, 60], { plate: [16, 48, 192], strokes: [255, 32, 0] }),
    ],
    [
      'blue text on yellow',
      withLabel(photo, [60, 60], { plate: [250, 220, 0], strokes: [0, 60, 250] }),
    ],
    ['rows that alternate', drawing(size, 3, (_, y) => (y % 2 === 0 ? red : [0, 255, 255]))],
  ];
  for (const [title, picture] of fine) {
    it(`sees ${title}`, () => {
      expect(hasFineColour(fineColour(picture))).to.equal(true);
    });
  }

  const coarse: readonly (readonly [string, Raster])[] = [
    ['a photograph', photo],
    ['colours in large areas', drawing(size, 3, (x) => (x < 97 ? red : [20, 160, 60]))],
    [
      'strokes without colour',
      withLabel(photo, [60, 60], { plate: [9, 9, 9], strokes: [240, 240, 240] }),
    ],
    ['faint strokes', withLabel(grey, [60, 60], { ...redOnGrey, strokes: [150, 130, 130] })],
    ['one pixel', withDrawing(grey, (x, y) => (x === 70 && y === 70 ? red : undefined))],
  ];
  for (const [title, picture] of coarse) {
    it(`passes over ${title}`, () => {
      expect(hasFineColour(fineColour(picture))).to.equal(false);
    });
  }

  it('is 0 for grey and for transparent pictures', () => {
    const rows = (y: number): number[] => (y % 2 === 0 ? red : [0, 255, 255]);
    const opaque = drawing(size, 4, (_, y) => [...rows(y), 255]);
    expect(fineColour(opaque)).to.equal(1024);
    expect(fineColour(withAlpha(opaque, (x) => (x === 9 ? 254 : 255)))).to.equal(0);
    expect(fineColour(drawing(size, 1, (x, y) => [(x * y) % 256]))).to.equal(0);
    expect(fineColour(drawing(size, 2, (x) => [x, 255]))).to.equal(0);
  });

  it('is that of its pixels for a picture with a palette', () => {
    const indices = drawing(size, 1, (_, y) => [y % 2]);
    const palette = new Uint8Array(1024).fill(255);
    palette.set([255, 0, 0, 255, 0, 255, 255, 255]);
    expect(fineColourOf(wasm, { ...storedRaster(indices), palette })).to.equal(1024);
  });

  for (const width of [1, 2, 3, 7, 8, 9, 31, 32, 33, 66]) {
    it(`is counted alike in ${width} columns, and as many rows`, () => {
      for (const height of [1, 2, 3, 33, width]) {
        const colours = drawing({ width, height }, 3, (x, y) => [
          (x * 97 + y * 31) % 256,
          (x * 53) % 256,
          (y * 71 + x * x) % 256,
        ]);
        expect(fineColour(colours)).to.be.at.most(1024);
      }
    });
  }
});
