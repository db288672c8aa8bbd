import { expect } from 'chai';
import { pixmapType, pngType as png } from '../../../src/image/plan.ts';
import type { Pixels } from '../../support/image/pictures.ts';
import {
  drawn,
  expectNear,
  levelsAt,
  makingPixels,
  type Levels,
} from '../../support/engine/making-pixels.ts';

const red = { red: 255, green: 0, blue: 0 };

describe('makePixels for a thumb of a product', () => {
  const { fileOf, pixelsFor } = makingPixels();

  /** A dark object of 60x120 on a ground, in the middle of 300x200. */
  const product = (ground: Levels) =>
    drawn([300, 200], ground.length as 1 | 2 | 3 | 4, (x, y) =>
      x >= 120 && x < 180 && y >= 40 && y < 160 ? objectOf[ground.length]! : ground,
    );
  const cases: readonly (readonly [string, Levels, string, string, (8 | 16)?])[] = [
    ['on white', [255, 255, 255], 'png', png],
    ['on a colour', [200, 220, 180], 'png', png],
    ['on a colour, of 16 bits', [200, 220, 180], 'png', png, 16],
    ['on a colour, a JPEG', [200, 220, 180], 'jpg[Q=95]', pixmapType],
    ['on grey', [200], 'png', png],
    ['on grey, a JPEG', [200], 'jpg[Q=95]', pixmapType],
    ['on nothing', [0, 0, 0, 0], 'png', png],
    ['on nothing, of 16 bits', [0, 0, 0, 0], 'png', png, 16],
    ['of grey on nothing', [0, 0], 'png', png],
  ];
  for (const [title, ground, extension, mediaType, bitDepth] of cases) {
    for (const [width, height] of [
      [60, 60],
      [280, 50],
    ] as const) {
      it(`${title}: the whole object and its ground in ${width}x${height}`, async () => {
        const content = await fileOf(product(ground), extension, bitDepth);
        const resize = { method: 'thumb', width, height } as const;
        const { pixels } = await pixelsFor(content, { resize });
        const thumb = await pixels(mediaType);
        expect(thumb).to.include({ width, height, bands: inColour(ground).length });
        for (const [x, y] of [
          [0, 0],
          [width - 1, 0],
          [0, height - 1],
          [width - 1, height - 1],
        ] as const)
          expectNear(levelsAt(thumb, x, y), inColour(ground), 4);
        const box = darkBoxOf(thumb);
        expect(box.width / box.height).to.be.closeTo(0.5, 0.06);
        expect(box.left + box.width / 2).to.be.closeTo(width / 2, 2);
        expect(box.top + box.height / 2).to.be.closeTo(height / 2, 2);
      });
    }
  }

  it('fills the ground with the background asked for', async () => {
    const content = await fileOf(product([0, 0, 0, 0]), 'png');
    const resize = { method: 'thumb', width: 60, height: 60 } as const;
    const { pixels } = await pixelsFor(content, { resize, background: red });
    const thumb = await pixels(png);
    expectNear(levelsAt(thumb, 0, 0), [255, 0, 0]);
    expectNear(levelsAt(thumb, 30, 30), [30, 40, 90]);
  });
});

/** Levels of the object, by the number of bands. */
const objectOf: readonly Levels[] = [[], [40], [40, 255], [30, 40, 90], [30, 40, 90, 255]];

/** Grey levels as those of RGB. */
const inColour = (levels: Levels): Levels =>
  levels.length < 3 ? [levels[0]!, levels[0]!, ...levels] : levels;

/** The box of what is dark and seen. */
const darkBoxOf = ({ width, height, bands, data }: Pixels) => {
  const isDark = (at: number) =>
    data[at * bands]! < 100 && (bands < 4 || data[at * bands + 3]! > 128);
  const places = Array.from({ length: width * height }, (_, at) => at).filter(isDark);
  const [xs, ys] = [places.map((at) => at % width), places.map((at) => Math.floor(at / width))];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 };
};
