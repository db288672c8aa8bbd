import type { Size } from '../rectangle.ts';

/**
 * Points above the target that the search for a lossy PNG aims at, with or without a palette, in a picture of soft
 * slopes alone. There nothing hides grain, and the score judges it the kinder the larger the picture is. Of 16 drawn
 * gradients SSIMULACRA2's program gave at least 1.4 points more at 0.02 megapixels (sides of 120 pixels and more),
 * 0.5 more at 0.09, 0.3 less at 0.36, and 0.6 and 0.9 less at 1 and 2.25. With this margin it gives 80 where the
 * target is 79.5, tolerance included.
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
