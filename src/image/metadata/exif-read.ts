import { viewOf, type ByteSource } from '../bytes.ts';
import { locationOf } from './coordinates.ts';
import { creationOf, refinedCreation } from './dates.ts';
import { exifTags, tiffTypes } from '../exif/tags.ts';
import type { Coordinate, Creation, Location, PreservedMetadata, Rational } from './preserved.ts';
import { decodedText, noticeOf } from './text.ts';
import {
  directoryAt,
  firstDirectory,
  tiffOf,
  entryValueOf,
  type Directory,
  type DirectoryEntry,
  type Tiff,
} from '../exif/tiff.ts';

/**
 * The metadata of an EXIF block, with or without its prefix. A field is absent where its offset or count
 * leads beyond the block, and where its value has the wrong type.
 */
export const exifMetadataOf = (block: ByteSource): PreservedMetadata => {
  const tiff = tiffOf(block);
  if (tiff === undefined) return {};
  const main = firstDirectory(tiff);
  const text = noticeIn(tiff, main);
  const creation = creationIn(tiff, subdirectory(tiff, main, exifTags.EXIF_DIRECTORY));
  const location = locationIn(tiff, subdirectory(tiff, main, exifTags.GPS_DIRECTORY));
  return {
    ...(text === undefined ? {} : { copyright: { text } }),
    ...(creation === undefined ? {} : { creation }),
    ...(location === undefined ? {} : { location }),
  };
};

/** The text is photographer, NUL, editor, NUL; without an editor it is the first two. EXIF 2.32, 4.6.4, Copyright. */
const noticeIn = (tiff: Tiff, directory: Directory): string | undefined => {
  const holders = rawText(tiff, directory, exifTags.COPYRIGHT).split('\0', 2);
  return noticeOf(holders.map((holder) => noticeOf(holder) ?? '').join('\n'));
};

const bytesTypes: readonly number[] = [1, tiffTypes.ASCII, 7, 129];

/** A text with whatever follows its terminator; empty where the tag holds no text. */
const rawText = (tiff: Tiff, directory: Directory, tag: number): string => {
  const entry = directory(tag);
  const bytes = entry && bytesTypes.includes(entry.type) ? entryValueOf(tiff, entry) : undefined;
  return bytes === undefined ? '' : decodedText(bytes);
};

const creationIn = (tiff: Tiff, directory: Directory): Creation | undefined => {
  const creation = creationOf(textIn(tiff, directory, exifTags.DATE_TIME_ORIGINAL));
  const subSeconds = textIn(tiff, directory, exifTags.SUB_SECONDS_ORIGINAL);
  const offset = textIn(tiff, directory, exifTags.OFFSET_TIME_ORIGINAL);
  return creation && refinedCreation(creation, subSeconds, offset);
};

const textIn = (tiff: Tiff, directory: Directory, tag: number): string =>
  (rawText(tiff, directory, tag).split('\0', 1)[0] ?? '').trim();

const subdirectory = (tiff: Tiff, directory: Directory, tag: number): Directory => {
  const pointer = directory(tag);
  const offset = pointer && isPointer(pointer) ? entryValueOf(tiff, pointer) : undefined;
  if (offset === undefined) return () => undefined;
  return directoryAt(tiff, viewOf(offset).getUint32(0, tiff.littleEndian));
};

const isPointer = ({ type }: DirectoryEntry): boolean =>
  type === tiffTypes.LONG || type === tiffTypes.IFD;

const locationIn = (tiff: Tiff, gps: Directory): Location | undefined =>
  locationOf(
    coordinateIn(tiff, gps, exifTags.LATITUDE, exifTags.LATITUDE_REF),
    coordinateIn(tiff, gps, exifTags.LONGITUDE, exifTags.LONGITUDE_REF),
  );

const coordinateIn = (
  tiff: Tiff,
  gps: Directory,
  tag: number,
  refTag: number,
): Coordinate | undefined => {
  const entry = gps(tag);
  if (entry?.type !== tiffTypes.RATIONAL || entry.count !== 3) return undefined;
  const bytes = entryValueOf(tiff, entry);
  if (bytes === undefined) return undefined;
  const parts = [0, 1, 2].map((index) => rationalAt(viewOf(bytes), index, tiff.littleEndian));
  const [degrees, minutes, seconds] = parts;
  if (degrees === undefined || minutes === undefined || seconds === undefined) return undefined;
  return { degrees, minutes, seconds, ref: textIn(tiff, gps, refTag).toUpperCase() };
};

/** Minutes and seconds that are not given are 0/1; some writers store 0/0. */
const rationalAt = (view: DataView, index: number, littleEndian: boolean): Rational | undefined => {
  const numerator = view.getUint32(index * 8, littleEndian);
  const denominator = view.getUint32(index * 8 + 4, littleEndian);
  if (denominator !== 0) return [numerator, denominator];
  return numerator === 0 && index > 0 ? [0, 1] : undefined;
};
