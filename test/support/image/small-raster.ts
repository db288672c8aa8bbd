import type { Raster } from '../../../src/image/raster.ts';
import { pixelsOf, vips } from './pictures.ts';

/** The picture in `path`, shrunk as `analyseThumb` wants it; `workFile` (`.v`) is written on the way. */
export const smallRasterOf = async (path: string, workFile: string): Promise<Raster> => {
  await vips('thumbnail', path, workFile, '256', '--size', 'down');
  const { width, height, bands, data } = await pixelsOf(workFile);
  return { width, height, bands: bands as Raster['bands'], data };
};
