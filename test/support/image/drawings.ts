import type { Rectangle, Size } from '../../../src/image/rectangle.ts';
import type { Raster } from '../../../src/image/raster.ts';

export type Levels = readonly number[];

/** A picture of which `levelsAt` tells every pixel. */
export const drawing = (
  { width, height }: Size,
  bands: Raster['bands'],
  levelsAt: (x: number, y: number) => Levels,
): Raster => {
  const data = new Uint8Array(width * height * bands);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(levelsAt(x, y), (y * width + x) * bands);
  }
  return { width, height, bands, data };
};

export const isWithin = ({ left, top, width, height }: Rectangle, x: number, y: number): boolean =>
  x >= left && x < left + width && y >= top && y < top + height;

export const rectangle = (left: number, top: number, width: number, height: number): Rectangle => ({
  left,
  top,
  width,
  height,
});
