import { expect } from 'chai';
import { type Framing, framingPlan } from '../../src/image/framing.ts';
import { resultSize } from '../../src/image/geometry.ts';
import { centre } from '../../src/image/gravity.ts';
import { framing, sizeIn } from '../support/image/sizes.ts';

const source = { width: 200, height: 100 };

/** What imgproxy's own tests expect of a picture of 200x100 (processing/processing_test.go), by the size that is asked for. */
const table = `
type       with         50x50   50x20   20x50   300x300 300x50  100x300 0x50    50x0    0x200   300x0   300x125 250x300 250x500
fit        -            50x25   40x20   20x10   200x100 100x50  100x50  100x50  50x25   200x100 200x100 -       -       -
fit        enlarge      50x25   40x20   20x10   300x150 -       -       100x50  50x25   400x200 300x150 250x125 250x125 -
fit        extend       50x50   50x20   20x50   300x300 -       -       100x50  50x25   200x200 300x100 300x125 250x300 -
fit        extendRatio  50x50   50x20   20x50   200x200 -       -       100x50  50x25   200x100 200x100 240x100 -       200x400
fill       -            50x50   50x20   20x50   200x100 200x50  100x100 100x50  50x25   200x100 200x100 -       -       -
fill       enlarge      50x50   50x20   20x50   300x300 -       -       100x50  50x25   400x200 300x150 300x125 250x300 -
fill       extend       50x50   50x20   20x50   300x300 300x50  100x300 100x50  50x25   200x200 300x100 300x125 250x300 -
fill       extendRatio  50x50   50x20   20x50   200x200 300x50  100x300 100x50  50x25   200x100 200x100 240x100 -       200x400
fill-down  -            50x50   50x20   20x50   100x100 -       -       100x50  50x25   200x100 200x100 200x83  83x100  -
fill-down  enlarge      50x50   50x20   20x50   300x300 -       -       100x50  50x25   400x200 300x150 300x125 250x300 -
fill-down  extend       50x50   50x20   20x50   300x300 300x50  100x300 100x50  50x25   200x200 300x100 300x125 250x300 -
fill-down  extendRatio  50x50   50x20   20x50   100x100 -       -       100x50  50x25   200x100 200x100 200x83  83x100  -`;

const padding = { top: 20, right: 30, bottom: 40, left: 10 };

/** The same of one size each (processing/padding_test.go, extend_test.go, rotate_and_flip_test.go). */
const others: readonly (readonly [Partial<Framing>, width: number, height: number])[] = [
  [{ changes: { padding }, enlarge: true, dpr: 0.5 }, 120, 80],
  [{ changes: { padding }, enlarge: true }, 240, 160],
  [{ changes: { padding }, enlarge: true, dpr: 2 }, 480, 320],
  [{ width: 500, height: 500, changes: { extend: centre }, dpr: 0.5 }, 250, 250],
  [{ width: 500, height: 500, changes: { extend: centre }, dpr: 2 }, 500, 500],
  [{ width: 300, height: 600, changes: { extendRatio: centre } }, 200, 400],
  [{ width: 300, height: 600, changes: { extendRatio: centre }, dpr: 0.5 }, 150, 300],
  [{ width: 300, height: 600, changes: { extendRatio: centre }, dpr: 2 }, 200, 400],
];

describe('framingPlan has the sizes of imgproxy:', () => {
  const named = (fields: object): string =>
    JSON.stringify(fields).replaceAll(JSON.stringify(centre), 'ce');

  const additions: Readonly<Record<string, Partial<Framing>>> = {
    '-': {},
    enlarge: { enlarge: true },
    extend: { changes: { extend: centre } },
    extendRatio: { changes: { extendRatio: centre } },
  };
  const [[, , ...asked] = [], ...rows] = table
    .trim()
    .split('\n')
    .map((row) => row.split(/ +/));
  for (const [type, addition = '', ...expected] of rows) {
    it(`${type}, ${addition}`, () => {
      const made = asked.map((box, index) => {
        const fields = { type, ...sizeIn(box), ...additions[addition] } as Partial<Framing>;
        const { width, height } = resultSize(framingPlan(source, framing(fields)));
        return expected[index] === '-' ? '-' : `${width}x${height}`;
      });
      expect(made).to.deep.equal(expected);
    });
  }

  for (const [fields, width, height] of others) {
    it(named(fields), () => {
      expect(resultSize(framingPlan(source, framing(fields)))).to.deep.equal({ width, height });
    });
  }
});
