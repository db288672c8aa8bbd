import { maxColours } from '../png/palette.ts';

/**
 * The score that palettes with more colours than this one reach at most, without dithering. Infinity for
 * one of few colours, which says little about others.
 */
export const reachOfPalette = (score: number, colours: number): number =>
  colours < tellingColours ? Infinity : score + pointsPerDoubling * Math.log2(maxColours / colours);

/** The most that twice the colours give, but to a palette of few. */
const pointsPerDoubling = 12;

const tellingColours = 100;

/** The most points that dithering gives a palette of all colours, but in pictures that are mostly noise. */
export const ditheringGain = 4;
