import { expect } from 'chai';
import type { PreservedMetadata } from '../../../src/image/metadata/preserved.ts';
import { jpegOf } from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import { exifSegment, exifWithOrientation } from '../../support/image/metadata.ts';
import { added, readFrom } from '../../support/image/metadata-builders.ts';
import {
  copyright,
  creation,
  everything,
  fullCopyright,
  location,
  plainOf,
} from '../../support/image/metadata-samples.ts';

describe('what metadata adds to a JPEG', () => {
  const jpeg = plainOf('image/jpeg');
  const grownBy = (metadata: PreservedMetadata): number =>
    added(jpeg, 'image/jpeg', metadata).length - jpeg.length;
  const text = 'x'.repeat(100);
  const url = 'u'.repeat(51);
  const cases = [
    ['a text: 37 bytes and the text', { copyright: { text } }, 37 + text.length],
    ['a flag: 32 bytes', { copyright: { marked: true } }, 32],
    ['a URL of odd length: 31 bytes and the URL', { copyright: { url } }, 31 + url.length],
    [
      'text, flag and URL: under 90 bytes and both texts',
      { copyright: { text, url, marked: true } },
      82 + text.length + url.length,
    ],
    ['a creation with a time zone: 93 bytes', creation, 93],
    ['a creation without one: 74 bytes', { creation: { date: '2008-10-22' } }, 74],
    ['a location: 138 bytes', location, 138],
    ['the longest notice there is', { copyright: { text: 'x'.repeat(60_000) } }, 60_037],
  ] as const;
  for (const [name, metadata, size] of cases) {
    it(`is, for ${name}`, () => expect(grownBy(metadata)).to.equal(size));
  }

  it('is less than its parts when it is all in one block', () => {
    const parts = [fullCopyright, creation, location].map(grownBy);
    expect(grownBy(everything)).to.be.below(parts.reduce((total, part) => total + part, 0));
  });

  it('stands behind JFIF and before everything else', () => {
    const result = added(jpeg, 'image/jpeg', everything);
    const jfifEnd = 20;
    expect(result.subarray(0, jfifEnd).equals(jpeg.subarray(0, jfifEnd))).to.equal(true);
    expect(result.subarray(jfifEnd, jfifEnd + 2).toString('hex')).to.equal('ffe1');
  });

  for (const notice of ['even', 'uneven?']) {
    it(`starts values at even offsets behind a text of ${notice.length} characters`, () => {
      const metadata = { copyright: { text: notice }, ...creation };
      const result = added(jpeg, 'image/jpeg', metadata);
      const offset = result.indexOf('2008:10:22') - result.indexOf('MM\0*');
      expect(offset % 2).to.equal(0);
    });
  }

  it('takes the place of an orientation and keeps it, in one block', async () => {
    const sideways = jpegOf({ segments: [exifSegment(exifWithOrientation(6))] });
    const result = added(sideways, 'image/jpeg', copyright);
    expect((await factsOf(result)).orientation).to.equal(6);
    expect(await readFrom(result)).to.deep.equal(copyright);
    expect(result.toString('latin1').split('Exif\0\0')).to.have.length(2);
  });
});
