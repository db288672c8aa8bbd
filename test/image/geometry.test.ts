import { expect } from 'chai';
import { fitWithin, resizePlan, resultSize, type Resize } from '../../src/image/geometry.ts';
import type { Size } from '../../src/image/rectangle.ts';
import { randomNumbers } from '../support/random.ts';

const size = (width: number, height: number): Size => ({ width, height });

describe('resizePlan', () => {
  const rows: readonly (readonly [string, Size, Resize, Size, Size | undefined])[] = [
    [
      'scales to a width',
      size(600, 400),
      { method: 'scale', width: 150 },
      size(150, 100),
      undefined,
    ],
    [
      'scales to a height',
      size(600, 400),
      { method: 'scale', height: 100 },
      size(150, 100),
      undefined,
    ],
    [
      'rounds the other side',
      size(600, 401),
      { method: 'scale', width: 150 },
      size(150, 100),
      undefined,
    ],
    [
      'leaves a line one pixel',
      size(5000, 3),
      { method: 'scale', width: 10 },
      size(10, 1),
      undefined,
    ],
    ['scales no width up', size(60, 40), { method: 'scale', width: 61 }, size(60, 40), undefined],
    [
      'fits a wide picture by its width',
      size(600, 400),
      { method: 'fit', width: 300, height: 300 },
      size(300, 200),
      undefined,
    ],
    [
      'fits a tall picture by its height',
      size(400, 600),
      { method: 'fit', width: 300, height: 300 },
      size(200, 300),
      undefined,
    ],
    [
      'fits no picture up',
      size(60, 40),
      { method: 'fit', width: 300, height: 300 },
      size(60, 40),
      undefined,
    ],
    [
      'fits by the one side that is too long',
      size(600, 40),
      { method: 'fit', width: 300, height: 300 },
      size(300, 20),
      undefined,
    ],
    [
      'covers and cuts the width',
      size(600, 400),
      { method: 'cover', width: 100, height: 100 },
      size(150, 100),
      size(100, 100),
    ],
    [
      'covers and cuts the height',
      size(400, 600),
      { method: 'cover', width: 100, height: 100 },
      size(100, 150),
      size(100, 100),
    ],
    [
      'covers without a cut',
      size(600, 400),
      { method: 'cover', width: 300, height: 200 },
      size(300, 200),
      undefined,
    ],
    [
      'covers as far as the source is wide',
      size(600, 400),
      { method: 'cover', width: 1000, height: 100 },
      size(600, 400),
      size(600, 100),
    ],
    [
      'covers nothing larger than the source',
      size(600, 400),
      { method: 'cover', width: 1000, height: 1000 },
      size(600, 400),
      undefined,
    ],
    [
      'covers one pixel',
      size(600, 400),
      { method: 'cover', width: 1, height: 1 },
      size(2, 1),
      size(1, 1),
    ],
    [
      'takes thumb for cover',
      size(600, 400),
      { method: 'thumb', width: 100, height: 100 },
      size(150, 100),
      size(100, 100),
    ],
  ];
  for (const [title, source, resize, scaled, crop] of rows) {
    it(title, () => {
      expect(resizePlan(source, resize)).to.deep.equal({ scaled, crop });
    });
  }
});

describe('resizePlan, for random sizes', () => {
  const random = randomNumbers(3);
  /** Small and large sides alike. */
  const side = (): number => 1 + random(2 ** (1 + random(16)));
  const cases = Array.from({ length: 20_000 }, () => {
    const [source, box] = [size(side(), side()), size(side(), side())];
    return { source, box };
  });
  const each = (check: (source: Size, box: Size) => boolean): void => {
    expect(cases.find(({ source, box }) => !check(source, box))).to.equal(undefined);
  };
  const resizes = ({ width, height }: Size): readonly Resize[] => [
    { method: 'scale', width },
    { method: 'scale', height },
    { method: 'fit', width, height },
    { method: 'cover', width, height },
    { method: 'thumb', width, height },
  ];
  const isInside = (inner: Size, outer: Size): boolean =>
    inner.width <= outer.width && inner.height <= outer.height;

  it('never enlarges, and never makes a side of less than 1', () => {
    each((source, box) =>
      resizes(box).every((resize) => {
        const plan = resizePlan(source, resize);
        const result = resultSize(plan);
        return (
          isInside(plan.scaled, source) &&
          isInside(result, plan.scaled) &&
          isInside(size(1, 1), result)
        );
      }),
    );
  });

  it('scales to exactly the side that was asked for', () => {
    each(
      (source, { width, height }) =>
        resizePlan(source, { method: 'scale', width }).scaled.width ===
          Math.min(width, source.width) &&
        resizePlan(source, { method: 'scale', height }).scaled.height ===
          Math.min(height, source.height),
    );
  });

  it('covers exactly the box, as far as the source reaches', () => {
    each((source, box) => {
      const { width, height } = resultSize(resizePlan(source, { method: 'cover', ...box }));
      return (
        width === Math.min(box.width, source.width) &&
        height === Math.min(box.height, source.height)
      );
    });
  });

  it('cuts in one direction only', () => {
    each((source, box) => {
      const plan = resizePlan(source, { method: 'cover', ...box });
      const result = resultSize(plan);
      const isTooLarge = box.width > source.width || box.height > source.height;
      return (
        isTooLarge || plan.scaled.width === result.width || plan.scaled.height === result.height
      );
    });
  });

  it('keeps the proportions within one pixel', () => {
    each((source, box) =>
      resizes(box).every((resize) => {
        const { scaled } = resizePlan(source, resize);
        const byWidth = (source.height * scaled.width) / source.width;
        const byHeight = (source.width * scaled.height) / source.height;
        return Math.abs(byWidth - scaled.height) <= 1 || Math.abs(byHeight - scaled.width) <= 1;
      }),
    );
  });

  it('fits inside the box and touches a side of it', () => {
    each((source, box) => {
      const fitted = fitWithin(source, box);
      const touches = fitted.width === box.width || fitted.height === box.height;
      return isInside(fitted, box) && (touches || isInside(source, box));
    });
  });
});
