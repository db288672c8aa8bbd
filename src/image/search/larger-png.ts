import { type Encoder, isForPhotographs } from '../encoder.ts';
import type { Size } from '../rectangle.ts';
import { isPhotographic } from '../score/flatness.ts';

/** A picture, and the smallest good result of it that is a lossy WebP, JPEG or AVIF. */
type Beside = Readonly<{
  plan: Size;
  /** Share of pixels that equal their neighbour. */
  flatness: number;
  bytes: number;
  /** Bytes of the source where it has a palette; undefined where it has none. */
  paletteBytes?: number | undefined;
}>;

/**
 * Whether a lossy PNG, or what is made of its palette, is certain to be larger. One of an encoder for photographs always
 * is. A palette is where the other result has few bits for each pixel that differs from its neighbour, in a photograph,
 * and fewer in a picture that may be drawn.
 */
export const isLargerPng = (
  encoder: Pick<Encoder, 'builtin'>,
  { plan, flatness, bytes, paletteBytes = Infinity }: Beside,
): boolean => {
  const changingPixels = plan.width * plan.height * (1 - flatness);
  const mostBits = isPhotographic(flatness) ? mostPhotographBits : mostBitsOfOthers;
  const isSmall = bytes * 8 < changingPixels * mostBits;
  return isForPhotographs(encoder) || (isSmall && bytes < paletteBytes * leastShare);
};

/** Photographs with more have noise, or few colours in patterns. */
const mostPhotographBits = 3;

/** Of the bytes of a palette, another one with fewer colours, of which like ones are one, takes more. */
const leastShare = 0.2;

/** Palettes of pictures that may be drawn take more. */
const mostBitsOfOthers = 0.6;
