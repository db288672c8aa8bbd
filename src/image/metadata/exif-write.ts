import { concatenated, latin1Bytes, uintBytes } from '../bytes.ts';
import type { Orientation } from '../facts.ts';
import { exifDateOf, exifOffsetOf } from './dates.ts';
import { exifTags, tiffTypes } from '../exif/tags.ts';
import { exifBytes, type Field, orientationField } from '../exif/write.ts';
import type { Coordinate, Creation, Location, PreservedMetadata } from './preserved.ts';

/**
 * The smallest EXIF block with these metadata and no other tag, not even those that EXIF calls
 * mandatory; without prefix. An orientation of 1 needs no tag. Empty where there is nothing to write.
 *
 * A date loses its sub-seconds. A copyright keeps only its text, for the other parts have no tag.
 */
export const exifBlockOf = (metadata: PreservedMetadata, orientation: Orientation): Uint8Array => {
  const fields = fieldsOf(metadata, orientation);
  return fields.length === 0 ? new Uint8Array(0) : exifBytes(fields);
};

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
  const numbers = [...degrees, ...minutes, ...seconds];
  const value = concatenated(numbers.map((number) => uintBytes(4, number)));
  return { tag, type: tiffTypes.RATIONAL, count: 3, value };
};
