import { expect } from 'chai';
import type { Rectangle } from '../../../src/image/rectangle.ts';
import { analyseThumb } from '../../../src/image/thumb/find-object.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { randomNumbers } from '../../support/random.ts';
import { drawing, isWithin, rectangle, type Levels } from '../../support/image/drawings.ts';

const size = { width: 120, height: 90 };
const box = rectangle(40, 20, 30, 50);
const red: Levels = [200, 20, 30];

/** The object on a backdrop of one colour. */
const onBackdrop = (backdrop: Levels, object: Levels = red, at: Rectangle = box): Raster =>
  drawing(size, backdrop.length as Raster['bands'], (x, y) =>
    isWithin(at, x, y) ? object : backdrop,
  );

/** A light backdrop that darkens to the lower right by `range` levels. */
const onGradient = (range: number, at: Rectangle = box): Raster =>
  drawing(size, 3, (x, y) => {
    const level = 240 - Math.round((range * (x + y)) / (size.width + size.height));
    return isWithin(at, x, y) ? red : [level, level - 5, level - 12];
  });

const flat = (level: number, green = level, blue = level) => ({
  kind: 'flat',
  colour: { red: level, green, blue },
});
const gradient = { kind: 'gradient' };
const transparent = { kind: 'transparent' };

describe('analyseThumb', () => {
  const found: readonly (readonly [string, Raster, object, Rectangle])[] = [
    ['on white', onBackdrop([255, 255, 255]), flat(255), box],
    ['on a colour', onBackdrop([20, 90, 160]), flat(20, 90, 160), box],
    ['on black', onBackdrop([0, 0, 0]), flat(0), box],
    ['in grey', onBackdrop([250], [90]), flat(250), box],
    ['on grey with an opaque alpha channel', onBackdrop([250, 255], [90, 255]), flat(250), box],
    ['on transparency', onBackdrop([0, 0, 0, 0], [...red, 255]), transparent, box],
    ['on transparency in grey', onBackdrop([0, 0], [9, 200]), transparent, box],
    ['on a light gradient', onGradient(70), gradient, box],
    [
      'on a flat backdrop that it touches once',
      onBackdrop([255, 255, 255], red, rectangle(40, 0, 30, 50)),
      flat(255),
      rectangle(40, 0, 30, 50),
    ],
    [
      'that leaves next to nothing of white',
      onBackdrop([255, 255, 255], red, rectangle(1, 1, 115, 86)),
      flat(255),
      rectangle(1, 1, 115, 86),
    ],
  ];
  for (const [title, picture, backdrop, object] of found) {
    it(`finds an object ${title}`, () => {
      expect(analyseThumb(picture, picture)).to.deep.equal({ kind: 'object', object, backdrop });
    });
  }

  const random = randomNumbers(5);
  const noise = drawing(size, 3, () => [random(256), random(256), random(256)]);
  const tall = rectangle(50, 0, 20, 90);
  const covered: readonly (readonly [string, Raster])[] = [
    ['noise', noise],
    ['one colour', onBackdrop([255, 255, 255], [255, 255, 255])],
    ['nothing visible', onBackdrop([0, 0, 0, 0], [0, 0, 0, 0])],
    ['a dark gradient', drawing(size, 3, (x, y) => (isWithin(box, x, y) ? red : [x, x, x]))],
    [
      'a gradient over too many levels',
      drawing(size, 3, (x, y) =>
        isWithin(box, x, y) ? red : [255 - 2 * x, 255 - 2 * x, 255 - 2 * x],
      ),
    ],
    ['a gradient behind something that goes from edge to edge', onGradient(70, tall)],
    ['a horizon', drawing(size, 3, (_, y) => (y < 45 ? [240, 240, 250] : [60, 100, 40]))],
    [
      'a light backdrop with a rough border',
      drawing(size, 3, (x, y) => {
        const level = y === 0 && x % 2 === 0 ? 220 : 240;
        return isWithin(box, x, y) ? red : [level, level, 255];
      }),
    ],
    [
      'a frame of one line',
      drawing(size, 3, (x, y) =>
        isWithin(rectangle(1, 1, 118, 88), x, y) && !isWithin(rectangle(2, 2, 116, 86), x, y)
          ? red
          : [20, 90, 160],
      ),
    ],
    [
      'three points far apart',
      drawing(size, 3, (x, y) =>
        [10, 50, 90].some((at) => isWithin(rectangle(at, at / 2, 4, 4), x, y))
          ? red
          : [255, 255, 255],
      ),
    ],
    ['a speck', onBackdrop([255, 255, 255], red, rectangle(40, 20, 2, 2))],
    ['a colour with a thin frame', onBackdrop([20, 90, 160], red, rectangle(1, 1, 118, 88))],
    [
      'a border that is half transparent',
      drawing(size, 4, (x, y) => [...red, (x + y) % 2 ? 255 : 0]),
    ],
    [
      'scattered points',
      drawing(size, 3, (x, y) => (x % 9 === 4 && y % 9 === 4 ? red : [255, 255, 255])),
    ],
    [
      'a picture too small to tell',
      drawing({ width: 7, height: 40 }, 3, (x, y) =>
        x > 1 && x < 5 && y > 9 && y < 30 ? red : [255, 255, 255],
      ),
    ],
    ['one pixel', drawing({ width: 1, height: 1 }, 3, () => red)],
  ];
  for (const [title, picture] of covered) {
    it(`finds none in ${title}`, () => {
      expect(analyseThumb(picture, picture)).to.deep.equal({ kind: 'cover' });
    });
  }

  it('takes a pair for an object', () => {
    const picture = drawing(size, 3, (x, y) =>
      isWithin(rectangle(20, 30, 30, 40), x, y) || isWithin(rectangle(60, 30, 30, 40), x, y)
        ? red
        : [255, 255, 255],
    );
    const object = rectangle(20, 30, 70, 40);
    expect(analyseThumb(picture, picture)).to.deep.equal({
      kind: 'object',
      object,
      backdrop: flat(255),
    });
  });

  it('takes a backdrop that darkens towards its middle for backdrop', () => {
    const picture = drawing(size, 3, (x, y) => {
      const level = 180 + Math.min(60, Math.round(Math.hypot(x - 55, y - 45)));
      return isWithin(box, x, y) ? red : [level, level, level];
    });
    expect(analyseThumb(picture, picture)).to.deep.equal({
      kind: 'object',
      object: box,
      backdrop: gradient,
    });
  });

  it('takes soft shadow on a gradient for backdrop', () => {
    const picture = drawing(size, 3, (x, y) => {
      const shadow = Math.max(0, 40 - 2 * Math.abs(x - 80));
      return isWithin(box, x, y) ? red : [240 - shadow, 240 - shadow, 235 - shadow];
    });
    expect(analyseThumb(picture, picture)).to.deep.equal({
      kind: 'object',
      object: box,
      backdrop: gradient,
    });
  });

  it('gives the box in pixels of the source, rounded outwards', () => {
    const source = { width: 1205, height: 899 };
    expect(analyseThumb(onBackdrop([255, 255, 255]), source)).to.deep.equal({
      kind: 'object',
      object: rectangle(401, 199, 302, 501),
      backdrop: flat(255),
    });
  });
});
