import type { Size } from '../../../src/image/rectangle.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { linearOfLevel } from '../../../src/image/score/brightness.ts';
import { drawing } from './drawings.ts';

/**
 * Planes of YUV 4:2:0 (BT.601, limited range) as decoders of WebP show them: colour is enlarged by weights
 * of 9, 3, 3 and 1 sixteenths. Source: libwebp, src/dsp/upsampling.c and yuv.h.
 */
export const shownPlanes = (planes: Uint8Array, size: Size): Raster => {
  const { width, height } = size;
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const starts = [width * height, width * height + half.width * half.height] as const;
  const colourAt = (start: number, x: number, y: number): number => {
    const at = (column: number, row: number): number => {
      const [left, top] = [Math.min(half.width - 1, column), Math.min(half.height - 1, row)];
      return planes[start + Math.max(0, top) * half.width + Math.max(0, left)]!;
    };
    const [nearX, nearY] = [x >> 1, y >> 1];
    const [farX, farY] = [nearX + (x % 2) * 2 - 1, nearY + (y % 2) * 2 - 1];
    const near = 9 * at(nearX, nearY) + 3 * at(farX, nearY);
    return (near + 3 * at(nearX, farY) + at(farX, farY)) / 16 - 128;
  };
  return drawing(size, 3, (x, y) => {
    const luma = 1.16438 * (planes[y * width + x]! - 16);
    const [u, v] = [colourAt(starts[0], x, y), colourAt(starts[1], x, y)];
    return [luma + 1.59603 * v, luma - 0.39176 * u - 0.81297 * v, luma + 2.01723 * u].map((level) =>
      Math.round(Math.min(255, Math.max(0, level))),
    );
  });
};

/** Brightness of the pixel that begins with these levels, 0 to 1: of its light, as the long and the middle cones see it. */
export const pixelBrightness = ([red = 0, green = 0, blue = 0]: Uint8Array): number =>
  0.265 * linearOfLevel[red]! + 0.657 * linearOfLevel[green]! + 0.078 * linearOfLevel[blue]!;
