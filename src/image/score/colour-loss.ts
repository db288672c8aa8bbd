import type { Raster } from '../raster.ts';

/** Difference in levels of 256 from which a wrong colour is seen at a glance. */
const seen = 40;

/**
 * The share (0 to 1) of pixels whose colour, apart from brightness, is visibly wrong. Chroma subsampling
 * causes this on saturated text and fine coloured lines.
 * 0 for grey pictures. Throws a RangeError for a result of another size.
 */
export const colourLossOf = (source: Raster, result: Raster): number => {
  if (source.width !== result.width || source.height !== result.height) {
    throw new RangeError('expected two pictures of one size');
  }
  const pixels = source.width * source.height;
  let lost = 0;
  for (let pixel = 0; pixel < pixels; pixel++) {
    const red = redOf(source, pixel) - redOf(result, pixel);
    const blue = blueOf(source, pixel) - blueOf(result, pixel);
    if (Math.abs(red) > seen || Math.abs(blue) > seen) lost += 1;
  }
  return lost / pixels;
};

/** Red or blue minus green, in place of Cr and Cb, which need the luminance. */
const redOf = ({ bands, data }: Raster, pixel: number): number =>
  bands < 3 ? 0 : data[pixel * bands]! - data[pixel * bands + 1]!;

const blueOf = ({ bands, data }: Raster, pixel: number): number =>
  bands < 3 ? 0 : (data[pixel * bands + 2]! - data[pixel * bands + 1]!) / 2;
