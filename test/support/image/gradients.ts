import { writeFile } from 'node:fs/promises';
import { bytes } from './builders.ts';
import type { Pixels } from './pictures.ts';

/**
 * A picture in which every place has a colour of its own, most of them saturated: whoever turns it or
 * reads its colours by another profile is found out.
 */
export const gradients = (width: number, height: number): Pixels => {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [across, down] = [x / width, y / height];
      data.set([255 * across, 255 * down, 200 * (1 - across) * down], (y * width + x) * 3);
    }
  }
  return { width, height, bands: 3, data };
};

/** Writes pixels of three bands as a PPM file. */
export const writePpm = (path: string, { width, height, data }: Pixels): Promise<void> =>
  writeFile(path, bytes(`P6\n${width} ${height}\n255\n`, data));
