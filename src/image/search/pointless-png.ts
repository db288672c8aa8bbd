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
 * Whether a lossy PNG, or what is made of its palette, is certain to be larger. An encoder for photographs
 * gave 2.4 to 49 times the bytes for all of 52 pictures. A palette gave more than twice the bytes where the
 * other result was smaller than this; that takes few bits for each pixel that differs from its neighbour in
 * a photograph, and fewer in a picture that may be drawn.
 */
export const isPointlessPng = (
  encoder: Pick<Encoder, 'builtin'>,
  { plan, flatness, bytes, paletteBytes = Infinity }: Beside,
): boolean => {
  const changingPixels = plan.width * plan.height * (1 - flatness);
  const mostBits = isPhotographic(flatness) ? mostPhotographBits : mostBitsOfOthers;
  const isSmall = bytes * 8 < changingPixels * mostBits;
  return isForPhotographs(encoder) || (isSmall && bytes < paletteBytes * leastShare);
};

/** Of 18 photographs, which had at most 2.7; more have noise, or few colours in patterns. */
const mostPhotographBits = 3;

/** Of the bytes of a palette, another one with fewer colours, of which like ones are one, may take 0.29. */
const leastShare = 0.2;

/** Palettes of 34 other pictures took at least 1.3 before they were compressed, but for one gradient. */
const mostBitsOfOthers = 0.6;
