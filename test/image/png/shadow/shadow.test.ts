import { expect } from 'chai';
import { storedRaster } from '../../../../src/image/wasm/stored-pixels.ts';
import {
  alphaOfShadow,
  isShadow,
  type Shadow,
  shadowColourOf,
  shadowColours,
  shadowOf,
} from '../../../../src/image/png/shadow/shadow.ts';
import type { Raster } from '../../../../src/image/raster.ts';
import { drawing } from '../../../support/image/drawings.ts';
import { withSoftShadow } from '../../../support/image/shadows.ts';

const size = { width: 100, height: 64 };
const whole = { left: 0, top: 0, ...size };

describe('the shadow of a picture', () => {
  const belowTop = { left: 0, top: 6, width: 120, height: 90 };
  const found: readonly (readonly [string, Raster, Shadow | undefined])[] = [
    ['of one colour', withSoftShadow(), { colour: [20, 20, 30], mostAlpha: 82, part: belowTop }],
    ['of grey', withSoftShadow([7]), { colour: [7], mostAlpha: 82, part: belowTop }],
    [
      'amid what is clear',
      drawing(size, 4, (x, y) => [9, 9, 9, x < 50 && y > 20 && y < 52 ? Math.max(0, x - 9) : 0]),
      { colour: [9, 9, 9], mostAlpha: 42, part: { left: 9, top: 20, width: 42, height: 33 } },
    ],
    [
      'whose faint parts have other colours',
      drawing(size, 4, (x) => [x < 6 ? 200 : 40, 40, 40, x]),
      { colour: [40, 40, 40], mostAlpha: 101, part: whole },
    ],
    [
      'that becomes opaque',
      drawing({ width: 150, height: 64 }, 4, (x) => [40, 40, 40, x]),
      { colour: [40, 40, 40], mostAlpha: 128, part: { ...whole, width: 150 } },
    ],
    ['of many colours', drawing(size, 4, (x, y) => [2 * x, 4 * y, 90, 150 + (x >> 2)]), undefined],
    ['that is nearly opaque', drawing(size, 4, (x) => [40, 40, 40, 150 + x]), undefined],
    ['without alpha', drawing(size, 3, (x) => [x, x, x]), undefined],
    ['that has edges alone', drawing(size, 4, (x) => [9, 9, 9, x % 9 === 0 ? 90 : 0]), undefined],
  ];
  for (const [title, picture, expected] of found) {
    it(`is ${expected === undefined ? 'none' : 'found'} for one ${title}`, () =>
      expect(shadowOf(storedRaster(picture))).to.deep.equal(expected));
  }

  const shadow: Shadow = { colour: [40, 40, 40], mostAlpha: 90, part: whole };
  const pixels: readonly (readonly [string, readonly number[], boolean])[] = [
    ['its colour', [40, 40, 40, 90], true],
    ['nearly its colour', [40, 47, 40, 90], true],
    ['another colour', [40, 60, 40, 90], false],
    ['any colour that is nearly clear', [250, 250, 0, 3], true],
    ['a higher alpha', [40, 40, 40, 91], false],
    ['nothing', [0, 0, 0, 0], false],
    ['all of its colour', [40, 40, 40, 255], false],
  ];
  for (const [title, pixel, expected] of pixels) {
    it(`has ${expected ? 'a' : 'no'} pixel of ${title}`, () =>
      expect(isShadow(shadow, Uint8Array.of(1, ...pixel), 1)).to.equal(expected));
  }

  it('has a colour of its palette for two levels of alpha, of which none is off by more than one', () => {
    for (const mostAlpha of [1, 2, 89, 90, 128]) {
      const alphas = Array.from({ length: mostAlpha }, (_, index) => index + 1);
      const colours = alphas.map(shadowColourOf);
      expect(new Set(colours).size).to.equal(
        shadowColours({ colour: [0], mostAlpha, part: whole }),
      );
      for (const [index, alpha] of alphas.entries()) {
        expect(alpha - alphaOfShadow(colours[index]!)).to.be.within(0, 1);
      }
    }
  });
});
