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
import { sizeIn } from '../../support/image/sizes.ts';
import { drawing, isWithin, rectangle } from '../../support/image/drawings.ts';

const size = (width: number, height: number): Size => ({ width, height });
const white: Backdrop = { kind: 'flat', colour: { red: 255, green: 255, blue: 255 } };
const transparent: Backdrop = { kind: 'transparent' };
const gradient: Backdrop = { kind: 'gradient' };
const whiteFill: Fill = { kind: 'colour', colour: { red: 255, green: 255, blue: 255 } };

describe('thumbPlacement', () => {
  const source = size(1000, 1000);
  const middle = rectangle(300, 300, 400, 400);
  const rows: readonly (readonly [
    title: string,
    object: Rectangle,
    Backdrop,
    target: string,
    expected: Partial<ThumbPlacement> & Pick<ThumbPlacement, 'extract'>,
  ])[] = [
    [
      'crops empty margins around the object',
      middle,
      white,
      '110x110',
      { scaled: size(250, 250), extract: rectangle(70, 70, 110, 110) },
    ],
    [
      'adds background beside the picture',
      middle,
      white,
      '440x110',
      { scaled: size(250, 250), extract: rectangle(0, 70, 250, 110), left: 95, fill: whiteFill },
    ],
    [
      'adds transparency beside the picture',
      middle,
      transparent,
      '440x110',
      {
        scaled: size(250, 250),
        extract: rectangle(0, 70, 250, 110),
        left: 95,
        fill: { kind: 'transparent' },
      },
    ],
    [
      'keeps the object at its size where the target is larger than it needs',
      middle,
      white,
      '600x600',
      { extract: rectangle(200, 200, 600, 600) },
    ],
    [
      'makes nothing larger than the source',
      middle,
      white,
      '3000x500',
      { extract: rectangle(0, 250, 1000, 500), result: size(1000, 500) },
    ],
    [
      'centres the object though the picture ends there',
      rectangle(50, 300, 400, 400),
      white,
      '600x600',
      { extract: rectangle(0, 200, 550, 600), left: 50, fill: whiteFill },
    ],
    [
      'stays inside a gradient where it can',
      rectangle(50, 300, 400, 400),
      gradient,
      '600x600',
      { extract: rectangle(0, 200, 600, 600) },
    ],
    [
      'repeats the edge of a gradient where it cannot',
      middle,
      gradient,
      '440x110',
      {
        scaled: size(250, 250),
        extract: rectangle(0, 70, 250, 110),
        left: 95,
        fill: { kind: 'edge' },
      },
    ],
    [
      'leaves an object at the edge that cuts it',
      rectangle(300, 600, 400, 400),
      white,
      '210x210',
      { scaled: size(477, 477), extract: rectangle(134, 267, 210, 210) },
    ],
  ];
  for (const [title, object, backdrop, box, expected] of rows) {
    it(title, () => {
      const target = sizeIn(box);
      const placement = thumbPlacement(source, { object, backdrop }, target);
      const usual = { scaled: source, left: 0, top: 0, result: target, fill: undefined };
      expect(placement).to.deep.equal({ ...usual, ...expected });
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
