import type { Raster } from '../../image/raster.ts';

/**
 * A made-up picture to be measured before the first request, since the first measurements run uncompiled
 * and take far longer than later ones.
 */
export const warmUpPicture = (): Raster => {
  const side = 160;
  const data = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 37) & 255);
  return { width: side, height: side, bands: 3, data };
};
