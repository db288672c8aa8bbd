import { expect } from 'chai';
import { storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { visiblePart } from '../../../src/image/score/visible-part.ts';
import { drawing } from '../../support/image/drawings.ts';
import { comparisonOf } from '../../support/image/measured.ts';
import { banded, blurred, noisy } from '../../support/image/scenes.ts';

const size = { width: 621, height: 587 };

/** A glow around a place, with a drawing in it. */
const glow = (left: number, top: number): Raster =>
  drawing(size, 4, (x, y) => {
    const far = Math.hypot(x - left, y - top);
    if (far < 20) return [(x * y) % 256, 90, (x * 9) % 256, 255];
    return far < 60 ? [40, 60, 90, Math.round(240 - 4 * far)] : [0, 0, 0, 0];
  });

/** The picture with a dot in two corners that are far from each other, so that all of it is its visible part. */
const withDots = (picture: Raster, isAtLeft: boolean): Raster => {
  const { width, height, data } = picture;
  const dotted = Uint8Array.from(data);
  for (const [x, y] of [
    [isAtLeft ? 0 : width - 1, 0],
    [isAtLeft ? width - 1 : 0, height - 1],
  ] as const) {
    dotted.fill(255, (y * width + x) * 4, (y * width + x + 1) * 4);
  }
  return { ...picture, data: dotted };
};

describe('the visible part of pictures', () => {
  const places: readonly (readonly [string, number, number, boolean])[] = [
    ['in the middle', 290, 300, true],
    ['at the left and the top', 30, 22, false],
    ['near the right and the bottom', 470, 380, false],
    ['at the right and the bottom', 615, 580, false],
  ];
  for (const [title, left, top, isAtLeft] of places) {
    it(`compares as the whole does, ${title}`, () => {
      const source = glow(left, top);
      for (const damaged of [noisy(source, 9), blurred(source, 1), banded(source, 12)]) {
        const whole = comparisonOf(withDots(source, isAtLeft), withDots(damaged, isAtLeft));
        expect(comparisonOf(source, damaged)).to.deep.equal(whole);
      }
    });
  }

  const all = { left: 0, top: 0, ...size };
  const parts: readonly (readonly [string, Raster, Raster, typeof all])[] = [
    ['of both', glow(290, 300), glow(310, 300), { left: 128, top: 128, width: 352, height: 459 }],
    [
      'of one',
      drawing(size, 4, () => [0, 0, 0, 0]),
      glow(30, 22),
      { ...all, width: 192, height: 192 },
    ],
    [
      'of none',
      drawing(size, 4, () => [9, 9, 9, 0]),
      drawing(size, 4, () => [0, 0, 0, 0]),
      { ...all, width: 128, height: 128 },
    ],
    ['without alpha', drawing(size, 3, () => [0, 0, 0]), glow(30, 22), all],
  ];
  for (const [title, one, other, expected] of parts) {
    it(`is found, ${title}`, () =>
      expect(visiblePart(storedRaster(one), storedRaster(other))).to.deep.equal(expected));
  }
});
