import { isTransparent, type Raster } from '../raster.ts';

/** Levels of 256 up to which `bandingOf` is invisible. */
export const maxBanding = 1;

/**
 * How far smooth parts of a result are off, in levels of 256: the 98th percentile of the absolute mean
 * error of windows of 9x9 pixels in which the source hardly changes. Noise
 * from the dithering of a palette disappears in the mean; rings in soft shadows and steps in gradients
 * do not. 0 where no window is smooth. A transparent picture is measured on a dark and on a light
 * backdrop, and the higher value counts. Throws a RangeError for a result of another size.
 */
export const bandingOf = (source: Raster, result: Raster): number => {
  if (source.width !== result.width || source.height !== result.height) {
    throw new RangeError('expected two pictures of one size');
  }
  const backdrops = [source, result].some(isTransparent) ? [26, 230] : [0];
  return Math.max(...backdrops.map((backdrop) => bandingOn(backdrop, source, result)));
};

/** Errors are counted in steps of 1/32 level up to 8 levels; what is above counts as 8. */
const stepsPerLevel = 32;
const counted = 8 * stepsPerLevel;
export const histogramSize = counted + 1;

/** Windows of 9x9 pixels. */
const side = 9;

const bandingOn = (backdrop: number, source: Raster, result: Raster): number => {
  const { width, height } = source;
  const histogram = new Float64Array(histogramSize);
  // Sums over the nine rows of each column, moved down row by row. They are whole numbers, so they stay exact.
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  const errors = new Float64Array(width);
  const add = (y: number, sign: number): void => {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const level = lumaAt(source, at, backdrop);
      const error = lumaAt(result, at, backdrop) - level;
      sums[x]! += sign * level;
      squares[x]! += sign * level * level;
      errors[x]! += sign * error;
    }
  };
  for (let y = 0; y < height; y++) {
    add(y, 1);
    if (y >= side) add(y - side, -1);
    if (y >= side - 1) countRow(sums, squares, errors, histogram);
  }
  return bandingOfHistogram(histogram);
};

/** Steps of `lumaAt` in one level. */
const fine = 256;

/** Luminance in 1/256 levels (weights of BT.601), blended with a grey backdrop where the picture is transparent. */
const lumaAt = ({ bands, data }: Raster, pixel: number, backdrop: number): number => {
  const at = pixel * bands;
  const red = data[at]!;
  const luma = bands < 3 ? red * fine : 77 * red + 150 * data[at + 1]! + 29 * data[at + 2]!;
  if (bands === 1 || bands === 3) return luma;
  const opacity = data[at + bands - 1]!;
  return Math.round((luma * opacity + backdrop * fine * (255 - opacity)) / 255);
};

const area = side * side;
/** Bands are visible where the source is smooth: in windows with a standard deviation below this many levels. */
const smoothDeviation = 3;
/** The same as the squares of levels, times `area`, less their squared sum: whole numbers, so they are exact. */
const smoothSpread = (smoothDeviation * fine * area) ** 2;

const countRow = (
  sums: Float64Array,
  squares: Float64Array,
  errors: Float64Array,
  histogram: Float64Array,
): void => {
  let sum = 0;
  let square = 0;
  let error = 0;
  for (let x = 0; x < sums.length; x++) {
    sum += sums[x]!;
    square += squares[x]!;
    error += errors[x]!;
    if (x >= side) {
      sum -= sums[x - side]!;
      square -= squares[x - side]!;
      error -= errors[x - side]!;
    }
    if (x < side - 1) continue;
    if (area * square - sum * sum >= smoothSpread) continue;
    const bin = Math.min(counted, Math.floor((Math.abs(error) / area / fine) * stepsPerLevel));
    histogram[bin]! += 1;
  }
};

/** The share of smooth windows with at most the returned error. */
const percentile = 0.98;

/** The level below which the share `percentile` of the counted windows lies. */
export const bandingOfHistogram = (histogram: Float64Array): number => {
  let left = histogram.reduce((sum, count) => sum + count, 0) * percentile;
  if (left === 0) return 0;
  const bin = histogram.findIndex((count) => (left -= count) <= 0);
  return bin / stepsPerLevel;
};
