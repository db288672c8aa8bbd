import type { Size } from '../geometry.ts';
import { isTransparent, type Raster } from '../raster.ts';

/** Levels of 256 up to which `bandingOf` is invisible. */
export const maxBanding = 1.4;

/** What transparent pictures are searched for bands on: shadows show on white, glows on black. */
export const bandingGrounds = [0, 255] as const;

/**
 * How far smooth parts of a result are off, in levels of 256: the 98th percentile of the absolute mean
 * error of windows of 5x5 pixels in which the source changes, but hardly. Windows in which it does not
 * change are counted too where that gives a higher value: they are most of a cut-out and of a page, and
 * would hide the rings in its shadow. Dithering disappears in the mean of a window, bands of 5 pixels and
 * more do not. 0 where no window is smooth. A transparent picture is measured on black and on white, and
 * the higher value counts. Throws a RangeError for a result of another size.
 */
export const bandingOf = (source: Raster, result: Raster): number => {
  if (source.width !== result.width || source.height !== result.height) {
    throw new RangeError('expected two pictures of one size');
  }
  const grounds = [source, result].some(isTransparent) ? bandingGrounds : [0];
  return Math.max(...grounds.map((ground) => bandingOn(ground, source, result)));
};

/** Errors are counted in steps of 1/32 level up to 8 levels; what is above counts as 8. */
const stepsPerLevel = 32;
const counted = 8 * stepsPerLevel;
export const histogramSize = counted + 1;

/** Windows of 5x5 pixels: narrow rings disappear in the mean of larger ones. */
const side = 5;

const bandingOn = (ground: number, source: Raster, result: Raster): number => {
  const { width, height } = source;
  const histograms = {
    changing: new Float64Array(histogramSize),
    constant: new Float64Array(histogramSize),
  };
  // Sums over the five rows of each column, moved down row by row. They are whole numbers, so they stay exact.
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  const errors = new Float64Array(width);
  const add = (y: number, sign: number): void => {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const level = lumaAt(source, at, ground);
      const error = lumaAt(result, at, ground) - level;
      sums[x]! += sign * level;
      squares[x]! += sign * level * level;
      errors[x]! += sign * error;
    }
  };
  for (let y = 0; y < height; y++) {
    add(y, 1);
    if (y >= side) add(y - side, -1);
    if (y >= side - 1) countRow(sums, squares, errors, histograms);
  }
  return bandingOfHistograms(histograms, source);
};

/** Steps of `lumaAt` in one level. */
const fine = 256;

/** Luminance in 1/256 levels (weights of BT.601), blended with a grey ground where the picture is transparent. */
const lumaAt = ({ bands, data }: Raster, pixel: number, ground: number): number => {
  const at = pixel * bands;
  const red = data[at]!;
  const luma = bands < 3 ? red * fine : 77 * red + 150 * data[at + 1]! + 29 * data[at + 2]!;
  if (bands === 1 || bands === 3) return luma;
  const opacity = data[at + bands - 1]!;
  return Math.round((luma * opacity + ground * fine * (255 - opacity)) / 255);
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
  { changing, constant }: Histograms,
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
    const spread = area * square - sum * sum;
    if (spread >= smoothSpread) continue;
    const histogram = spread === 0 ? constant : changing;
    const bin = Math.min(counted, Math.floor((Math.abs(error) / area / fine) * stepsPerLevel));
    histogram[bin]! += 1;
  }
};

/** Numbers of smooth windows by their errors: those in which the source changes, and those in which it does not. */
export type Histograms = Readonly<{ changing: Float64Array; constant: Float64Array }>;

/** The higher of the values for windows in which the source changes, and for all smooth ones. */
export const bandingOfHistograms = (
  { changing, constant }: Histograms,
  { width, height }: Size,
): number => {
  const windows = Math.max(0, width - side + 1) * Math.max(0, height - side + 1);
  return Math.max(
    levelOf(changing, windows * leastShare),
    levelOf(
      changing.map((count, at) => count + constant[at]!),
      0,
    ),
  );
};

/**
 * Where fewer of all windows change softly, the rest counts as right: these are parts of small photographs
 * on a page, of which the worst place of the score tells more.
 */
const leastShare = 0.05;

/** The share of windows with more than the returned error. */
const ignored = 0.02;

/** The level that so many of the counted windows exceed, of `least` windows at least. */
const levelOf = (histogram: Float64Array, least: number): number => {
  const windows = histogram.reduce((sum, count) => sum + count, 0);
  let left = windows - Math.max(windows, least) * ignored;
  if (left <= 0) return 0;
  const bin = histogram.findIndex((count) => (left -= count) <= 0);
  return bin / stepsPerLevel;
};
