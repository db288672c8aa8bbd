import type { Size } from '../rectangle.ts';

/**
 * Points above the target that the search for a lossy PNG aims at, with or without a palette, in a picture of soft
 * slopes alone. There nothing hides grain, and the score judges it the kinder the larger the picture is.
 */
export const grainMargin = ({ width, height }: Size): number =>
  Math.min(
    mostMargin,
    Math.max(0, marginOfMegapixel + perFactor * Math.log((width * height) / 1e6)),
  );

const marginOfMegapixel = 1.8;

/** For 2.7 times as many pixels. */
const perFactor = 0.45;

const mostMargin = 2.2;
