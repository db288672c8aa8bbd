import type { Size } from '../geometry.ts';

/** Whether palettes of this size whose colours repeat, or become one, are made by an encoder that allows it. */
export const mayRepeatColours = (
  { repeatsColours = false }: Readonly<{ repeatsColours?: boolean }>,
  { width, height }: Size,
): boolean => repeatsColours && width * height <= mostPixels;

/** Larger pictures take seconds, and mostly have few details that resemble each other. */
const mostPixels = 600_000;
