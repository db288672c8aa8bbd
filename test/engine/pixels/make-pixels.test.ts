import { expect } from 'chai';
import { pixmapType, pngType as png, type PictureChange } from '../../../src/image/plan.ts';
import type { Pixels } from '../../support/image/pictures.ts';
import { withSegments } from '../../support/image/builders.ts';
import { exifSegment, exifWithOrientation } from '../../support/image/metadata.ts';
import {
  drawn,
  expectNear,
  halfSeen,
  levelsAt,
  makingPixels,
  pixelReaders,
  plain,
  type Levels,
} from '../../support/engine/making-pixels.ts';

const red = { red: 255, green: 0, blue: 0 };

describe('makePixels', function () {
  // Real runs of vips, on a machine that may be busy.
  const { fileOf, pixelsFor } = makingPixels();

  describe('gives the exact size', () => {
    const photo = drawn([120, 90], 3, (x, y) => [x * 2, y * 2, 128]);
    const sizes: readonly (readonly [string, NonNullable<PictureChange['resize']>, string])[] = [
      ['jpg', { method: 'scale', width: 61 }, '61x46'],
      ['png', { method: 'scale', width: 61 }, '61x46'],
      ['webp', { method: 'scale', width: 61 }, '61x46'],
      ['jpg', { method: 'scale', height: 7 }, '9x7'],
      ['jpg', { method: 'scale', width: 1 }, '1x1'],
      ['webp', { method: 'scale', width: 1 }, '1x1'],
      ['jpg', { method: 'fit', width: 50, height: 50 }, '50x38'],
      ['png', { method: 'fit', width: 500, height: 20 }, '27x20'],
      ['jpg', { method: 'cover', width: 50, height: 50 }, '50x50'],
      ['jpg', { method: 'cover', width: 119, height: 3 }, '119x3'],
      ['webp', { method: 'cover', width: 119, height: 89 }, '119x89'],
      ['png', { method: 'cover', width: 500, height: 30 }, '120x30'],
      ['jpg', { method: 'cover', width: 120, height: 1 }, '120x1'],
      ['jpg', { method: 'thumb', width: 31, height: 77 }, '31x77'],
    ];
    for (const [extension, resize, expected] of sizes) {
      it(`${expected} for ${JSON.stringify(resize)} of a ${extension}`, async () => {
        const content = await fileOf(photo, extension);
        const { pixels } = await pixelsFor(content, { resize, convert: [png] });
        const { width, height } = await pixels(png);
        expect(`${width}x${height}`).to.equal(expected);
      });
    }

    for (const method of ['fit', 'cover', 'thumb'] as const) {
      it(`of a picture on its side, upright (${method})`, async () => {
        // Stored: dark at the left. Orientation 6 turns that to the top.
        const stored = drawn([80, 40], 3, (x) => (x < 40 ? [20, 20, 20] : [230, 230, 230]));
        const jpeg = await fileOf(stored, 'jpg[Q=95]');
        const turned = withSegments(jpeg, exifSegment(exifWithOrientation(6)));
        const resize = { method, width: 20, height: 40 } as const;
        const { pixels } = await pixelsFor(turned, { resize });
        const upright = await pixels(pixmapType);
        expect(upright).to.include({ width: 20, height: 40 });
        expectNear(levelsAt(upright, 10, 4), [20, 20, 20], 6);
        expectNear(levelsAt(upright, 10, 35), [230, 230, 230], 6);
      });
    }
  });

  describe('fills what is transparent', () => {
    const pictures: readonly (readonly [string, Pixels, string, 8 | 16, Levels])[] = [
      ['a colour PNG', halfSeen(0, 0, 255), 'png', 8, [0, 0, 255]],
      ['a grey PNG', halfSeen(90), 'png', 8, [90, 90, 90]],
      ['a colour PNG of 16 bits', halfSeen(0, 0, 255), 'png', 16, [0, 0, 255]],
      ['a grey PNG of 16 bits', halfSeen(90), 'png', 16, [90, 90, 90]],
      ['a WebP', halfSeen(0, 0, 255), 'webp[lossless]', 8, [0, 0, 255]],
    ];
    const changes: readonly (readonly [string, PictureChange])[] = [
      ['made smaller', { resize: { method: 'scale', width: 20 } }],
      ['cropped', { resize: { method: 'cover', width: 30, height: 15 } }],
    ];
    for (const [title, picture, extension, bitDepth, seen] of pictures) {
      for (const [how, change] of changes) {
        it(`of ${title} ${how}, in every type`, async () => {
          const content = await fileOf(picture, extension, bitDepth);
          const asked = { ...change, background: red, convert: [png, 'image/jpeg'] };
          const { pixels, bandsOf, isTransparent } = await pixelsFor(content, asked);
          expect(isTransparent).to.equal(false);
          for (const mediaType of [png, pixmapType]) {
            const filled = await pixels(mediaType);
            expect(await bandsOf(mediaType)).to.equal(3);
            expectNear(levelsAt(filled, 1, 5), [255, 0, 0]);
            expectNear(levelsAt(filled, filled.width - 2, 5), seen);
          }
        });
      }
    }
  });

  describe('finds whether a picture is transparent', () => {
    const opaque = drawn([40, 30], 4, (x) => [x * 6, 50, 60, 255]);
    const cases: readonly (readonly [string, Pixels, boolean, (8 | 16)?])[] = [
      ['all opaque', opaque, false],
      ['all opaque, of 16 bits', opaque, false, 16],
      ['all opaque, of grey', plain([80, 255]), false],
      ['half transparent', halfSeen(0, 0, 255), true],
      ['half transparent, of 16 bits', halfSeen(0, 0, 255), true, 16],
      ['half transparent, of grey', halfSeen(90), true],
      [
        'one pixel nearly opaque',
        drawn([40, 30], 4, (x, y) => [9, 9, 9, x === 7 && y === 7 ? 254 : 255]),
        true,
      ],
    ];
    for (const [name, reader] of Object.entries(pixelReaders)) {
      for (const [title, picture, expected, bitDepth] of cases) {
        it(`${title}, by ${name}`, async () => {
          const content = await fileOf(picture, 'png', bitDepth);
          const { isTransparent } = await pixelsFor(
            content,
            { convert: ['image/jpeg'] },
            { reader },
          );
          expect(isTransparent).to.equal(expected);
        });
      }
    }

    it('without libvips where the scorer reads the picture', async () => {
      const content = await fileOf(opaque, 'png');
      const { operations } = await pixelsFor(content, { convert: ['image/jpeg'] });
      expect(operations).to.not.include('stats');
    });

    it('and keeps the colours of what is opaque', async () => {
      const { pixels, bandsOf } = await pixelsFor(await fileOf(opaque, 'png'), {
        convert: ['image/jpeg'],
      });
      expect(await bandsOf(pixmapType)).to.equal(3);
      expectNear(levelsAt(await pixels(pixmapType), 20, 10), [120, 50, 60], 1);
    });
  });

  it('writes the pixels of several readers once each', async () => {
    const resize = { method: 'scale', width: 20 } as const;
    const convert = [png, 'image/jpeg'];
    const content = await fileOf(plain([200, 100, 30]), 'jpg');
    const { operations } = await pixelsFor(content, { resize, convert });
    expect(operations).to.deep.equal(['thumbnail', 'copy']);
  });

  describe('gives equal colours to all who read them', () => {
    const smaller = { method: 'scale', width: 20 } as const;
    const types = [png, 'image/jpeg'];
    const cases: readonly (readonly [string, Pixels, string, PictureChange])[] = [
      ['a JPEG', plain([200, 100, 30]), 'jpg', { resize: smaller }],
      ['a grey JPEG', plain([140]), 'jpg', { resize: smaller }],
      ['a PNG', plain([200, 100, 30]), 'png', { resize: smaller }],
      ['a grey PNG', plain([140]), 'png', { resize: smaller }],
      ['a PNG with opaque alpha', plain([200, 100, 30, 255]), 'png', { resize: smaller }],
      ['a grey PNG with opaque alpha', plain([140, 255]), 'png', { resize: smaller }],
      ['a filled PNG', halfSeen(200, 100, 30), 'png', { background: red }],
    ];
    for (const [title, picture, extension, change] of cases) {
      it(`of ${title}`, async () => {
        const { pixels } = await pixelsFor(await fileOf(picture, extension), {
          ...change,
          convert: types,
        });
        const [one, other] = [await pixels(png), await pixels(pixmapType)];
        const seen = (from: Pixels) => levelsAt(from, from.width - 3, 5).slice(0, 3);
        const [first = 0, ...rest] = picture.data.subarray(-picture.bands);
        const colour = picture.bands < 3 ? [first, first, first] : [first, ...rest].slice(0, 3);
        expectNear(seen(one), colour);
        expect(seen(other)).to.deep.equal(seen(one));
      });
    }
  });
});
