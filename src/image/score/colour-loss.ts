import type { Raster } from '../raster.ts';

/** Levels of 256 by which the colour of a pixel must be off to be seen at a glance. */
const seen = 40;

/**
 * The share (0 to 1) of pixels whose colour, apart from their brightness, is visibly off: what is lost
 * when an encoder keeps colour for every second pixel only, as on saturated text and fine coloured lines.
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

/** What a pixel has of red (or blue) beyond its green; unlike Cr and Cb no luminance is needed for it. */
const redOf = ({ bands, data }: Raster, pixel: number): number =>
  bands < 3 ? 0 : data[pixel * bands]! - data[pixel * bands + 1]!;

const blueOf = ({ bands, data }: Raster, pixel: number): number =>
  bands < 3 ? 0 : (data[pixel * bands + 2]! - data[pixel * bands + 1]!) / 2;
