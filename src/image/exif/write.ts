import { concatenated, latin1Bytes, uintBytes } from '../bytes.ts';
import type { Orientation } from '../facts.ts';
import { exifTags, tiffTypes } from './tags.ts';
import { entryBytes, tiffHeaderBytes } from './tiff.ts';

/** One entry of a directory: a value of `count` parts, or another directory. */
export type Field = Readonly<{
  tag: number;
  type: number;
  count: number;
  value: Uint8Array | readonly Field[];
}>;

/** An EXIF block with these fields, which are in the order of their tags, as TIFF requires; without the `Exif` prefix. */
export const exifBytes = (fields: readonly Field[]): Uint8Array =>
  concatenated([
    ...[latin1Bytes('MM\0*'), uintBytes(4, tiffHeaderBytes)],
    ...directoryParts(fields, tiffHeaderBytes),
  ]);

/** A directory at offset `start` of the block, followed by the values that do not fit into its entries. */
const directoryParts = (fields: readonly Field[], start: number): readonly Uint8Array[] => {
  const entries: Uint8Array[] = [];
  const values: Uint8Array[] = [];
  let end = start + 2 + fields.length * entryBytes + 4;
  for (const { tag, type, count, value } of fields) {
    entries.push(uintBytes(2, tag), uintBytes(2, type), uintBytes(4, count));
    if (value instanceof Uint8Array && value.length <= 4) {
      entries.push(value, new Uint8Array(4 - value.length));
      continue;
    }
    // TIFF lets values start at even offsets only.
    if (end % 2 === 1) values.push(new Uint8Array(1));
    end += end % 2;
    entries.push(uintBytes(4, end));
    const parts = value instanceof Uint8Array ? [value] : directoryParts(value, end);
    values.push(...parts);
    end += parts.reduce((sum, { length }) => sum + length, 0);
  }
  const noFurtherDirectory = new Uint8Array(4);
  return [uintBytes(2, fields.length), ...entries, noFurtherDirectory, ...values];
};

export const orientationField = (orientation: Orientation): Field => ({
  tag: exifTags.ORIENTATION,
  type: tiffTypes.SHORT,
  count: 1,
  value: Uint8Array.of(0, orientation),
});

/** The smallest EXIF block that carries an orientation: 26 bytes, without the `Exif` prefix. */
export const orientationExif = (orientation: Orientation): Uint8Array =>
  exifBytes([orientationField(orientation)]);
