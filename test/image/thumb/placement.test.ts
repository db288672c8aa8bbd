import { expect } from 'chai';
import type { Rectangle, Size } from '../../../src/image/rectangle.ts';
import type { Backdrop } from '../../../src/image/thumb/backdrop.ts';
import {
  thumbPlacement,
  thumbPlan,
  type Fill,
  type ThumbPlacement,
} from '../../../src/image/thumb/placement.ts';
import { randomNumbers } from '../../support/random.ts';
import { drawing, isWithin, rectangle } from '../../support/image/drawings.ts';

const size = (width: number, height: number): Size => ({ width, height });
const white: Backdrop = { kind: 'flat', colour: { red: 255, green: 255, blue: 255 } };
const transparent: Backdrop = { kind: 'transparent' };
const gradient: Backdrop = { kind: 'gradient' };
const whiteFill: Fill = { kind: 'colour', colour: { red: 255, green: 255, blue: 255 } };

describe('thumbPlacement', () => {
  const source = size(1000, 1000);
  const middle = rectangle(300, 300, 400, 400);
  const rows: readonly (readonly [string, Size, Rectangle, Backdrop, Size, ThumbPlacement])[] = [
    [
      'crops empty margins around the object',
      source,
      middle,
      white,
      size(110, 110),
      {
        scaled: size(250, 250),
        extract: rectangle(70, 70, 110, 110),
        left: 0,
        top: 0,
        result: size(110, 110),
        fill: undefined,
      },
    ],
    [
      'adds background beside the picture',
      source,
      middle,
      white,
      size(440, 110),
      {
        scaled: size(250, 250),
        extract: rectangle(0, 70, 250, 110),
        left: 95,
        top: 0,
        result: size(440, 110),
        fill: whiteFill,
      },
    ],
    [
      'adds transparency beside the picture',
      source,
      middle,
      transparent,
      size(440, 110),
      {
        scaled: size(250, 250),
        extract: rectangle(0, 70, 250, 110),
        left: 95,
        top: 0,
        result: size(440, 110),
        fill: { kind: 'transparent' },
      },
    ],
    [
      'keeps the object at its size where the target is larger than it needs',
      source,
      middle,
      white,
      size(600, 600),
      {
        scaled: source,
        extract: rectangle(200, 200, 600, 600),
        left: 0,
        top: 0,
        result: size(600, 600),
        fill: undefined,
      },
    ],
    [
      'makes nothing larger than the source',
      source,
      middle,
      white,
      size(3000, 500),
      {
        scaled: source,
        extract: rectangle(0, 250, 1000, 500),
        left: 0,
        top: 0,
        result: size(1000, 500),
        fill: undefined,
      },
    ],
    [
      'centres the object though the picture ends there',
      source,
      rectangle(0 + 50, 300, 400, 400),
      white,
      size(600, 600),
      {
        scaled: source,
        extract: rectangle(0, 200, 550, 600),
        left: 50,
        top: 0,
        result: size(600, 600),
        fill: whiteFill,
      },
    ],
    [
      'stays inside a gradient where it can',
      source,
      rectangle(50, 300, 400, 400),
      gradient,
      size(600, 600),
      {
        scaled: source,
        extract: rectangle(0, 200, 600, 600),
        left: 0,
        top: 0,
        result: size(600, 600),
        fill: undefined,
      },
    ],
    [
      'repeats the edge of a gradient where it cannot',
      source,
      middle,
      gradient,
      size(440, 110),
      {
        scaled: size(250, 250),
        extract: rectangle(0, 70, 250, 110),
        left: 95,
        top: 0,
        result: size(440, 110),
        fill: { kind: 'edge' },
      },
    ],
    [
      'leaves an object at the edge that cuts it',
      source,
      rectangle(300, 600, 400, 400),
      white,
      size(210, 210),
      {
        scaled: size(477, 477),
        extract: rectangle(134, 267, 210, 210),
        left: 0,
        top: 0,
        result: size(210, 210),
        fill: undefined,
      },
    ],
  ];
  for (const [title, from, object, backdrop, target, expected] of rows) {
    it(title, () => {
      expect(thumbPlacement(from, { object, backdrop }, target)).to.deep.equal(expected);
    });
  }
});

describe('thumbPlacement, for random pictures', () => {
  const random = randomNumbers(7);
  const side = (): number => 1 + random(2 ** (1 + random(12)));
  const span = (limit: number): readonly [number, number] => {
    const start = random(limit);
    return [start, 1 + random(limit - start)];
  };
  const cases = Array.from({ length: 20_000 }, () => {
    const source = size(side(), side());
    const [left, width] = span(source.width);
    const [top, height] = span(source.height);
    const object = rectangle(left, top, width, height);
    const backdrop = [white, transparent, gradient][random(3)]!;
    const target = size(side(), side());
    return {
      source,
      object,
      backdrop,
      target,
      placement: thumbPlacement(source, { object, backdrop }, target),
    };
  });
  type Case = (typeof cases)[number];
  const promises: Readonly<Record<string, (placed: Case) => boolean>> = {
    'nothing is enlarged': ({ source, placement: { scaled } }) =>
      scaled.width <= source.width && scaled.height <= source.height,
    'the result is the target, as far as the source is as large': ({
      source,
      target,
      placement: { result },
    }) =>
      result.width === Math.min(source.width, target.width) &&
      result.height === Math.min(source.height, target.height),
    'what is extracted is there': ({ placement: { scaled, extract } }) =>
      extract.left >= 0 &&
      extract.top >= 0 &&
      extract.width >= 1 &&
      extract.height >= 1 &&
      extract.left + extract.width <= scaled.width &&
      extract.top + extract.height <= scaled.height,
    'what is extracted has its place in the result': ({
      placement: { extract, left, top, result },
    }) =>
      left >= 0 &&
      top >= 0 &&
      left + extract.width <= result.width &&
      top + extract.height <= result.height,
    'a fill is named exactly where one is needed': ({ placement: { extract, result, fill } }) =>
      (fill === undefined) === (extract.width === result.width && extract.height === result.height),
    'the whole object is seen, to a pixel': ({
      source,
      object,
      placement: { scaled, extract },
    }) => {
      const across = scaled.width / source.width;
      const down = scaled.height / source.height;
      return (
        object.left * across >= extract.left - 1 &&
        (object.left + object.width) * across <= extract.left + extract.width + 1 &&
        object.top * down >= extract.top - 1 &&
        (object.top + object.height) * down <= extract.top + extract.height + 1
      );
    },
  };
  for (const [title, holds] of Object.entries(promises)) {
    it(title, () => {
      expect(cases.find((placed) => !holds(placed))).to.equal(undefined);
    });
  }
});

describe('thumbPlan', () => {
  const picture = (object: Rectangle) =>
    drawing(size(100, 100), 3, (x, y) =>
      isWithin(object, x, y) ? [200, 20, 30] : [255, 255, 255],
    );

  it('places what the analysis finds', () => {
    const object = rectangle(30, 30, 40, 40);
    const source = size(1000, 1000);
    expect(thumbPlan(picture(object), source, size(110, 110))).to.deep.equal({
      kind: 'object',
      placement: thumbPlacement(
        source,
        { object: rectangle(300, 300, 400, 400), backdrop: white },
        size(110, 110),
      ),
    });
  });

  it('is cover where there is no object', () => {
    const blank = picture(rectangle(0, 0, 0, 0));
    expect(thumbPlan(blank, size(1000, 1000), size(110, 110))).to.deep.equal({ kind: 'cover' });
  });
});
