import { viewOf, type ByteSource } from '../bytes.ts';
import { locationOf } from './coordinates.ts';
import { creationOf, refinedCreation } from './dates.ts';
import { tags, types } from '../exif/tags.ts';
import type { Coordinate, Creation, Location, PreservedMetadata, Rational } from './preserved.ts';
import { decodedText, noticeOf } from './text.ts';
import { directoryAt, firstDirectory, tiffOf, type Directory, type Tiff } from '../exif/tiff.ts';

const bytesTypes: readonly number[] = [1, types.ASCII, 7, 129];

/**
 * What an EXIF block (with or without its prefix) says. Offsets that lead nowhere, counts beyond the
 * block and values of the wrong type leave their field absent.
 */
export const exifMetadataOf = (block: ByteSource): PreservedMetadata => {
  const tiff = tiffOf(block);
  if (tiff === undefined) return {};
  const main = firstDirectory(tiff);
  const text = noticeIn(main);
  const creation = creationIn(subdirectory(tiff, main, tags.EXIF_DIRECTORY));
  const gps = subdirectory(tiff, main, tags.GPS_DIRECTORY);
  const location = locationIn(gps, tiff.littleEndian);
  return {
    ...(text === undefined ? {} : { copyright: { text } }),
    ...(creation === undefined ? {} : { creation }),
    ...(location === undefined ? {} : { location }),
  };
};

const empty: Directory = () => undefined;

const isPointer = (type: number): boolean => type === types.LONG || type === types.IFD;

const subdirectory = (tiff: Tiff, directory: Directory, tag: number): Directory => {
  const pointer = directory(tag);
  if (pointer === undefined || !isPointer(pointer.type)) return empty;
  return directoryAt(tiff, viewOf(pointer.bytes).getUint32(0, tiff.littleEndian));
};

/** A text with whatever stands behind its terminator; empty where there is none. */
const rawText = (directory: Directory, tag: number): string => {
  const value = directory(tag);
  return value !== undefined && bytesTypes.includes(value.type) ? decodedText(value.bytes) : '';
};

const textIn = (directory: Directory, tag: number): string =>
  (rawText(directory, tag).split('\0', 1)[0] ?? '').trim();

/** Photographer, NUL, editor, NUL; without an editor just the first. EXIF 2.32, 4.6.4, Copyright. */
const noticeIn = (directory: Directory): string | undefined => {
  const holders = rawText(directory, tags.COPYRIGHT).split('\0', 2);
  return noticeOf(holders.map((holder) => noticeOf(holder) ?? '').join('\n'));
};

const creationIn = (directory: Directory): Creation | undefined => {
  const creation = creationOf(textIn(directory, tags.DATE_TIME_ORIGINAL));
  const subSeconds = textIn(directory, tags.SUB_SECONDS_ORIGINAL);
  const offset = textIn(directory, tags.OFFSET_TIME_ORIGINAL);
  return creation && refinedCreation(creation, subSeconds, offset);
};

/** Minutes and seconds that are not given are 0/1, and 0/0 with some writers. */
const part = (view: DataView, index: number, littleEndian: boolean): Rational | undefined => {
  const numerator = view.getUint32(index * 8, littleEndian);
  const denominator = view.getUint32(index * 8 + 4, littleEndian);
  if (denominator !== 0) return [numerator, denominator];
  return numerator === 0 && index > 0 ? [0, 1] : undefined;
};

const coordinateIn = (
  gps: Directory,
  [tag, refTag]: readonly [number, number],
  littleEndian: boolean,
): Coordinate | undefined => {
  const value = gps(tag);
  if (value?.type !== types.RATIONAL || value.count !== 3) return undefined;
  const view = viewOf(value.bytes);
  const [degrees, minutes, seconds] = [0, 1, 2].map((index) => part(view, index, littleEndian));
  if (degrees === undefined || minutes === undefined || seconds === undefined) return undefined;
  return { degrees, minutes, seconds, ref: textIn(gps, refTag).toUpperCase() };
};

const locationIn = (gps: Directory, littleEndian: boolean): Location | undefined =>
  locationOf(
    coordinateIn(gps, [tags.LATITUDE, tags.LATITUDE_REF], littleEndian),
    coordinateIn(gps, [tags.LONGITUDE, tags.LONGITUDE_REF], littleEndian),
  );
