import type { Size } from '../rectangle.ts';

/** Levels of 256 up to which banding is invisible. */
export const maxBanding = 1.4;

/** What transparent pictures are searched for bands on: shadows show on white, glows on black. */
export const bandingGrounds = [0, 255] as const;

/** Pixels on each side of a window. */
const windowSide = 5;

/** Errors are counted in steps of 1/32 level up to 8 levels; what is above counts as 8. */
const stepsPerLevel = 32;
const counted = 8 * stepsPerLevel;
export const histogramSize = counted + 1;

/** Numbers of smooth windows by their errors: those in which the source changes, and those in which it does not. */
export type Histograms = Readonly<{ changing: Float64Array; constant: Float64Array }>;

/** What is counted of the windows on one ground. */
export type BandingCounts = Readonly<{ histograms: Histograms; spots: Spots }>;

/**
 * How far smooth parts of a result are off, in levels of 256: the highest of two values. One is for the
 * whole picture: the 98th percentile of the absolute mean error of windows of 5x5 pixels in which the
 * source changes softly. Windows in which it does not change are counted too where that gives a higher
 * value: they are most of a cut-out and of a page, and would hide the rings in its shadow. Dithering
 * disappears in the mean of a window, bands of 5 pixels and more do not. The other value is that of the
 * worst spot (`spotBanding`). 0 where no window is smooth.
 */
export const bandingOfCounts = ({ histograms, spots }: BandingCounts, size: Size): number =>
  Math.max(wholeBanding(histograms, size), spotBanding(spots));

/** The higher of the values for windows in which the source changes, and for all smooth ones. */
const wholeBanding = ({ changing, constant }: Histograms, size: Size): number =>
  Math.max(
    levelOf(changing, windowsIn(size) * leastShare),
    levelOf(
      changing.map((count, at) => count + constant[at]!),
      0,
    ),
  );

/** The windows of a picture, smooth or not. */
export const windowsIn = ({ width, height }: Size): number =>
  Math.max(0, width - windowSide + 1) * Math.max(0, height - windowSide + 1);

/**
 * Where fewer of all windows change softly, the rest counts as right: these are parts of small photographs
 * on a page, of which the worst place of the score tells more, or small gradients, of which the spots do.
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

/** The worst of all spots of 64x64 pixels, in steps of 32. */
type Spots = Readonly<{
  /** Variance of the errors in drawn gradients and in slow slopes, in 1/32 levels. */
  bands: number;
  /** Squares of errors where the source has one colour, in 1/32 levels. */
  flat: number;
}>;

/**
 * How visible bands and wrong colours are in the worst spot, so that up to `maxBanding` is not seen. A spot
 * with bands has them in a drawn gradient, be the rest of the picture as right as it may: a button, a shadow, a
 * flame. Or it has them in a slow slope that fills it, as of a wallpaper. An even error is no band. Colour counts
 * a quarter. Noise and photographs do not count. Wrong is a colour that another one stands for: a small sign that
 * lost its shades, specks of dithering, grey lines around white boxes.
 */
export const spotBanding = ({ bands, flat }: Spots): number =>
  Math.max(visibleBands * Math.sqrt(bands), Math.sqrt(flat / spotPixels)) / 32;

/** Standard deviations of `maxBanding` over this are seen. */
const visibleBands = 1.9;

/** Pixels of a spot. */
const spotPixels = 64 * 64;
