import { pixmapHeaderOf } from '../../../src/image/pixmap.ts';
import type { Raster } from '../../../src/image/raster.ts';

/** The pixels of a pixmap, which stay where they are: the picture looks into `bytes`. @throws as `pixmapHeaderOf` does. */
export const parsePixmap = (bytes: Uint8Array): Raster => {
  const { length, width, height, bands } = pixmapHeaderOf(bytes, bytes.length);
  const data = bytes.subarray(length, length + width * height * bands);
  return { width, height, bands, data };
};
