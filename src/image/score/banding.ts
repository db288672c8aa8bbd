import type { Size } from '../geometry.ts';
import { isTransparent, type Raster } from '../raster.ts';
import { createSpots, type Spots, spotBanding } from './banding-spots.ts';
import { eachWindow, quantised, side, softSpread, type Window } from './windows.ts';

/** Levels of 256 up to which `bandingOf` is invisible. */
export const maxBanding = 1.4;

/** What transparent pictures are searched for bands on: shadows show on white, glows on black. */
export const bandingGrounds = [0, 255] as const;

/**
 * How far smooth parts of a result are off, in levels of 256: the highest of two values. One is for the
 * whole picture: the 98th percentile of the absolute mean error of windows of 5x5 pixels in which the
 * source changes softly. Windows in which it does not change are counted too where that gives a higher
 * value: they are most of a cut-out and of a page, and would hide the rings in its shadow. Dithering
 * disappears in the mean of a window, bands of 5 pixels and more do not. The other value is that of the
 * worst spot (`spotBanding`). 0 where no window is smooth. A transparent picture is measured on black and
 * on white, and the higher value counts. Throws a RangeError for a result of another size.
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

const bandingOn = (ground: number, source: Raster, result: Raster): number => {
  const histograms = {
    changing: new Float64Array(histogramSize),
    constant: new Float64Array(histogramSize),
  };
  const spots = createSpots(source);
  eachWindow(ground, source, result, (window) => {
    spots.add(window);
    // The deviation from the mean, not from a plane: of steep slopes the spots tell.
    if (window.spread + window.slope < softSpread) countIn(histograms, window);
  });
  return bandingOfCounts({ histograms, spots: spots.worst() }, source);
};

const countIn = (
  { changing, constant }: Histograms,
  { luma, isConstant }: Pick<Window, 'luma' | 'isConstant'>,
): void => {
  const histogram = isConstant ? constant : changing;
  histogram[Math.abs(quantised(luma, counted))]! += 1;
};

/** Numbers of smooth windows by their errors: those in which the source changes, and those in which it does not. */
export type Histograms = Readonly<{ changing: Float64Array; constant: Float64Array }>;

/** What is counted of the windows on one ground. */
export type BandingCounts = Readonly<{ histograms: Histograms; spots: Spots }>;

/** The banding of a picture by what was counted of its windows. */
export const bandingOfCounts = ({ histograms, spots }: BandingCounts, size: Size): number =>
  Math.max(wholeBanding(histograms, size), spotBanding(spots));

/** The higher of the values for windows in which the source changes, and for all smooth ones. */
const wholeBanding = ({ changing, constant }: Histograms, { width, height }: Size): number => {
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
