import { expect } from 'chai';
import { compass, type Gravity, placeOver, placeWithin } from '../../src/image/gravity.ts';

const outer = { width: 100, height: 60 };
const inner = { width: 40, height: 20 };

describe('placeWithin', () => {
  const places: Readonly<Record<(typeof compass)[number], readonly [number, number]>> = {
    ce: [30, 20],
    no: [30, 0],
    so: [30, 40],
    we: [0, 20],
    ea: [60, 20],
    nowe: [0, 0],
    noea: [60, 0],
    sowe: [0, 40],
    soea: [60, 40],
  };
  for (const at of compass) {
    it(`places ${at}`, () => {
      const [left, top] = places[at];
      const gravity = { kind: 'compass', at, x: 0, y: 0 } as const;
      expect(placeWithin(outer, inner, gravity, 1)).to.deep.equal({ left, top });
    });
  }

  const rows: readonly (readonly [string, Gravity, number, readonly [number, number]])[] = [
    ['moves away from a side', { kind: 'compass', at: 'soea', x: 5, y: 7 }, 1, [55, 33]],
    ['multiplies offsets by dpr', { kind: 'compass', at: 'nowe', x: 5, y: 7 }, 2, [10, 14]],
    [
      'takes offsets below 1 as shares',
      { kind: 'compass', at: 'nowe', x: 0.1, y: 0.1 },
      2,
      [10, 6],
    ],
    ['stays inside', { kind: 'compass', at: 'nowe', x: 500, y: -3 }, 1, [60, 0]],
    ['centres a focus point', { kind: 'focus', x: 0.5, y: 0.5 }, 1, [30, 20]],
    ['keeps a focus point at an edge inside', { kind: 'focus', x: 1, y: 0 }, 1, [60, 0]],
  ];
  for (const [title, gravity, dpr, [left, top]] of rows) {
    it(title, () => {
      expect(placeWithin(outer, inner, gravity, dpr)).to.deep.equal({ left, top });
    });
  }

  it('rounds a half to the even pixel', () => {
    const gravity = { kind: 'compass', at: 'ce', x: 0, y: 0 } as const;
    const lefts = [41, 42, 43, 44].map((width) =>
      placeWithin({ width, height: 1 }, { width: 40, height: 1 }, gravity, 1),
    );
    expect(lefts).to.deep.equal([1, 2, 2, 2].map((left) => ({ left, top: 0 })));
  });

  it('leaves attention to be found', () => {
    expect(placeWithin(outer, inner, { kind: 'attention' }, 1)).to.equal('attention');
  });
});

describe('placeOver', () => {
  const rows: readonly (readonly [
    title: string,
    gravity: Parameters<typeof placeOver>[2],
    inner: Readonly<{ width: number; height: number }>,
    corner: readonly [left: number, top: number],
  ])[] = [
    ['is as within', { kind: 'compass', at: 'soea', x: 5, y: 7 }, inner, [55, 33]],
    ['leaves a pixel', { kind: 'compass', at: 'soea', x: -500, y: 500 }, inner, [99, -19]],
    [
      'centres what is larger',
      { kind: 'compass', at: 'ce', x: 0, y: 0 },
      { width: 200, height: 100 },
      [-50, -20],
    ],
    ['takes a focus point', { kind: 'focus', x: 1, y: 0 }, inner, [80, -10]],
  ];
  for (const [title, gravity, size, [left, top]] of rows) {
    it(title, () => {
      expect(placeOver(outer, size, gravity, 1)).to.deep.equal({ left, top });
    });
  }
});
