import { expect } from 'chai';
import { fitWithin, resizePlan, resultSize, type Resize } from '../../src/image/geometry.ts';
import type { Size } from '../../src/image/rectangle.ts';
import { resizeIn, sizeIn } from '../support/image/sizes.ts';
import { randomNumbers } from '../support/random.ts';

const size = (width: number, height: number): Size => ({ width, height });

describe('resizePlan', () => {
  const rows: readonly (readonly [
    title: string,
    source: string,
    asked: string,
    scaled: string,
    crop?: string,
  ])[] = [
    ['scales to a width', '600x400', 'scale 150x', '150x100'],
    ['scales to a height', '600x400', 'scale x100', '150x100'],
    ['rounds the other side', '600x401', 'scale 150x', '150x100'],
    ['leaves a line one pixel', '5000x3', 'scale 10x', '10x1'],
    ['scales no width up', '60x40', 'scale 61x', '60x40'],
    ['fits a wide picture by its width', '600x400', 'fit 300x300', '300x200'],
    ['fits a tall picture by its height', '400x600', 'fit 300x300', '200x300'],
    ['fits no picture up', '60x40', 'fit 300x300', '60x40'],
    ['fits by the one side that is too long', '600x40', 'fit 300x300', '300x20'],
    ['covers and cuts the width', '600x400', 'cover 100x100', '150x100', '100x100'],
    ['covers and cuts the height', '400x600', 'cover 100x100', '100x150', '100x100'],
    ['covers without a cut', '600x400', 'cover 300x200', '300x200'],
    ['covers as far as the source is wide', '600x400', 'cover 1000x100', '600x400', '600x100'],
    ['covers nothing larger than the source', '600x400', 'cover 1000x1000', '600x400'],
    ['covers one pixel', '600x400', 'cover 1x1', '2x1', '1x1'],
    ['takes thumb for cover', '600x400', 'thumb 100x100', '150x100', '100x100'],
  ];
  for (const [title, source, asked, scaled, crop] of rows) {
    it(title, () => {
      expect(resizePlan(sizeIn(source), resizeIn(asked))).to.deep.equal({
        ...{ scaled: sizeIn(scaled), crop: crop && sizeIn(crop) },
      });
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
