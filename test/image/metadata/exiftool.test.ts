import { writeFileSync } from 'node:fs';
import { expect } from 'chai';
import type { PreservedMetadata } from '../../../src/image/metadata/preserved.ts';
import { hasExiftool, metadataIn, tagsOf, type Tags } from '../../support/image/exiftool.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { added } from '../../support/image/metadata-builders.ts';
import { results, wishes, type Result } from '../../support/image/metadata-samples.ts';

const isProfile = (tag: string): boolean => /^(ICC[-_]|PNG:ProfileName$)/.test(tag);

const coordinate = ([degrees, minutes, seconds]: readonly (readonly [number, number])[]): number =>
  [degrees, minutes, seconds].reduce(
    (total, [numerator, denominator] = [0, 1], index) =>
      total + numerator / denominator / 60 ** index,
    0,
  );

const exifTags = ({ copyright, creation, location }: PreservedMetadata): Tags => {
  const { latitude, longitude } = location ?? {};
  const time = creation?.time ?? '  :  :  ';
  return {
    ...(copyright?.text === undefined ? {} : { 'IFD0:Copyright': copyright.text }),
    ...(creation === undefined
      ? {}
      : { 'ExifIFD:DateTimeOriginal': `${creation.date.replaceAll('-', ':')} ${time}` }),
    ...(creation?.offset === undefined
      ? {}
      : { 'ExifIFD:OffsetTimeOriginal': creation.offset.replace('Z', '+00:00') }),
    ...(latitude === undefined || longitude === undefined
      ? {}
      : {
          'GPS:GPSLatitudeRef': latitude.ref,
          'GPS:GPSLatitude': coordinate([latitude.degrees, latitude.minutes, latitude.seconds]),
          'GPS:GPSLongitudeRef': longitude.ref,
          'GPS:GPSLongitude': coordinate([longitude.degrees, longitude.minutes, longitude.seconds]),
        }),
  };
};

const photoshopTags = ({ url, marked }: NonNullable<PreservedMetadata['copyright']>): Tags => ({
  ...(marked === true ? { 'Photoshop:CopyrightFlag': 1 } : {}),
  ...(url === undefined ? {} : { 'Photoshop:URL': url }),
});

const rightsTags = ({ url, marked }: NonNullable<PreservedMetadata['copyright']>): Tags => ({
  ...(marked === undefined ? {} : { 'XMP-xmpRights:Marked': marked }),
  ...(url === undefined ? {} : { 'XMP-xmpRights:WebStatement': url }),
});

const pngTags = ({ copyright = {}, creation }: PreservedMetadata): Tags => {
  const { date = '', time = '', subSeconds, offset = '' } = creation ?? {};
  const clock = time === '' ? '' : ` ${time}${subSeconds === undefined ? '' : `.${subSeconds}`}`;
  return {
    ...(copyright.text === undefined ? {} : { 'XMP-dc:Rights': copyright.text }),
    ...rightsTags(copyright),
    ...(creation === undefined
      ? {}
      : { 'XMP-xmp:CreateDate': `${date.replaceAll('-', ':')}${clock}${offset}` }),
  };
};

/** Every tag that a result should have, and its value. */
const expectedTags = ({ mediaType, orientation }: Result, metadata: PreservedMetadata): Tags => {
  const { copyright = {} } = metadata;
  const inExif = mediaType === 'image/png' ? {} : exifTags(metadata);
  const hasExif = orientation !== 1 || Object.keys(inExif).length > 0;
  const others = {
    'image/jpeg': photoshopTags(copyright),
    'image/png': pngTags(metadata),
    'image/webp': rightsTags(copyright),
  }[mediaType];
  return {
    ...(hasExif ? { 'File:ExifByteOrder': 'MM' } : {}),
    ...(orientation === 1 ? {} : { 'IFD0:Orientation': orientation }),
    ...inExif,
    ...others,
  };
};

const rounded = (value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(9)) : value;

const roundedTags = (tags: Tags): Tags =>
  Object.fromEntries(Object.entries(tags).map(([tag, value]) => [tag, rounded(value)]));

describe('added metadata before exiftool', () => {
  const inFolder = temporaryFolders();

  it('is what was wanted, and not one tag more', async function () {
    if (!hasExiftool()) this.skip();
    const cases = results.flatMap((result) =>
      wishes.map(([wish, metadata]) => ({ result, wish, metadata })),
    );
    const files = cases.map(({ result, metadata }, index) => {
      const path = inFolder(`${index}.${result.mediaType.slice('image/'.length)}`);
      writeFileSync(path, added(result.content, result.mediaType, metadata));
      return path;
    });
    const reports = await tagsOf(files);
    for (const [index, { result, wish, metadata }] of cases.entries()) {
      const tags = reports[index] ?? {};
      const found = metadataIn(tags).filter((tag) => !isProfile(tag));
      const values = Object.fromEntries(found.map((tag) => [tag, rounded(tags[tag])]));
      const expected = roundedTags(expectedTags(result, metadata));
      expect(values, `${wish} in a ${result.name}`).to.deep.equal(expected);
    }
  });
});
