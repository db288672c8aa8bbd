import { readFile } from 'node:fs/promises';
import type { SmallPicture } from '../image/thumb/picture.ts';

/** Bytes before the pixels; width, height and bands are numbers of 32 bits in it. (libvips manual, file format) */
const headerBytes = 64;

type VipsFile = Readonly<{ width: number; height: number; bands: number; data: Buffer }>;

const readVipsFile = async (path: string): Promise<VipsFile> => {
  const file = await readFile(path);
  return {
    width: file.readUInt32LE(4),
    height: file.readUInt32LE(8),
    bands: file.readUInt32LE(12),
    data: file.subarray(headerBytes),
  };
};

/** A small picture of 8 bits in libvips' own format. */
export const readSmallPicture = async (path: string): Promise<SmallPicture> => {
  const { width, height, bands, data } = await readVipsFile(path);
  return {
    width,
    height,
    bands: bands as SmallPicture['bands'],
    data: data.subarray(0, width * height * bands),
  };
};

/** The lowest value of the last band, from the table that `vips stats` wrote. */
export const lowestOfLastBand = async (path: string): Promise<number> => {
  const { width, height, data } = await readVipsFile(path);
  return data.readDoubleLE((height - 1) * width * Float64Array.BYTES_PER_ELEMENT);
};
