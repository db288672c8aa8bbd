import type { ByteSource } from '../bytes.ts';
import type { Orientation } from '../facts.ts';
import type { Size } from '../rectangle.ts';
import { exifTags, tiffTypes } from './tags.ts';
import { firstDirectory, tiffOf, type DirectoryEntry } from './tiff.ts';

/**
 * The orientation that an EXIF block asks for, with or without the `Exif` prefix: the first entry that is one
 * SHORT of 1 to 8, as in browsers; 1 where there is none. Only the first directory counts: the second describes
 * the thumbnail. EXIF 2.32, 4.6.4.
 */
export const orientationOf = (exif: ByteSource): Orientation => {
  const tiff = tiffOf(exif);
  if (tiff === undefined) return 1;
  const valueOf = ({ field }: DirectoryEntry): number => field.getUint16(0, tiff.littleEndian);
  const isValid = (entry: DirectoryEntry): boolean =>
    entry.type === tiffTypes.SHORT && entry.count === 1 && isOrientation(valueOf(entry));
  const entry = firstDirectory(tiff)(exifTags.ORIENTATION, isValid);
  return entry === undefined ? 1 : (valueOf(entry) as Orientation);
};

const isOrientation = (value: number): boolean => value >= 1 && value <= 8;

/** The size of a picture once `orientation` has been applied: 5 to 8 swap width and height. */
export const uprightSize = ({ width, height }: Size, orientation: Orientation): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height };
