import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Orientation } from '../../src/image/facts.ts';
import { gradients, writePpm } from '../support/image/gradients.ts';
import {
  differenceOf,
  gridOf,
  pixelsOf,
  vips,
  type Grid,
  type Pixels,
} from '../support/image/pictures.ts';
import { bytes } from '../support/image/builders.ts';
import { exifSegment, exifWithOrientation } from '../support/image/metadata.ts';
import { cornersOf, operating, pixelAt, pngOf, sticker } from '../support/e2e/operating.ts';
import { photo } from '../support/e2e/pictures.ts';

/** Of the grid's cells: encoders lose some, and cells of pictures of other sizes are cut elsewhere. */
const bound = 2.5;
/** The same for a photograph, which has edges inside its cells. */
const photoBound = 4;

const [width, height] = [480, 360];
const base = gradients(width, height);
const types = ['jpeg', 'png', 'webp'] as const;

describe('pictures after operations', () => {
  const { inFolder, uploaded, operate, client } = operating();

  const expectAlike = (pixels: Pixels, expected: Grid, most: number): void => {
    const { colour, alpha } = differenceOf(gridOf(pixels), expected);
    expect(colour, 'colour').to.be.at.most(most);
    expect(alpha, 'alpha').to.be.at.most(most);
  };

  before(async () => {
    await writePpm(inFolder('base.ppm'), base);
    await writeFile(inFolder('sticker.png'), pngOf(sticker(160, 128)));
    const from = inFolder('base.ppm');
    await vips('copy', from, `${inFolder('plain.jpeg')}[Q=95]`);
    await vips('copy', from, inFolder('plain.png'));
    await vips('copy', from, `${inFolder('plain.webp')}[Q=95,strip]`);
    for (const type of types) {
      // So good that a re-encoding is smaller: otherwise the source wins, with its profile.
      const to = `${inFolder(`p3.${type}`)}${type === 'png' ? '' : '[Q=100]'}`;
      await vips('icc_transform', from, to, 'p3', '--input-profile', 'srgb');
    }
    await vips('copy', inFolder('sticker.png'), `${inFolder('sticker.webp')}[lossless,strip]`);
  });

  const resize = { method: 'fit', width: 160, height: 160 };
  const size = [160, 120];

  for (const type of types) {
    for (const [name, colours] of [
      ['plain', 'srgb'],
      ['p3', 'embedded'],
    ] as const) {
      it(`${name}.${type} keeps content and colours when resized and in every type`, async () => {
        const path = inFolder(`${name}.${type}`);
        const expected = gridOf(await pixelsOf(path, colours));
        const location = await uploaded(await readFile(path));
        for (const other of types) {
          const convert = { type: `image/${other}` };
          const same = await operate(location, { convert });
          expect([same.pixels.width, same.pixels.height]).to.deep.equal([width, height]);
          expectAlike(same.pixels, expected, bound);
          const smaller = await operate(location, { resize, convert });
          expect([smaller.pixels.width, smaller.pixels.height]).to.deep.equal(size);
          expectAlike(smaller.pixels, expected, bound);
        }
      });
    }
  }

  for (const orientation of [3, 6] as const satisfies Orientation[]) {
    it(`a JPEG of orientation ${orientation} is upright after each operation`, async () => {
      const plain = await readFile(inFolder('plain.jpeg'));
      const exif = exifSegment(exifWithOrientation(orientation));
      const location = await uploaded(bytes(plain.subarray(0, 2), exif, plain.subarray(2)));
      const upright = orientation >= 5 ? [120, 160] : [160, 120];
      const expected = gridOf(base, orientation);
      for (const asked of [
        { resize },
        { resize: { method: 'scale', width: upright[0] } },
        { resize: { method: 'cover', width: upright[0], height: upright[1] } },
        { resize, convert: { type: ['image/webp'] } },
      ]) {
        const { pixels } = await operate(location, asked);
        expect([pixels.width, pixels.height]).to.deep.equal(upright);
        expectAlike(pixels, expected, bound);
      }
      const { pixels } = await operate(location, { convert: { type: 'image/png' } });
      expectAlike(pixels, expected, bound);
    });
  }

  it('a photograph looks the same when it is resized', async () => {
    await writeFile(inFolder('photo.jpg'), photo);
    const expected = gridOf(await pixelsOf(inFolder('photo.jpg')));
    const location = await uploaded(photo);
    for (const type of types) {
      const convert = { type: `image/${type}` };
      const { pixels } = await operate(location, {
        resize: { method: 'scale', width: 400 },
        convert,
      });
      expectAlike(pixels, expected, photoBound);
    }
  });

  /** How much of the whole gradient, in red across and in green down, a picture shows. */
  const shownOf = (pixels: Pixels): readonly [number, number] => {
    const first = pixelAt(pixels, 0, 0);
    const last = pixelAt(pixels, pixels.width - 1, pixels.height - 1);
    return [(last[0]! - first[0]!) / 255, (last[1]! - first[1]!) / 255];
  };

  for (const [box, shown] of [
    [{ width: 120, height: 120 }, [0.75, 1]],
    [{ width: 240, height: 90 }, [1, 0.5]],
    [{ width: 9999, height: 180 }, [1, 0.5]],
    [{ width: 120, height: 9999 }, [0.25, 1]],
  ] as const) {
    it(`cover of ${box.width}x${box.height} cuts no more than it must and keeps proportions`, async () => {
      const location = await uploaded(await readFile(inFolder('plain.png')));
      const { pixels } = await operate(location, { resize: { method: 'cover', ...box } });
      expect([pixels.width, pixels.height]).to.deep.equal([
        Math.min(box.width, width),
        Math.min(box.height, height),
      ]);
      const [across, down] = shownOf(pixels);
      expect(across).to.be.closeTo(shown[0], 0.03);
      expect(down).to.be.closeTo(shown[1], 0.03);
    });
  }

  /** JPEG's own colours are whole numbers too, so that some of sRGB are off by a level there. */
  const expectCorners = (pixels: Pixels, expected: readonly number[], most: number): void => {
    for (const corner of cornersOf(pixels)) {
      const levelsOff = corner.map((level, band) => Math.abs(level - expected[band]!));
      expect(Math.max(...levelsOff), `${corner.join()} for ${expected.join()}`).to.be.at.most(most);
    }
  };

  for (const from of ['png', 'webp'] as const) {
    for (const to of ['png', 'webp'] as const) {
      it(`transparency is kept from ${from} to ${to}, resized or not`, async () => {
        const path = inFolder(`sticker.${from}`);
        const expected = gridOf(await pixelsOf(path));
        const location = await uploaded(await readFile(path));
        const convert = { type: `image/${to}` };
        const whole = await operate(location, { convert });
        expect(whole.pixels.bands).to.equal(4);
        expectAlike(whole.pixels, expected, bound);
        const half = await operate(location, { convert, resize: { method: 'scale', width: 80 } });
        expect(cornersOf(half.pixels).map((corner) => corner[3])).to.deep.equal([0, 0, 0, 0]);
        expectAlike(half.pixels, expected, bound);
      });
    }

    for (const [colour, expected] of [
      ['#3366cC', [0x33, 0x66, 0xcc]],
      ['#Ffd700', [0xff, 0xd7, 0x00]],
      ['white', [255, 255, 255]],
      ['black', [0, 0, 0]],
    ] as const) {
      it(`the ground of a ${from} becomes ${colour} in every type, and alpha goes`, async () => {
        const location = await uploaded(await readFile(inFolder(`sticker.${from}`)));
        const transform = { background: colour };
        const asked = [
          { transform, resize: { method: 'fit', width: 80, height: 80 } },
          ...types.map((type) => ({ transform, convert: { type: `image/${type}` } })),
        ];
        for (const operation of asked) {
          const { pixels, mediaType } = await operate(location, operation);
          expect(pixels.bands, JSON.stringify(operation)).to.equal(3);
          expectCorners(pixels, expected, mediaType === 'image/jpeg' ? 1 : 0);
        }
      });
    }
  }

  for (const type of types) {
    it(`a background changes no byte of an opaque ${type}`, async () => {
      const location = await uploaded(await readFile(inFolder(`plain.${type}`)));
      const { body } = await client().send({ path: location });
      const { answer } = await operate(location, { transform: { background: '#ff0000' } });
      expect(answer.body.equals(body)).to.equal(true);
    });
  }
});
