import { expect } from 'chai';
import { fittedPlanes } from '../../../src/image/planes/fitted-planes.ts';
import { planesOf } from '../../../src/image/planes/planes.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { drawing } from '../../support/image/drawings.ts';
import { testKernels } from '../../support/image/kernels.ts';
import { noisy, withAlpha } from '../../support/image/scenes.ts';
import { pixelBrightness, shownPlanes } from '../../support/image/shown-planes.ts';

const size = { width: 61, height: 43 };
const count = size.width * size.height;

/** Saturated colours, which lend their neighbours much light once they are coarse. */
const picture: Raster = noisy(
  drawing(size, 3, (x, y) => [128 + 120 * Math.sin(x / 3), 60 + y, 128 + 120 * Math.cos(y / 4)]),
  4,
);

/** What an encoder might leave: coarse colour, and the luma as it is. */
const coarse = (planes: Uint8Array, step: number): Uint8Array =>
  planes.map((value, at) => (at < count ? value : Math.round(value / step) * step));

/** Of each pixel, 0 to 1. */
const brightnessOf = ({ data }: Raster): readonly number[] =>
  Array.from({ length: count }, (_, at) => pixelBrightness(data.subarray(3 * at, 3 * at + 3)));

const colourOf = (planes: Uint8Array): Uint8Array => planes.slice(count);

const kernels = testKernels();

describe('fittedPlanes', () => {
  const planes = planesOf(kernels, picture);
  const encoded = coarse(planes, 24);

  /** Mean difference of brightness from the picture, with the encoder's colour. */
  const errorWith = (luma: Uint8Array): number => {
    const both = Uint8Array.from([...luma.subarray(0, count), ...colourOf(encoded)]);
    const shown = brightnessOf(shownPlanes(both, size));
    const wanted = brightnessOf(picture);
    return wanted.reduce((sum, level, at) => sum + Math.abs(level - shown[at]!), 0) / count;
  };

  it('has the luma that pixels need with coarser colour', () => {
    const fitted = fittedPlanes(kernels, picture, planes, encoded) ?? expect.fail('it changes');
    expect(errorWith(fitted)).to.be.below(errorWith(planes) * 0.8);
    expect(fitted).to.have.length(planes.length);
    expect(colourOf(fitted)).to.deep.equal(colourOf(planes));
  });

  it('is not made where the colour is hardly another one', () => {
    expect(fittedPlanes(kernels, picture, planes, planes)).to.equal(undefined);
  });

  it('passes over the alpha behind the planes of a result', () => {
    const withMore = Uint8Array.from([...encoded, ...encoded.map((value) => 255 - value)]);
    expect(fittedPlanes(kernels, picture, planes, withMore)).to.deep.equal(
      fittedPlanes(kernels, picture, planes, encoded),
    );
  });

  it('takes the colours of a transparent picture that are seen', () => {
    const veiled = (level: number) => {
      const data = withAlpha(picture, (x) => (x < 20 ? 0 : 255));
      return {
        ...data,
        data: data.data.map((value, at) =>
          Math.floor(at / 4) % size.width < 20 && at % 4 < 3 ? level : value,
        ),
      };
    };
    const [one, other] = [0, 255].map((level) => {
      const own = planesOf(kernels, veiled(level));
      return fittedPlanes(kernels, veiled(level), own, coarse(own, 24));
    });
    expect(one).not.to.equal(undefined);
    expect(one).to.deep.equal(other);
  });

  it('leaves the planes that are given as they are, in a part of a larger buffer too', () => {
    const around = Buffer.concat([Buffer.alloc(64, 7), planes, Buffer.alloc(64, 7)]);
    const part = around.subarray(64, 64 + planes.length);
    const fitted = fittedPlanes(kernels, picture, part, encoded);
    expect(fitted).to.deep.equal(fittedPlanes(kernels, picture, planes, encoded));
    expect(
      around.equals(Buffer.concat([Buffer.alloc(64, 7), planes, Buffer.alloc(64, 7)])),
    ).to.equal(true);
  });

  for (const [title, own, others] of [
    ['planes', planes.subarray(0, -1), encoded],
    ['the planes of a result', planes, encoded.subarray(0, -1)],
  ] as const) {
    it(`throws where ${title} are those of a smaller picture`, () => {
      expect(() => fittedPlanes(kernels, picture, own, others)).to.throw(RangeError);
    });
  }
});
