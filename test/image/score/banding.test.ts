import { expect } from 'chai';
import { maxBanding } from '../../../src/image/score/banding.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { drawing } from '../../support/image/drawings.ts';
import { bandingOf } from '../../support/image/measured.ts';
import { banded, changed, noisy, scene, withAlpha } from '../../support/image/scenes.ts';

const size = { width: 200, height: 120 };
const gradient = drawing(size, 3, (x) => [60 + x / 3, 80 + x / 3, 100 + x / 3]);
/** Black, thickest in the middle: a shadow on any page. */
const shadow = drawing(size, 4, (x, y) => [
  ...[0, 0, 0],
  Math.max(0, 90 - Math.hypot(x - 100, y - 60)),
]);
const alphaSteps = (step: number): Raster => {
  const data = shadow.data.map((level, at) =>
    at % 4 === 3 ? Math.round(level / step) * step : level,
  );
  return { ...shadow, data };
};

/** A small soft glow or shadow in the middle of a large cut-out, in steps of alpha. */
const spot = (level: number, step: number): Raster =>
  drawing({ width: 600, height: 400 }, 4, (x, y) => {
    const alpha = Math.max(0, 90 - 2 * Math.hypot(x - 300, y - 200));
    return [level, level, level, Math.round(alpha / step) * step];
  });

const tiny = drawing({ width: 600, height: 400 }, 1, (x, y) => [
  x < 18 && y < 18 ? 96 + (x + y) / 3 : 204,
]);

const page = { width: 400, height: 300 };
const white = [255, 255, 255];
const mixed = (from: readonly number[], to: readonly number[], share: number): number[] =>
  from.map((level, band) => Math.round(level + (to[band]! - level) * share));

/** A header of 100 rows that fades from blue to the white of a page. `shownAt` is the row whose colour one shows. */
const headerOf = (shownAt: (x: number, y: number) => number): Raster =>
  drawing(page, 3, (x, y) => mixed([0, 0, 255], white, Math.min(1, shownAt(x, y) / 100)));
const header = headerOf((_, y) => y);
const headerInSteps = (rows: number): Raster =>
  headerOf((_, y) => Math.floor(y / rows) * rows + (rows - 1) / 2);
/** Pixels of two steps in turn, so that their mean is right. */
const dithered = headerOf((x, y) =>
  y < 90 ? Math.floor(y / 6 + (((x + 2 * y) % 5) + 0.5) / 5) * 6 : y,
);

describe('banding', () => {
  const rows: readonly (readonly [string, boolean, Raster, Raster])[] = [
    ['the same gradient', false, gradient, gradient],
    ['a gradient with fine noise', false, gradient, noisy(gradient, 4)],
    ['a gradient in coarse steps', true, gradient, banded(gradient, 12)],
    ['a gradient one level off', false, gradient, changed(gradient, (level) => level + 1)],
    ['a gradient three levels off', true, gradient, changed(gradient, (level) => level + 3)],
    ['a shadow in fine steps of alpha', false, shadow, alphaSteps(2)],
    ['a shadow in coarse steps of alpha', true, shadow, alphaSteps(16)],
    ['a small shadow in steps on a large cut-out', true, spot(0, 1), spot(0, 12)],
    ['a small glow in steps on a large cut-out', true, spot(255, 1), spot(255, 12)],
    ['a tiny gradient in steps on a plain page', false, tiny, banded(tiny, 12)],
    ['a smooth part in steps', true, scene(size), banded(scene(size), 12)],
    ['a steep header in narrow steps', true, header, headerInSteps(8)],
    ['a steep header in steps too narrow to be seen', false, header, headerInSteps(3)],
    ['a steep header that is dithered', false, header, dithered],
    ['a steep header with noise', false, noisy(header, 24), noisy(headerInSteps(8), 24)],
  ];
  for (const [title, isSeen, source, result] of rows) {
    it(`${isSeen ? 'finds' : 'does not find'} bands in ${title}`, () => {
      expect(bandingOf(source, result) > maxBanding).to.equal(isSeen);
    });
  }

  it('counts the worst spot', () => {
    const isThere = (x: number, y: number): boolean => x < 60 && y < 60;
    const source = changed(tiny, (_, x, y) => (isThere(x, y) ? 96 + (x + y) / 2 : 204));
    const result = changed(source, (level, x, y) =>
      isThere(x, y) ? Math.round(level / 8) * 8 : level,
    );
    expect(bandingOf(source, result)).to.be.above(maxBanding);
  });

  it('is the mean error of the smooth parts in levels', () => {
    const flat = drawing(size, 1, () => [100]);
    expect(
      bandingOf(
        flat,
        changed(flat, () => 103),
      ),
    ).to.equal(3);
    expect(
      bandingOf(
        flat,
        changed(flat, () => 98),
      ),
    ).to.equal(2);
    expect(
      bandingOf(
        flat,
        changed(flat, () => 200),
      ),
    ).to.equal(16);
  });

  it('ignores noisy parts', () => {
    const noise = noisy(
      drawing(size, 3, () => [128, 128, 128]),
      60,
    );
    expect(bandingOf(noise, banded(noise, 16))).to.equal(0);
  });

  it('ignores the colours of transparent pixels', () => {
    const clear = withAlpha(gradient, () => 0);
    const other = changed(clear, () => 0);
    expect(bandingOf(clear, other)).to.equal(0);
  });

  it('is 0 for pictures smaller than a window', () => {
    for (const small of [
      { width: 1, height: 1 },
      { width: 300, height: 4 },
      { width: 4, height: 300 },
    ]) {
      const flat = drawing(small, 3, () => [1, 2, 3]);
      expect(
        bandingOf(
          flat,
          changed(flat, () => 200),
        ),
      ).to.equal(0);
    }
  });

  it('refuses a result of another size', () => {
    const turned = drawing({ width: 120, height: 200 }, 3, () => [0, 0, 0]);
    expect(() => bandingOf(gradient, turned)).to.throw(RangeError);
  });
});
