import { hasSignature, sectionOf, viewOf, type ByteSource } from '../bytes.ts';

/** How an EXIF block starts inside a JPEG's APP1 segment; some writers put it into PNG and WebP too. */
export const exifPrefix = 'Exif\0\0';

/** Whether a block starts with that prefix. Its last byte pads it, and has any value. EXIF 2.32, 4.7.2. */
export const hasExifPrefix = (block: ByteSource): boolean => hasSignature(block, 'Exif\0');

/** Byte order, the number 42, offset of the first directory. TIFF 6.0, section 2. */
export const tiffHeaderBytes = 8;

/** One entry of a directory: tag, type, count, and the value or its offset. */
export const entryBytes = 12;

/** A TIFF block, as EXIF is; offsets count from its start. */
export type Tiff = Readonly<{ source: ByteSource; littleEndian: boolean }>;

/** An entry's type and count, and the four bytes that hold a short value or the offset of a longer one. */
export type DirectoryEntry = Readonly<{ type: number; count: number; field: DataView }>;

/** Looks up the first entry of a tag that is valid; undefined where there is none. */
export type Directory = (
  tag: number,
  isValid?: (entry: DirectoryEntry) => boolean,
) => DirectoryEntry | undefined;

/** The TIFF block behind an optional `Exif` prefix; undefined where there is none. */
export const tiffOf = (block: ByteSource): Tiff | undefined => {
  const start = hasExifPrefix(block) ? exifPrefix.length : 0;
  const source = sectionOf(block, start, block.size);
  if (source.size < tiffHeaderBytes) return undefined;
  const littleEndian = hasSignature(source, 'II*\0');
  return littleEndian || hasSignature(source, 'MM\0*') ? { source, littleEndian } : undefined;
};

/** The first directory: IFD0. */
export const firstDirectory = (tiff: Tiff): Directory =>
  directoryAt(tiff, viewOf(tiff.source.read(4, 4)).getUint32(0, tiff.littleEndian));

/**
 * The directory at `offset`. Its link to the next directory is not followed, so links cannot form a
 * loop. Entries beyond the end of the block are absent.
 */
export const directoryAt = ({ source, littleEndian }: Tiff, offset: number): Directory => {
  const countBytes = source.read(offset, 2);
  const count = countBytes.length < 2 ? 0 : viewOf(countBytes).getUint16(0, littleEndian);
  const entries = viewOf(source.read(offset + 2, count * entryBytes));
  return (tag, isValid = () => true) => {
    for (let at = 0; at + entryBytes <= entries.byteLength; at += entryBytes) {
      if (entries.getUint16(at, littleEndian) !== tag) continue;
      const entry = {
        type: entries.getUint16(at + 2, littleEndian),
        count: entries.getUint32(at + 4, littleEndian),
        field: new DataView(entries.buffer, entries.byteOffset + at + 8, 4),
      };
      if (isValid(entry)) return entry;
    }
    return undefined;
  };
};

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

/** Values of more bytes are ignored: no tag that is read holds so much. */
const maxValueBytes = 65_536;

/**
 * The bytes of an entry's value, in the block's byte order; undefined for an unknown type, and where
 * the value is empty, over 65,536 bytes or beyond the end of the block.
 */
export const entryValueOf = (
  { source, littleEndian }: Tiff,
  { type, count, field }: DirectoryEntry,
): Uint8Array | undefined => {
  const length = (typeBytes[type] ?? 0) * count;
  if (length === 0 || length > maxValueBytes) return undefined;
  if (length <= 4) return new Uint8Array(field.buffer, field.byteOffset, length);
  const bytes = source.read(field.getUint32(0, littleEndian), length);
  return bytes.length === length ? bytes : undefined;
};
