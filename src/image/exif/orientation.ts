import { hasSignature, latin1Bytes, sectionOf, viewOf, type ByteSource } from '../bytes.ts';
import type { Orientation } from '../facts.ts';

/** How an EXIF block starts inside a JPEG's APP1 segment; some writers put it into PNG and WebP too. */
export const exifPrefix = 'Exif\0\0';

const orientationTag = 0x0112;
const short = 3;
const long = 4;
const tiffHeaderBytes = 8;
const entryBytes = 12;
const noEntries = new DataView(new ArrayBuffer(0));

/**
 * The orientation an EXIF block asks for, with or without the `Exif` prefix; 1 when it says nothing
 * usable. Only the first directory counts: the second describes the thumbnail. EXIF 2.32, 4.6.4.
 */
export const orientationOf = (exif: ByteSource): Orientation => {
  const start = hasSignature(exif, exifPrefix) ? exifPrefix.length : 0;
  const tiff = sectionOf(exif, start, exif.size);
  const littleEndian = hasByteOrder(tiff, true);
  if (!littleEndian && !hasByteOrder(tiff, false)) return 1;
  const value = taggedValue(firstDirectory(tiff, littleEndian), littleEndian);
  return isOrientation(value) ? value : 1;
};

/** The smallest EXIF block that carries an orientation: 26 bytes, without the `Exif` prefix. */
export const orientationExif = (orientation: Orientation): Uint8Array => {
  const tiff = new Uint8Array(tiffHeaderBytes + 2 + entryBytes + 4);
  const view = viewOf(tiff);
  tiff.set(latin1Bytes('MM\0*'));
  view.setUint32(4, tiffHeaderBytes);
  view.setUint16(8, 1);
  view.setUint16(10, orientationTag);
  view.setUint16(12, short);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return tiff;
};

type Size = Readonly<{ width: number; height: number }>;

/** The size of a picture once `orientation` has been applied; 5 to 8 turn it on its side. Pixels. */
export const uprightSize = ({ width, height }: Size, orientation: Orientation): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

const hasByteOrder = (tiff: ByteSource, littleEndian: boolean): boolean =>
  hasSignature(tiff, littleEndian ? 'II*\0' : 'MM\0*');

/** The entries of the first directory (IFD0); empty when an offset leads nowhere. */
const firstDirectory = (tiff: ByteSource, littleEndian: boolean): DataView => {
  const header = viewOf(tiff.read(0, tiffHeaderBytes));
  if (header.byteLength < tiffHeaderBytes) return noEntries;
  const offset = header.getUint32(4, littleEndian);
  const countBytes = tiff.read(offset, 2);
  if (countBytes.length < 2) return noEntries;
  const count = viewOf(countBytes).getUint16(0, littleEndian);
  return viewOf(tiff.read(offset + 2, count * entryBytes));
};

const valueOf = (entries: DataView, at: number, littleEndian: boolean): number => {
  const type = entries.getUint16(at + 2, littleEndian);
  if (type === short) return entries.getUint16(at + 8, littleEndian);
  return type === long ? entries.getUint32(at + 8, littleEndian) : 0;
};

const taggedValue = (entries: DataView, littleEndian: boolean): number => {
  for (let at = 0; at + entryBytes <= entries.byteLength; at += entryBytes) {
    if (entries.getUint16(at, littleEndian) === orientationTag) {
      return valueOf(entries, at, littleEndian);
    }
  }
  return 0;
};

const isOrientation = (value: number): value is Orientation => value >= 1 && value <= 8;
