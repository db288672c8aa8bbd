import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { bytesOf } from '../../../src/image/bytes.ts';
import type { PreservedMetadata } from '../../../src/image/metadata/preserved.ts';
import { strippedPieces } from '../../../src/image/strip.ts';
import { corpusFiles } from '../../support/corpus.ts';
import { hasExiftool, metadataIn, tagsOf } from '../../support/image/exiftool.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { applied } from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import { added, readFrom } from '../../support/image/metadata-builders.ts';

type Place = readonly [degrees: number, minutes: number, seconds: number, ref: string];

/** What is found, dates as one text, places with their fractions worked out. */
type Found = Readonly<{
  copyright?: object;
  creation?: string;
  latitude?: Place;
  longitude?: Place;
}>;

const expectations: Readonly<Record<string, Found>> = {
  'aces-10bit.png': {},
  'adobe-rgb-copyright.jpg': {
    copyright: {
      text: '(C) Peter Bemmann',
      url: 'http://www.meine-ansichten.de/verschiedenes/copyright.html',
      marked: true,
    },
    creation: '2010-12-12T12:41:35.00',
  },
  'copyright-gps-url.jpg': {
    copyright: { text: 'ian Britton - FreeFoto.com', url: 'www.freefoto.com', marked: true },
    creation: '2002-07-28T15:50:05',
    latitude: [51, 50.8, 0, 'N'],
    longitude: [3, 20.27, 0, 'W'],
  },
  'copyright-photoshop.jpg': {
    copyright: { text: 'Test copyright string for metadata-extractor' },
    creation: '2015-06-29T18:15:36+01:00',
  },
  'exif-xmp.jpg': { creation: '2025-11-03T00:31:13+00:00' },
  'exif.png': { copyright: { text: '2017 Willem van Schaik' } },
  'gps-1.jpg': {
    creation: '2008-10-22T16:28:39',
    latitude: [43, 28, 2.814, 'N'],
    longitude: [11, 53, 6.45599999, 'E'],
  },
  'gps-1x1.jpg': {
    creation: '2020-09-02T18:52:42.892',
    latitude: [43, 51, 34.09, 'N'],
    longitude: [15, 30, 11.82, 'E'],
  },
  'gps-2.jpg': {
    creation: '2008-10-22T17:00:07',
    latitude: [43, 27, 52.038, 'N'],
    longitude: [11, 52, 53.322, 'E'],
  },
  'iptc-2019.jpg': {
    copyright: {
      text: 'Copyright (Notice) 2019.1 IPTC - www.iptc.org  (ref2019.1)',
      url: 'http://www.WebStatementOfRights.org/2019.1',
    },
    creation: '2019-10-16T19:01:00+00:00',
  },
  'iptc.jpg': { creation: '2006-07-08T21:14:45' },
  // Its copyright notices are there, and empty.
  'long-description.jpg': { creation: '2003-08-31' },
  'orient-landscape-3.jpg': {},
  'orient-landscape-6.jpg': {},
  'orient-landscape-8.jpg': {},
  'orient-portrait-5.jpg': {},
  'orient-portrait-7.jpg': {},
  'p3-small.png': {},
  'prophoto.png': {},
  'xmp-noexif.jpg': { creation: '2013-09-23T10:09:46+02:00' },
  'xmp.png': {},
  'xmp.webp': {},
};

const placeOf = (coordinate: NonNullable<PreservedMetadata['location']>['latitude']): Place => {
  const { degrees, minutes, seconds, ref } = coordinate;
  const valueOf = ([numerator, denominator]: readonly [number, number]): number =>
    numerator / denominator;
  return [valueOf(degrees), valueOf(minutes), valueOf(seconds), ref];
};

const foundOf = ({ copyright, creation, location }: PreservedMetadata): Found => {
  const { date = '', time, subSeconds, offset } = creation ?? {};
  const parts = [['T', time], ['.', subSeconds], ['', offset]] as const; // oxfmt-ignore
  const moment = parts.map(([mark, part]) => (part === undefined ? '' : `${mark}${part}`));
  return {
    ...(copyright === undefined ? {} : { copyright }),
    ...(creation === undefined ? {} : { creation: `${date}${moment.join('')}` }),
    ...(location === undefined
      ? {}
      : { latitude: placeOf(location.latitude), longitude: placeOf(location.longitude) }),
  };
};

const pictures = corpusFiles()
  .filter(({ name }) => name.startsWith('metadata/'))
  .map(({ name, path }) => ({ name: name.slice('metadata/'.length), path }));

const isProfile = (tag: string): boolean => /^(ICC[-_]|PNG:ProfileName$)/.test(tag);

describe('the metadata of the corpus', () => {
  const inFolder = temporaryFolders();

  it('has an expectation for every file', function () {
    if (pictures.length === 0) this.skip();
    expect(pictures.map(({ name }) => name)).to.have.members(Object.keys(expectations));
  });

  for (const [name, expected] of Object.entries(expectations)) {
    it(`is found in ${name}`, async function () {
      const picture = pictures.find((candidate) => candidate.name === name);
      if (picture === undefined) return this.skip();
      expect(foundOf(await readFrom(readFileSync(picture.path)))).to.deep.equal(expected);
    });
  }

  /** What exiftool reads the same in a source and in its stripped result with metadata added. */
  const COPIED = [
    ...['IFD0:Copyright', 'Photoshop:CopyrightFlag', 'Photoshop:URL'],
    ...['ExifIFD:DateTimeOriginal', 'ExifIFD:OffsetTimeOriginal'],
    ...['GPS:GPSLatitude', 'GPS:GPSLatitudeRef', 'GPS:GPSLongitude', 'GPS:GPSLongitudeRef'],
  ];

  /** What may be added where a JPEG or WebP had it in another block, and in a PNG. */
  const ALLOWED = new Set([
    ...COPIED,
    ...['IFD0:Orientation', 'File:ExifByteOrder', 'XMP-dc:Rights'],
  ]);

  it('is the same before exiftool when it is copied, and nothing else is', async function () {
    if (pictures.length === 0 || !hasExiftool()) this.skip();
    const copies = await Promise.all(
      pictures.map(async ({ name, path }) => {
        const content = readFileSync(path);
        const facts = await factsOf(content);
        const stripped = applied(strippedPieces(bytesOf(content), facts), content);
        writeFileSync(inFolder(name), added(stripped, facts.mediaType, await readFrom(content)));
        return { path, copy: inFolder(name), isPng: facts.mediaType === 'image/png' };
      }),
    );
    const tags = await tagsOf(copies.flatMap(({ path, copy }) => [path, copy]));
    for (const [index, { path, isPng }] of copies.entries()) {
      const [before = {}, after = {}] = tags.slice(index * 2, index * 2 + 2);
      const isForeign = (tag: string): boolean => !isProfile(tag) && !ALLOWED.has(tag);
      expect(metadataIn(after).filter(isForeign), path).to.deep.equal([]);
      const there = COPIED.filter((tag) => (before[tag] ?? '') !== '' && !isPng);
      for (const tag of there) expect(after[tag], `${tag} of ${path}`).to.equal(before[tag]);
    }
  });
});
