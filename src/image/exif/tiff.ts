import { hasSignature, sectionOf, viewOf, type ByteSource } from '../bytes.ts';
import { exifPrefix } from './orientation.ts';

const headerBytes = 8;
const entryBytes = 12;

/** Bytes of one value by type (TIFF 6.0, section 2; IFD and EXIF 3.0's UTF-8 added). */
const typeBytes: Readonly<Record<number, number>> = {
  1: 1, // BYTE
  2: 1, // ASCII
  3: 2, // SHORT
  4: 4, // LONG
  5: 8, // RATIONAL
  7: 1, // UNDEFINED
  13: 4, // IFD
  129: 1, // UTF-8
};

/** Longer values are none that we look for. */
const maxValueBytes = 65_536;

/** A block of TIFF structure, as EXIF is; offsets count from its start. */
export type Tiff = Readonly<{ source: ByteSource; littleEndian: boolean }>;

/** A value's type, count, and bytes in the block's byte order. */
export type Value = Readonly<{ type: number; count: number; bytes: Uint8Array }>;

/** Looks a tag's value up; undefined where it is absent, too long or beyond the block. */
export type Directory = (tag: number) => Value | undefined;

/** The block behind an optional `Exif` prefix; undefined when it is none. */
export const tiffOf = (block: ByteSource): Tiff | undefined => {
  const start = hasSignature(block, exifPrefix) ? exifPrefix.length : 0;
  const source = sectionOf(block, start, block.size);
  if (source.size < headerBytes) return undefined;
  const littleEndian = hasSignature(source, 'II*\0');
  return littleEndian || hasSignature(source, 'MM\0*') ? { source, littleEndian } : undefined;
};

const valueAt = ({ source, littleEndian }: Tiff, entry: DataView): Value | undefined => {
  const type = entry.getUint16(2, littleEndian);
  const count = entry.getUint32(4, littleEndian);
  const length = (typeBytes[type] ?? 0) * count;
  if (length === 0 || length > maxValueBytes) return undefined;
  if (length <= 4) {
    return { type, count, bytes: new Uint8Array(entry.buffer, entry.byteOffset + 8, length) };
  }
  const bytes = source.read(entry.getUint32(8, littleEndian), length);
  return bytes.length === length ? { type, count, bytes } : undefined;
};

/**
 * The directory at `offset`. Nothing follows its link to the next one, so no chain of links can be a
 * loop; what lies beyond the block is absent.
 */
export const directoryAt = (tiff: Tiff, offset: number): Directory => {
  const { source, littleEndian } = tiff;
  const countBytes = source.read(offset, 2);
  const count = countBytes.length < 2 ? 0 : viewOf(countBytes).getUint16(0, littleEndian);
  const entries = viewOf(source.read(offset + 2, count * entryBytes));
  return (tag) => {
    for (let at = 0; at + entryBytes <= entries.byteLength; at += entryBytes) {
      if (entries.getUint16(at, littleEndian) !== tag) continue;
      return valueAt(tiff, new DataView(entries.buffer, entries.byteOffset + at, entryBytes));
    }
    return undefined;
  };
};

/** The first directory: IFD0. */
export const firstDirectory = (tiff: Tiff): Directory =>
  directoryAt(tiff, viewOf(tiff.source.read(4, 4)).getUint32(0, tiff.littleEndian));
