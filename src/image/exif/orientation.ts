import { latin1Bytes, viewOf, type ByteSource } from '../bytes.ts';
import type { Orientation } from '../facts.ts';
import type { Size } from '../geometry.ts';
import { exifTags, tiffTypes } from './tags.ts';
import {
  entryBytes,
  firstDirectory,
  tiffHeaderBytes,
  tiffOf,
  type DirectoryEntry,
} from './tiff.ts';

/**
 * The orientation that an EXIF block asks for, with or without the `Exif` prefix; 1 where it holds no
 * valid orientation. Only the first directory counts: the second describes the thumbnail.
 * EXIF 2.32, 4.6.4.
 */
export const orientationOf = (exif: ByteSource): Orientation => {
  const tiff = tiffOf(exif);
  if (tiff === undefined) return 1;
  const entry = firstDirectory(tiff)(exifTags.ORIENTATION);
  const value = entry === undefined ? 0 : numberIn(entry, tiff.littleEndian);
  return isOrientation(value) ? value : 1;
};

/** The number in the entry itself; its count is not looked at. */
const numberIn = ({ type, field }: DirectoryEntry, littleEndian: boolean): number => {
  if (type === tiffTypes.SHORT) return field.getUint16(0, littleEndian);
  return type === tiffTypes.LONG ? field.getUint32(0, littleEndian) : 0;
};

const isOrientation = (value: number): value is Orientation => value >= 1 && value <= 8;

/** The smallest EXIF block that carries an orientation: 26 bytes, without the `Exif` prefix. */
export const orientationExif = (orientation: Orientation): Uint8Array => {
  const tiff = new Uint8Array(tiffHeaderBytes + 2 + entryBytes + 4);
  const view = viewOf(tiff);
  tiff.set(latin1Bytes('MM\0*'));
  view.setUint32(4, tiffHeaderBytes);
  view.setUint16(8, 1);
  view.setUint16(10, exifTags.ORIENTATION);
  view.setUint16(12, tiffTypes.SHORT);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return tiff;
};

/** The size of a picture once `orientation` has been applied: 5 to 8 swap width and height. */
export const uprightSize = ({ width, height }: Size, orientation: Orientation): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height };
