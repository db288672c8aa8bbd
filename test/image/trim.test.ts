import { expect } from 'chai';
import { trimmedArea } from '../../src/image/trim.ts';

describe('trimmedArea', () => {
  const source = { width: 100, height: 60 };
  type Rectangle = readonly [left: number, top: number, width: number, height: number];
  const areaOf = ([left, top, width, height]: Rectangle) => ({ left, top, width, height });

  const rows: readonly (readonly [
    title: string,
    equal: string,
    found: Rectangle,
    left: Rectangle | undefined,
  ])[] = [
    ['is what was found', '', [10, 5, 60, 50], [10, 5, 60, 50]],
    ['has as much cut at both sides', 'horizontal', [10, 5, 60, 50], [10, 5, 80, 50]],
    ['has as much cut above as below', 'vertical', [10, 10, 60, 48], [10, 2, 60, 56]],
    ['has both', 'horizontal vertical', [40, 10, 50, 20], [10, 10, 80, 40]],
    ['is nothing where all is one colour', '', [0, 0, 0, 0], undefined],
    ['is nothing where no edge is', '', [0, 0, 100, 60], undefined],
    ['is nothing where a side has no edge', 'horizontal', [0, 0, 50, 60], undefined],
  ];
  for (const [title, equal, found, left] of rows) {
    it(title, () => {
      const isEqual = {
        horizontal: equal.includes('horizontal'),
        vertical: equal.includes('vertical'),
      };
      const trim = { threshold: 0, colour: undefined, isEqual };
      expect(trimmedArea(source, areaOf(found), trim)).to.deep.equal(left && areaOf(left));
    });
  }
});
