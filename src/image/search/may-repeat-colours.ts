import { type Encoder, makesPalettes } from '../encoder.ts';
import type { Size } from '../rectangle.ts';

/** Whether palettes of this size whose colours repeat, or become one, are made of those of an encoder. */
export const mayRepeatColours = (encoder: Encoder, { width, height }: Size): boolean =>
  makesPalettes(encoder) && width * height <= mostPixels;

/** Larger pictures take seconds, and mostly have few details that resemble each other. */
const mostPixels = 600_000;
