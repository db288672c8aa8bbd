import { expect } from 'chai';
import type { Raster } from '../../../src/image/raster.ts';
import { visibleColours } from '../../../src/image/planes/visible-colours.ts';
import { drawing } from '../../support/image/drawings.ts';

const size = { width: 37, height: 22 };

describe('visibleColours', () => {
  /** Number of pixels that have another colour than `levels`. */
  const othersIn = ({ data, bands }: Raster, levels: readonly number[]): number => {
    let others = 0;
    for (let at = 0; at < data.length; at += bands) {
      if (levels.some((level, band) => data[at + band] !== level)) others += 1;
    }
    return others;
  };

  const grounds = [
    [0, 0, 0],
    [255, 255, 255],
    [10, 240, 30],
  ];
  for (const ground of grounds) {
    it(`replaces ${ground.join(', ')} where nothing is seen by the colour beside it`, () => {
      const picture = drawing(size, 4, (x) => (x < 30 ? [...ground, 0] : [200, 90, 60, 255]));
      const made = visibleColours(picture);
      expect(made).to.include({ ...size, bands: 3 });
      expect(othersIn(made, [200, 90, 60])).to.equal(0);
    });
  }

  it('takes the nearer of two colours', () => {
    const picture = drawing({ width: 64, height: 8 }, 4, (x) =>
      x < 8 ? [200, 0, 0, 255] : x < 56 ? [0, 255, 0, 0] : [0, 0, 200, 255],
    );
    const { data } = visibleColours(picture);
    expect([...data.subarray(12 * 3, 13 * 3)]).to.deep.equal([200, 0, 0]);
    expect([...data.subarray(51 * 3, 52 * 3)]).to.deep.equal([0, 0, 200]);
  });

  it('keeps the colours of all pixels that are seen', () => {
    const levels = (x: number, y: number) => [x * 5, y * 9, (x * y) % 256];
    const picture = drawing(size, 4, (x, y) => [...levels(x, y), 8 + ((x * 7 + y) % 248)]);
    expect(visibleColours(picture)).to.deep.equal(drawing(size, 3, levels));
  });

  for (const own of [0, 255]) {
    it(`changes nothing by more than two levels where it is shown, with ${own} beside 128`, () => {
      for (let alpha = 1; alpha < 8; alpha++) {
        const picture = drawing(size, 4, (x) =>
          x < 20 ? [own, own, own, alpha] : [128, 128, 128, 255],
        );
        const { data } = visibleColours(picture);
        const most = data.reduce((largest, level, at) => {
          const wanted = picture.data[Math.floor(at / 3) * 4 + (at % 3)]!;
          const share = picture.data[Math.floor(at / 3) * 4 + 3]! / 255;
          return Math.max(largest, Math.abs(level - wanted) * share);
        }, 0);
        expect(most, `alpha ${alpha}`).to.be.at.most(2);
      }
    });
  }

  it('reads grey', () => {
    const picture = drawing(size, 2, (_, y) => (y < 9 ? [0, 0] : [77, 255]));
    const made = visibleColours(picture);
    expect(made).to.include({ ...size, bands: 1 });
    expect(othersIn(made, [77])).to.equal(0);
  });

  it('reads a picture of one pixel, and one in which nothing is seen', () => {
    const one = drawing({ width: 1, height: 1 }, 4, () => [9, 8, 7, 3]);
    expect([...visibleColours(one).data]).to.deep.equal([9, 8, 7]);
    const nothing = visibleColours(drawing(size, 4, (x) => [x, x, x, 0]));
    expect(new Set(nothing.data).size).to.equal(1);
  });
});
