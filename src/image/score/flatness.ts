import type { Kernels } from '../kernels/kernels.ts';
import { readRows, type StoredPixels } from '../kernels/stored-pixels.ts';
import type { Raster } from '../raster.ts';

/**
 * The share (0 to 1) of pixels equal to their left neighbour. It is high for screenshots, drawings and
 * cut-outs, and low for photographs, which suit neither a lossless encoder nor a palette.
 */
export const flatnessOf = ({ width, height, bands, data }: Raster): number => {
  if (width < 2) return 0;
  let flat = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const at = (y * width + x) * bands;
      let isSame = true;
      for (let band = 0; band < bands; band++) {
        isSame &&= data[at + band] === data[at + band - bands];
      }
      if (isSame) flat += 1;
    }
  }
  return flat / (height * (width - 1));
};

/** The same, counted by the kernels. */
export const flatnessIn = (kernels: Kernels, pixels: StoredPixels): number => {
  const { width, height } = pixels;
  if (width < 2) return 0;
  let flat = 0;
  readRows(kernels, pixels, () => {
    flat += kernels.flatPixels();
  });
  return flat / (height * (width - 1));
};

/** Whether a picture of this flatness is mostly drawn: lossless encoders make such pictures small. */
export const isDrawn = (flatness: number): boolean => flatness > 0.5;

/** Whether a picture of this flatness looks like a photograph. */
export const isPhotographic = (flatness: number): boolean => flatness < 0.3;
