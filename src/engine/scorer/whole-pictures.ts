import { pixmapBytes } from '../../image/pixmap.ts';
import { maxPixelBytes } from '../../image/png/filtered-rows.ts';
import { encodePng } from '../../image/png/pixels.ts';
import type { Raster } from '../../image/raster.ts';
import { readPlainFile, writePlainFile } from '../../plain-files.ts';

/** The bytes of a file. Throws an Error for a file larger than `maxPixelBytes`. */
export const bytesIn = (path: string): Buffer => readPlainFile(path, requireReadable);

/** Throws an Error for a file of more bytes than are read. */
export const requireReadable = (size: number): void => {
  if (size > maxPixelBytes) throw new Error(`the pixels take ${size} bytes`);
};

/** Writes a PNG or a pixmap, by the name of the file. */
export const writePicture = (path: string, picture: Raster): void =>
  writePlainFile(path, path.endsWith('.png') ? encodePng(picture) : pixmapBytes(picture));
