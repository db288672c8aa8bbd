import { expect } from 'chai';
import { type Overlay, overlayStep } from '../../src/image/overlay.ts';
import { overlayOf, overlayPicture } from '../support/image/overlay.ts';

const size = (width: number, height: number) => ({ width, height });

describe('overlayStep', () => {
  const places: readonly (readonly [
    title: string,
    fields: Partial<Overlay>,
    dpr: number,
    scaled: readonly [width: number, height: number],
    corner: readonly [left: number, top: number],
  ])[] = [
    ['is in the middle in its own size', {}, 2, [20, 10], [40, 26]],
    ['is at a corner with offsets', { at: 'soea', x: 5, y: 0.1 }, 1, [20, 10], [75, 44]],
    ['has its offsets by dpr', { at: 'nowe', x: 5, y: 7 }, 2, [20, 10], [10, 14]],
    [
      'goes over an edge, and a pixel stays',
      { at: 'nowe', x: -50, y: 500 },
      1,
      [20, 10],
      [-19, 59],
    ],
    ['fits in a share of the picture', { at: 'no', scale: 0.5 }, 1, [50, 25], [26, 0]],
    ['is enlarged to the whole', { at: 'nowe', scale: 1 }, 1, [100, 50], [0, 0]],
    ['is larger than the picture', { scale: 2 }, 1, [200, 100], [-50, -20]],
    ['has a pixel at least', { at: 'nowe', scale: 0.001 }, 1, [1, 1], [0, 0]],
  ];
  for (const [title, fields, dpr, [width, height], [left, top]] of places) {
    it(title, () => {
      expect(overlayStep(size(100, 60), overlayOf(fields), dpr)).to.deep.equal({
        ...{ kind: 'composite', picture: overlayPicture(), left, top },
        steps: [{ kind: 'scale', size: size(width, height) }],
      });
    });
  }

  it('is clearer', () => {
    const { steps } = overlayStep(size(9, 9), overlayOf({ opacity: 0.5 }), 1) as {
      steps?: unknown;
    };
    expect(steps).to.deep.equal([
      { kind: 'scale', size: size(20, 10) },
      { kind: 'fade', opacity: 0.5 },
    ]);
  });

  const tilings: readonly (readonly [
    title: string,
    fields: Partial<Overlay>,
    tile: Readonly<{ size: readonly [number, number]; at: readonly [number, number] }>,
    first: readonly [left: number, top: number],
  ])[] = [
    // Five whole ones have the middle one in the middle, and so have seven of 10 in 60.
    ['is there again and again', { at: 're' }, { size: [20, 10], at: [0, 0] }, [20, 5]],
    ['has space between', { at: 're', x: 10, y: 0.1 }, { size: [30, 16], at: [5, 3] }, [5, 6]],
    [
      'has at most the picture between',
      { at: 're', x: 1e9 },
      { size: [120, 10], at: [50, 0] },
      [110, 5],
    ],
  ];
  for (const [title, fields, tile, [left, top]] of tilings) {
    it(title, () => {
      const [tileLeft, tileTop] = tile.at;
      expect(overlayStep(size(100, 60), overlayOf(fields), 1)).to.deep.equal({
        ...{ kind: 'composite', picture: overlayPicture(), left: 0, top: 0 },
        steps: [
          { kind: 'scale', size: size(20, 10) },
          { kind: 'embed', size: size(...tile.size), left: tileLeft, top: tileTop, by: 'clear' },
          { kind: 'embed', size: size(100, 60), left, top, by: 'repeat' },
        ],
      });
    });
  }
});
