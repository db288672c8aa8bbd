import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { avifOf } from '../support/image/avifs.ts';
import { gradients } from '../support/image/gradients.ts';
import { hasExiftool, metadataIn, tagsOf, type Tags } from '../support/image/exiftool.ts';
import { vips } from '../support/image/pictures.ts';
import { operating, pngOf } from '../support/e2e/operating.ts';

/** All that is to be kept, and as much that is not. */
const written = [
  '-EXIF:Copyright=Ann Example',
  '-EXIF:DateTimeOriginal=2021:03:04 05:06:07',
  '-EXIF:GPSLatitude=52.5',
  '-EXIF:GPSLatitudeRef=N',
  '-EXIF:GPSLongitude=13.25',
  '-EXIF:GPSLongitudeRef=W',
  '-EXIF:GPSAltitude=34',
  '-EXIF:Make=Maker',
  '-EXIF:Artist=Ann',
  '-XMP-dc:Title=Secret title',
  '-XMP-dc:Rights=Ann Example',
  '-XMP-xmp:CreateDate=2021:03:04 05:06:07',
  '-XMP-photoshop:City=Berlin',
];

type Kind = 'copyright' | 'creation' | 'location';
type Type = 'avif' | 'jpeg' | 'png' | 'webp';

const kinds: readonly Kind[] = ['copyright', 'creation', 'location'];
const types: readonly Type[] = ['avif', 'jpeg', 'png', 'webp'];

/** What each kind adds to a file, in EXIF. */
const exifTags: Readonly<Record<Kind, Tags>> = {
  copyright: { 'IFD0:Copyright': 'Ann Example' },
  creation: { 'ExifIFD:DateTimeOriginal': '2021:03:04 05:06:07' },
  location: {
    'GPS:GPSLatitudeRef': 'N',
    'GPS:GPSLatitude': 52.5,
    'GPS:GPSLongitudeRef': 'W',
    'GPS:GPSLongitude': 13.25,
  },
};

/** The same in XMP, where locations are not written. */
const xmpTags: Readonly<Record<Kind, Tags>> = {
  copyright: { 'XMP-dc:Rights': 'Ann Example' },
  creation: { 'XMP-xmp:CreateDate': '2021:03:04 05:06:07' },
  location: {},
};

const expectedTags = (type: Type, preserved: readonly Kind[]): Tags => {
  const isXmp = type === 'png';
  const byteOrder = isXmp || preserved.length === 0 ? {} : { 'File:ExifByteOrder': 'MM' };
  const kept = preserved.map((kind) => (isXmp ? xmpTags : exifTags)[kind]);
  return Object.assign({}, byteOrder, ...kept) as Tags;
};

/** The metadata of a file. */
const metadataOf = async (path: string): Promise<Tags> => {
  const [tags = {}] = await tagsOf([path]);
  return Object.fromEntries(metadataIn(tags).map((tag) => [tag, tags[tag]]));
};

describe('metadata after operations', function () {
  const { inFolder, uploaded, operate, client } = operating();

  before(async function () {
    if (!hasExiftool()) return this.skip();
    await writeFile(inFolder('plain.png'), pngOf(gradients(160, 120)));
    for (const type of types) {
      const path = inFolder(`tagged.${type}`);
      await makePlain(type, path);
      await promisify(execFile)('exiftool', ['-q', '-overwrite_original', ...written, path]);
    }
  });

  const makePlain = async (type: Type, path: string): Promise<void> => {
    if (type === 'avif') await writeFile(path, await avifOf(await readFile(inFolder('plain.png'))));
    else await vips('copy', inFolder('plain.png'), `${path}[strip]`);
  };

  const resize = { method: 'fit', width: 80, height: 80 };
  for (const from of types) {
    for (const to of types) {
      it(`of a ${from}, resized and as ${to}: what was asked for, and no more`, async () => {
        const location = await uploaded(await readFile(inFolder(`tagged.${from}`)));
        const convert = { type: `image/${to}` };
        const { path } = await operate(location, { resize, convert, preserve: kinds });
        expect(await metadataOf(path)).to.deep.equal(expectedTags(to, kinds));
      });
    }

    for (const preserve of [[], ...kinds.map((kind) => [kind])]) {
      it(`of a resized ${from}: ${preserve.join() || 'none'} alone`, async () => {
        const location = await uploaded(await readFile(inFolder(`tagged.${from}`)));
        const { path } = await operate(location, { resize, preserve });
        expect(await metadataOf(path)).to.deep.equal(expectedTags(from, preserve));
      });
    }

    it(`of a ${from} that has none: none`, async () => {
      const plain = inFolder(`plain.${from}`);
      if (from !== 'png') await makePlain(from, plain);
      const location = await uploaded(await readFile(plain));
      const { path, answer } = await operate(location, { preserve: kinds });
      expect(await metadataOf(path)).to.deep.equal({});
      const { body } = await client().send({ path: location });
      expect(answer.body.equals(body)).to.equal(true);
    });
  }
});
