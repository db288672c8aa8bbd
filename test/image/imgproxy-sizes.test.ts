import { expect } from 'chai';
import { type Framing, framingPlan } from '../../src/image/framing.ts';
import { resultSize } from '../../src/image/geometry.ts';
import { centre } from '../../src/image/gravity.ts';

const source = { width: 200, height: 100 };

type Row = readonly [width: number, height: number, toWidth: number, toHeight: number];

/** What imgproxy's own tests expect of a picture of 200x100 (processing/processing_test.go). */
const tables: readonly (readonly [Partial<Framing>, readonly Row[]])[] = [
  [
    { type: 'fit' },
    [
      [50, 50, 50, 25],
      [50, 20, 40, 20],
      [20, 50, 20, 10],
      [300, 300, 200, 100],
      [300, 50, 100, 50],
      [100, 300, 100, 50],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 200, 100],
      [300, 0, 200, 100],
    ],
  ],
  [
    { type: 'fit', enlarge: true },
    [
      [50, 50, 50, 25],
      [50, 20, 40, 20],
      [20, 50, 20, 10],
      [300, 300, 300, 150],
      [300, 125, 250, 125],
      [250, 300, 250, 125],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 400, 200],
      [300, 0, 300, 150],
    ],
  ],
  [
    { type: 'fit', changes: { extend: centre } },
    [
      [50, 50, 50, 50],
      [50, 20, 50, 20],
      [20, 50, 20, 50],
      [300, 300, 300, 300],
      [300, 125, 300, 125],
      [250, 300, 250, 300],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 200, 200],
      [300, 0, 300, 100],
    ],
  ],
  [
    { type: 'fit', changes: { extendRatio: centre } },
    [
      [50, 50, 50, 50],
      [50, 20, 50, 20],
      [20, 50, 20, 50],
      [300, 300, 200, 200],
      [300, 125, 240, 100],
      [250, 500, 200, 400],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 200, 100],
      [300, 0, 200, 100],
    ],
  ],
  [
    { type: 'fill' },
    [
      [50, 50, 50, 50],
      [50, 20, 50, 20],
      [20, 50, 20, 50],
      [300, 300, 200, 100],
      [300, 50, 200, 50],
      [100, 300, 100, 100],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 200, 100],
      [300, 0, 200, 100],
    ],
  ],
  [
    { type: 'fill', enlarge: true },
    [
      [50, 50, 50, 50],
      [50, 20, 50, 20],
      [20, 50, 20, 50],
      [300, 300, 300, 300],
      [300, 125, 300, 125],
      [250, 300, 250, 300],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 400, 200],
      [300, 0, 300, 150],
    ],
  ],
  [
    { type: 'fill', changes: { extend: centre } },
    [
      [50, 50, 50, 50],
      [50, 20, 50, 20],
      [20, 50, 20, 50],
      [300, 300, 300, 300],
      [300, 125, 300, 125],
      [250, 300, 250, 300],
      [300, 50, 300, 50],
      [100, 300, 100, 300],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 200, 200],
      [300, 0, 300, 100],
    ],
  ],
  [
    { type: 'fill', changes: { extendRatio: centre } },
    [
      [50, 50, 50, 50],
      [50, 20, 50, 20],
      [20, 50, 20, 50],
      [300, 300, 200, 200],
      [300, 125, 240, 100],
      [250, 500, 200, 400],
      [300, 50, 300, 50],
      [100, 300, 100, 300],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 200, 100],
      [300, 0, 200, 100],
    ],
  ],
  [
    { type: 'fill-down' },
    [
      [50, 50, 50, 50],
      [50, 20, 50, 20],
      [20, 50, 20, 50],
      [300, 300, 100, 100],
      [300, 125, 200, 83],
      [250, 300, 83, 100],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 200, 100],
      [300, 0, 200, 100],
    ],
  ],
  [
    { type: 'fill-down', enlarge: true },
    [
      [50, 50, 50, 50],
      [50, 20, 50, 20],
      [20, 50, 20, 50],
      [300, 300, 300, 300],
      [300, 125, 300, 125],
      [250, 300, 250, 300],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 400, 200],
      [300, 0, 300, 150],
    ],
  ],
  [
    { type: 'fill-down', changes: { extend: centre } },
    [
      [50, 50, 50, 50],
      [50, 20, 50, 20],
      [20, 50, 20, 50],
      [300, 300, 300, 300],
      [300, 125, 300, 125],
      [250, 300, 250, 300],
      [300, 50, 300, 50],
      [100, 300, 100, 300],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 200, 200],
      [300, 0, 300, 100],
    ],
  ],
  [
    { type: 'fill-down', changes: { extendRatio: centre } },
    [
      [50, 50, 50, 50],
      [50, 20, 50, 20],
      [20, 50, 20, 50],
      [300, 300, 100, 100],
      [300, 125, 200, 83],
      [250, 300, 83, 100],
      [0, 50, 100, 50],
      [50, 0, 50, 25],
      [0, 200, 200, 100],
      [300, 0, 200, 100],
    ],
  ],
];

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
  const framing = (fields: Partial<Framing>): Framing => ({
    ...{ method: 'framing', type: 'fit', width: 0, height: 0, dpr: 1, enlarge: false },
    gravity: centre,
    ...fields,
  });
  const named = (fields: object): string =>
    JSON.stringify(fields).replaceAll(JSON.stringify(centre), 'ce');

  for (const [fields, rows] of tables) {
    it(named(fields), () => {
      const made = rows.map(([width, height]) => {
        const size = resultSize(framingPlan(source, framing({ ...fields, width, height })));
        return [width, height, size.width, size.height];
      });
      expect(made).to.deep.equal(rows);
    });
  }

  for (const [fields, width, height] of others) {
    it(named(fields), () => {
      expect(resultSize(framingPlan(source, framing(fields)))).to.deep.equal({ width, height });
    });
  }
});
