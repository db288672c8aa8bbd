import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parsePixmap } from '../../support/image/parse-pixmap.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { planesOf as madePlanes } from '../../../src/image/planes/planes.ts';
import { drawing, type Levels } from '../../support/image/drawings.ts';
import { testWasm } from '../../support/image/wasm.ts';
import { scoreOf } from '../../support/image/measured.ts';
import { noisy, scene } from '../../support/image/scenes.ts';
import { shownPlanes } from '../../support/image/shown-planes.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

const wasm = testWasm();

describe('planesOf', () => {
  const planesOf = (picture: Raster): Uint8Array => madePlanes(wasm, picture);
  const inFolder = temporaryFolders();

  const furthest = (picture: Raster, other: Raster): number =>
    picture.data.reduce((most, level, at) => Math.max(most, Math.abs(level - other.data[at]!)), 0);

  const colours: readonly (readonly [string, Levels])[] = [
    ['black', [0, 0, 0]],
    ['white', [255, 255, 255]],
    ['a dark colour', [9, 4, 30]],
    ['a pale colour', [250, 240, 255]],
    ['red', [255, 0, 0]],
    ['blue', [0, 0, 255]],
  ];
  for (const [title, levels] of colours) {
    it(`keeps a picture of ${title}`, () => {
      const picture = drawing({ width: 20, height: 12 }, 3, () => levels);
      expect(furthest(shownPlanes(planesOf(picture), picture), picture)).to.be.at.most(2);
    });
  }

  const grey = (x: number, y: number): number => (x * 37 + y * 101) % 256;
  const sizes = [
    { width: 1, height: 1 },
    { width: 2, height: 1 },
    { width: 1, height: 2 },
    { width: 17, height: 9 },
    { width: 16, height: 10 },
  ];
  for (const { width, height } of sizes) {
    it(`keeps all levels of grey, ${width}x${height}`, () => {
      const picture = drawing({ width, height }, 3, (x, y) => [0, 1, 2].map(() => grey(x, y)));
      const planes = planesOf(picture);
      const half = Math.ceil(width / 2) * Math.ceil(height / 2);
      expect(planes).to.have.length(width * height + 2 * half);
      expect(new Set(planes.subarray(width * height))).to.deep.equal(new Set([128]));
      expect(furthest(shownPlanes(planes, picture), picture)).to.be.at.most(1);
    });
  }

  for (const bands of [1, 2, 4] as const) {
    it(`gives the same for ${bands} bands a pixel as for three`, () => {
      const size = { width: 21, height: 13 };
      const colour = bands === 4 ? (x: number, y: number) => [grey(x, y), 3 * x, 99] : undefined;
      const whole = (x: number, y: number) => colour?.(x, y) ?? [0, 1, 2].map(() => grey(x, y));
      const other = drawing(size, bands, (x, y) => {
        const levels = bands === 4 ? whole(x, y) : [grey(x, y)];
        return bands === 1 ? levels : [...levels, 255];
      });
      expect(planesOf(other)).to.deep.equal(planesOf(drawing(size, 3, whole)));
    });
  }

  it('has the colours of a transparent picture that are seen', () => {
    const size = { width: 24, height: 16 };
    const grounds = [
      [0, 0, 0, 0],
      [255, 255, 255, 0],
    ];
    const made = grounds.map((ground) =>
      planesOf(drawing(size, 4, (x) => (x < 11 ? ground : [190, 60, 80, 255]))),
    );
    const whole = planesOf(drawing(size, 3, () => [190, 60, 80]));
    expect(made).to.deep.equal([whole, whole]);
  });

  /** Red lines on a blue ground, whose colours fall together at half their resolution. */
  const lines = drawing({ width: 64, height: 64 }, 3, (x, y) =>
    x % 3 === 0 ? [210, 40, 50] : [30 + y, 60, 160],
  );
  const pictures: readonly (readonly [string, Raster, number])[] = [
    ['saturated lines', lines, 5],
    ['a photograph', noisy(scene({ width: 320, height: 240 }), 6), 0.2],
  ];
  for (const [title, picture, gain] of pictures) {
    it(`shows ${title} better than the planes that cwebp makes`, () => {
      const { width, height } = picture;
      const [source, yuv, back] = [inFolder('in.ppm'), inFolder('in.yuv'), inFolder('back.ppm')];
      writeFileSync(
        source,
        Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), picture.data]),
      );
      writeFileSync(yuv, planesOf(picture));
      const scoreWith = (...args: readonly string[]): number => {
        const webp = inFolder('out.webp');
        execFileSync('cwebp', [
          '-quiet',
          '-q',
          '100',
          ...args.slice(0, -1),
          '-o',
          webp,
          '--',
          args.at(-1)!,
        ]);
        execFileSync('dwebp', ['-quiet', '-ppm', webp, '-o', back]);
        return scoreOf(picture, parsePixmap(readFileSync(back)));
      };
      const own = scoreWith('-s', `${width}`, `${height}`, yuv);
      expect(own).to.be.above(scoreWith('-sharp_yuv', source) + gain);
    });
  }

  it('gives the same bytes each time', () => {
    expect(planesOf(lines)).to.deep.equal(planesOf(lines));
  });
});
