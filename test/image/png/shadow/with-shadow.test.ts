import { expect } from 'chai';
import { bytesOf } from '../../../../src/image/bytes.ts';
import { rasterOf, storedRaster } from '../../../../src/image/wasm/stored-pixels.ts';
import { partOf } from '../../../../src/image/wasm/visible-box.ts';
import { maxColours, paletteColours } from '../../../../src/image/png/palette.ts';
import { palettePng } from '../../../../src/image/png/pixels.ts';
import {
  alphaOfShadow,
  isShadow,
  shadowColours,
  shadowOf,
} from '../../../../src/image/png/shadow/shadow.ts';
import { withShadow } from '../../../../src/image/png/shadow/with-shadow.ts';
import { withoutShadow } from '../../../../src/image/png/shadow/without-shadow.ts';
import { storedPng } from '../../../../src/image/png/stored-png.ts';
import type { Raster } from '../../../../src/image/raster.ts';
import { decodePng } from '../../../support/image/decode-png.ts';
import { drawing, type Levels } from '../../../support/image/drawings.ts';
import { testWasm } from '../../../support/image/wasm.ts';
import { withSoftShadow } from '../../../support/image/shadows.ts';

/** A palette of so many opaque colours and one that is clear, for what is so in `picture`. */
const rest = ({ width, height, bands, data }: Raster, opaque: number) => {
  const rows = new Uint8Array((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const isClear = data[(pixel + 1) * bands - 1] !== 255;
    const at = pixel + 1 + Math.floor(pixel / width);
    rows[at] = isClear ? 0 : 1 + (pixel % opaque);
  }
  const colours = Array.from({ length: opaque }, (_, index) => [
    ...[3, 4, 5].map((band) => (index * 3 + band) % 251),
    255,
  ]);
  const palette = Uint8Array.from([0, 1, 2, 0, ...colours.flat()]);
  const png = palettePng({ width, height }, palette, rows);
  return storedPng(testWasm(), png);
};

/** The picture with a clear margin of its own on each side. */
const amidClear = ({ width, height, bands, data }: Raster): Raster =>
  drawing({ width: width + 34, height: height + 41 }, bands, (x, y) => {
    const [left, top] = [x - 14, y - 20];
    if (left < 0 || left >= width || top < 0 || top >= height) return [0, 0, 0, 0];
    const at = (top * width + left) * bands;
    return [...data.subarray(at, at + bands)];
  });

describe('a picture without its shadow, and with it', () => {
  for (const [title, colour, picture] of [
    ['colours', [20, 20, 30], withSoftShadow()],
    ['grey', [7], withSoftShadow([7])],
    ['colours amid what is clear', [20, 20, 30], amidClear(withSoftShadow())],
  ] as const) {
    const source = storedRaster(picture);
    const shadow = shadowOf(source) ?? expect.fail('there is a shadow');
    const { bands, data } = picture;
    const pixels = [...Array(data.length / bands).keys()];
    const part = rasterOf(partOf(source, shadow.part));
    const isOfShadow = pixels.map((pixel) => isShadow(shadow, data, pixel * bands));

    it(`is clear where the shadow was, and the same elsewhere, in ${title}`, () => {
      const made = decodePng(Buffer.from(withoutShadow(source, shadow)));
      const { width, height } = shadow.part;
      expect(made).to.include({ width, height });
      const expected = part.data.map((level, at) =>
        isShadow(shadow, part.data, at - (at % bands)) ? 0 : level,
      );
      expect(Buffer.from(made.data).equals(expected)).to.equal(true);
    });

    it(`has its shadow again, of alpha that is off by one level at most, in ${title}`, () => {
      const opaque = maxColours - shadowColours(shadow) - 1;
      const png = Buffer.from(withShadow(rest(part, opaque), source, shadow).png());
      expect(paletteColours(bytesOf(png))).to.equal(maxColours);
      const made = decodePng(png);
      expect(made).to.include({ width: picture.width, height: picture.height });
      const [red, green = red, blue = red] = colour;
      for (const pixel of pixels) {
        const [shown, alpha = 0] = [
          made.data.subarray(pixel * 4, pixel * 4 + 4),
          data[pixel * bands + bands - 1],
        ];
        if (alpha === 0 || alpha === 255) expect(shown[3]).to.equal(alpha);
        else {
          expect([...shown.subarray(0, 3)]).to.deep.equal([red, green, blue]);
          if (isOfShadow[pixel]) expect(alpha - shown[3]!).to.be.within(0, 1);
          else expect(shown[3]).to.equal(alphaOfShadow(shadowColours(shadow) - 1));
        }
      }
    });

    it(`has no room for a shadow beside too many colours, in ${title}`, () => {
      const opaque = maxColours - shadowColours(shadow);
      expect(() => withShadow(rest(part, opaque), source, shadow)).to.throw('no room');
    });
  }

  const faint: readonly (readonly [string, Levels, Levels, Levels])[] = [
    ['the nearer colour of the shadow', [128, 128, 142, 18], [0, 0, 0, 0], [40, 40, 40, 17]],
    ['the same of grey', [128, 18], [0, 0, 0, 0], [40, 40, 40, 17]],
    ['its own where that is nearer', [250, 20, 20, 60], [240, 30, 20, 60], [240, 30, 20, 60]],
    ['its own though the other is near', [40, 60, 40, 90], [40, 60, 40, 88], [40, 60, 40, 88]],
    ['its own where it is opaque', [90, 90, 90, 255], [9, 9, 9, 255], [9, 9, 9, 255]],
    ['its own where it is clear', [90, 90, 90, 0], [1, 2, 3, 0], [1, 2, 3, 0]],
  ];
  for (const [title, pixel, given, expected] of faint) {
    it(`gives an edge ${title}`, () => {
      const size = { width: 9, height: 9 };
      const source = storedRaster(drawing(size, pixel.length === 2 ? 2 : 4, () => pixel));
      const part = { left: 0, top: 0, ...size };
      const shadow = { colour: pixel.length === 2 ? [40] : [40, 40, 40], mostAlpha: 93, part };
      const png = palettePng(size, Uint8Array.from(given), new Uint8Array(90));
      const made = withShadow(storedPng(testWasm(), png), source, shadow);
      expect([...decodePng(Buffer.from(made.png())).data.subarray(0, 4)]).to.deep.equal(expected);
    });
  }

  it('is none of a picture that has no palette', () => {
    const source = storedRaster(drawing({ width: 9, height: 9 }, 4, (x) => [1, 1, 1, x]));
    const part = { left: 0, top: 0, width: 9, height: 9 };
    const shadow = { colour: [1, 1, 1], mostAlpha: 9, part };
    const grey = storedRaster(drawing({ width: 9, height: 9 }, 1, (x) => [x]));
    expect(() => withShadow(grey, source, shadow)).to.throw('no room');
  });
});
