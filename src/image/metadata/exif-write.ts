import { latin1Bytes, viewOf } from '../bytes.ts';
import type { Orientation } from '../facts.ts';
import { exifDateOf, exifOffsetOf } from './dates.ts';
import { exifTags, tiffTypes } from '../exif/tags.ts';
import type { Coordinate, Creation, Location, PreservedMetadata } from './preserved.ts';

const headerBytes = 8;

/**
 * The smallest EXIF block with these metadata and no other tag, not even those that EXIF calls
 * mandatory; without prefix. An orientation of 1 needs no tag. Empty where there is nothing to write.
 *
 * A date loses its sub-seconds. A copyright keeps only its text, for the other parts have no tag.
 */
export const exifBlockOf = (metadata: PreservedMetadata, orientation: Orientation): Uint8Array => {
  const fields = fieldsOf(metadata, orientation);
  if (fields.length === 0) return new Uint8Array(0);
  const header = new Uint8Array(headerBytes);
  header.set(latin1Bytes('MM\0*'));
  viewOf(header).setUint32(4, headerBytes);
  return Uint8Array.from([...header, ...directoryBytes(fields, headerBytes)]);
};

/** One entry of a directory: a value of `count` parts, or another directory. */
type Field = Readonly<{
  tag: number;
  type: number;
  count: number;
  value: Uint8Array | readonly Field[];
}>;

/** The fields of the first directory in the order of their tags, as TIFF requires. */
const fieldsOf = (metadata: PreservedMetadata, orientation: Orientation): readonly Field[] => {
  const { copyright, creation, location } = metadata;
  const fields: Field[] = [];
  if (orientation !== 1) fields.push(orientationField(orientation));
  if (copyright?.text !== undefined) {
    fields.push(asciiField(exifTags.COPYRIGHT, new TextEncoder().encode(copyright.text)));
  }
  if (creation !== undefined) {
    fields.push(directoryField(exifTags.EXIF_DIRECTORY, dateFields(creation)));
  }
  if (location !== undefined) {
    fields.push(directoryField(exifTags.GPS_DIRECTORY, gpsFields(location)));
  }
  return fields;
};

const orientationField = (orientation: Orientation): Field => ({
  tag: exifTags.ORIENTATION,
  type: tiffTypes.SHORT,
  count: 1,
  value: Uint8Array.of(0, orientation),
});

const asciiField = (tag: number, text: Uint8Array): Field => {
  const value = new Uint8Array(text.length + 1);
  value.set(text);
  return { tag, type: tiffTypes.ASCII, count: value.length, value };
};

const directoryField = (tag: number, fields: readonly Field[]): Field => ({
  tag,
  type: tiffTypes.LONG,
  count: 1,
  value: fields,
});

/** Without its time zone a date would be another moment. */
const dateFields = (creation: Creation): readonly Field[] => [
  asciiField(exifTags.DATE_TIME_ORIGINAL, latin1Bytes(exifDateOf(creation))),
  ...(creation.offset === undefined
    ? []
    : [asciiField(exifTags.OFFSET_TIME_ORIGINAL, latin1Bytes(exifOffsetOf(creation.offset)))]),
];

const gpsFields = ({ latitude, longitude }: Location): readonly Field[] => [
  asciiField(exifTags.LATITUDE_REF, latin1Bytes(latitude.ref)),
  coordinateField(exifTags.LATITUDE, latitude),
  asciiField(exifTags.LONGITUDE_REF, latin1Bytes(longitude.ref)),
  coordinateField(exifTags.LONGITUDE, longitude),
];

const coordinateField = (tag: number, { degrees, minutes, seconds }: Coordinate): Field => {
  const value = new Uint8Array(24);
  const numbers = [...degrees, ...minutes, ...seconds];
  for (const [index, number] of numbers.entries()) viewOf(value).setUint32(index * 4, number);
  return { tag, type: tiffTypes.RATIONAL, count: 3, value };
};

const entryBytes = 12;

/** A directory at offset `start` of the block, followed by the values that do not fit into its entries. */
const directoryBytes = (fields: readonly Field[], start: number): readonly number[] => {
  const table = new Uint8Array(2 + fields.length * entryBytes + 4);
  const view = viewOf(table);
  view.setUint16(0, fields.length);
  const values: number[] = [];
  for (const [index, { tag, type, count, value }] of fields.entries()) {
    const at = 2 + index * entryBytes;
    view.setUint16(at, tag);
    view.setUint16(at + 2, type);
    view.setUint32(at + 4, count);
    if (value instanceof Uint8Array && value.length <= 4) {
      table.set(value, at + 8);
      continue;
    }
    // TIFF lets values start at even offsets only.
    if (values.length % 2 === 1) values.push(0);
    const offset = start + table.length + values.length;
    view.setUint32(at + 8, offset);
    for (const byte of value instanceof Uint8Array ? value : directoryBytes(value, offset)) {
      values.push(byte);
    }
  }
  return [...table, ...values];
};
