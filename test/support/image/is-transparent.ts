import type { Raster } from '../../../src/image/raster.ts';

/** Whether a pixel is not opaque. */
export const isTransparent = ({ bands, data }: Raster): boolean =>
  bands % 2 === 0 && data.some((level, at) => at % bands === bands - 1 && level !== 255);
