import { expect } from 'chai';
import { maxBanding } from '../../../src/image/score/banding.ts';
import { isIcon, pixelBanding } from '../../../src/image/score/pixel-error.ts';
import { drawing } from '../../support/image/drawings.ts';

const size = { width: 29, height: 28 };
const slope = (step: number) =>
  drawing(size, 3, (_, y) => [60 + Math.round(y / step) * step, 120, 200]);
const edge = (alpha: number) =>
  drawing(size, 4, (x) => [0, 0, 0, x < 7 ? 0 : x === 7 ? alpha : 255]);

describe('pixelBanding', () => {
  const rows = [
    ['the same slope', false, slope(1), slope(1)],
    ['a slope in steps of four levels', false, slope(1), slope(4)],
    ['a slope in three bands', true, slope(1), slope(10)],
    ['one pixel of an edge with another alpha', true, edge(120), edge(132)],
    ['one pixel of an edge with nearly its alpha', false, edge(120), edge(127)],
    [
      'another colour that is clear',
      false,
      drawing(size, 4, () => [9, 9, 9, 0]),
      drawing(size, 4, () => [200, 0, 0, 0]),
    ],
    [
      'grey in place of three equal channels',
      false,
      drawing(size, 1, (x) => [x]),
      drawing(size, 3, (x) => [x, x, x]),
    ],
  ] as const;
  for (const [title, isSeen, source, result] of rows) {
    it(`${isSeen ? 'sees' : 'does not see'} ${title}`, () => {
      expect(pixelBanding(source, result) > maxBanding).to.equal(isSeen);
    });
  }
});

it('an icon has no more pixels than 64x64', () => {
  expect([64, 65].map((width) => isIcon({ width, height: 64 }))).to.deep.equal([true, false]);
});
