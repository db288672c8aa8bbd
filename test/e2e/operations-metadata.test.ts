import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { avifOf } from '../support/image/avifs.ts';
import { gradients } from '../support/image/gradients.ts';
import { hasExiftool, metadataIn, tagsOf, type Tags } from '../support/image/exiftool.ts';
import { vips } from '../support/image/pictures.ts';
import { operating, pngOf, type Result } from '../support/e2e/operating.ts';
import { sideBySide } from '../support/side-by-side.ts';

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

const resize = { method: 'fit', width: 80, height: 80 };

/** A picture, what is asked for, and the metadata that the result has. */
type Row = Readonly<{ title: string; file: string; operation: object; expected: Tags }>;

const rowsOf = (from: Type): readonly Row[] => {
  const file = `tagged.${from}`;
  return [
    ...types.map((to) => ({
      title: `of a ${from}, resized and as ${to}: what was asked for, and no more`,
      file,
      operation: { resize, convert: { type: `image/${to}` }, preserve: kinds },
      expected: expectedTags(to, kinds),
    })),
    ...[[], ...kinds.map((kind) => [kind])].map((preserve) => ({
      title: `of a resized ${from}: ${preserve.join() || 'none'} alone`,
      file,
      operation: { resize, preserve },
      expected: expectedTags(from, preserve),
    })),
    {
      title: `of a ${from} that has none: none`,
      file: `plain.${from}`,
      operation: { preserve: kinds },
      expected: {},
    },
  ];
};

describe('metadata after operations', function () {
  const { inFolder, uploaded, operate, client } = operating();
  const rows = types.flatMap(rowsOf);
  let results: readonly (Result & Readonly<{ location: string }>)[] = [];
  let tags: readonly Tags[] = [];

  before(async function () {
    if (!hasExiftool()) return this.skip();
    await writeFile(inFolder('plain.png'), pngOf(gradients(160, 120)));
    for (const type of types) await makeSources(type);
    results = await sideBySide(rows, 2, async ({ file, operation }) => {
      const location = await uploaded(await readFile(inFolder(file)));
      return { location, ...(await operate(location, operation)) };
    });
    // Of all at once, since each start of exiftool takes longer than an operation.
    tags = await tagsOf(results.map(({ path }) => path));
  });

  const makeSources = async (type: Type): Promise<void> => {
    const [plain, tagged] = [inFolder(`plain.${type}`), inFolder(`tagged.${type}`)];
    const png = inFolder('plain.png');
    if (type === 'avif') await writeFile(plain, await avifOf(await readFile(png)));
    else if (type !== 'png') await vips('copy', png, `${plain}[strip]`);
    await copyFile(plain, tagged);
    await promisify(execFile)('exiftool', ['-q', '-overwrite_original', ...written, tagged]);
  };

  for (const [index, { title, expected }] of rows.entries()) {
    it(title, () => {
      const own = tags[index]!;
      expect(own).to.include.keys('SourceFile');
      const metadata = Object.fromEntries(metadataIn(own).map((tag) => [tag, own[tag]]));
      expect(metadata).to.deep.equal(expected);
    });
  }

  it('leave the bytes of a picture that has none', async () => {
    for (const [index, { title }] of rows.entries()) {
      if (!title.endsWith('none: none')) continue;
      const { answer, location } = results[index]!;
      const { body } = await client().send({ path: location });
      expect(answer.body.equals(body), title).to.equal(true);
    }
  });
});
