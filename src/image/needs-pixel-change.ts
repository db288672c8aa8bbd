import type { ImageFacts } from './facts.ts';

/**
 * Whether the pixels must be decoded and changed to be upright, in sRGB, of 8 bits and
 * of all the picture (design, invariant 2). An AVIF may have more bits, which every decoder of its type shows.
 */
export const needsPixelChange = (facts: ImageFacts): boolean =>
  facts.orientation !== 1 ||
  facts.isPartialFrame === true ||
  facts.iccProfile === 'other' ||
  isDescribed(facts) ||
  facts.colour === 'cmyk' ||
  (facts.bitDepth > 8 && facts.mediaType !== 'image/avif');

/** Whether the colours are described without a profile, and have to be converted. */
const isDescribed = ({ gamma }: ImageFacts): boolean =>
  gamma === 'other' || gamma === 'unconvertible';

/** Whether compression must leave the pixels as they are: no tool converts by a PNG's gAMA or cICP chunk. */
export const isKeptAsItIs = (facts: ImageFacts): boolean =>
  facts.mediaType !== 'image/avif' && isDescribed(facts);
