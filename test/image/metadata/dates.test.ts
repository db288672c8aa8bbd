import { expect } from 'chai';
import {
  creationOf,
  exifDateOf,
  refinedCreation,
  xmpDateOf,
} from '../../../src/image/metadata/dates.ts';

describe('a date of creation', () => {
  const written = [
    {
      name: 'EXIF',
      text: '2008:10:22 16:28:39',
      creation: { date: '2008-10-22', time: '16:28:39' },
      exif: '2008:10:22 16:28:39',
      xmp: '2008-10-22T16:28:39',
    },
    {
      name: 'XMP with all its parts',
      text: '2008-10-22T16:28:39.0450+02:00',
      creation: { date: '2008-10-22', time: '16:28:39', subSeconds: '0450', offset: '+02:00' },
      exif: '2008:10:22 16:28:39',
      xmp: '2008-10-22T16:28:39.0450+02:00',
    },
    {
      name: 'XMP without seconds',
      text: '2008-10-22T16:28Z',
      creation: { date: '2008-10-22', time: '16:28', offset: 'Z' },
      exif: '2008:10:22 16:28:  ',
      xmp: '2008-10-22T16:28Z',
    },
    {
      name: 'XMP without a time',
      text: '2008-10-22',
      creation: { date: '2008-10-22' },
      exif: '2008:10:22   :  :  ',
      xmp: '2008-10-22',
    },
    {
      name: 'XMP without a day',
      text: '2008-10',
      creation: { date: '2008-10' },
      exif: '2008:10:     :  :  ',
      xmp: '2008-10',
    },
    {
      name: 'XMP with a year alone',
      text: '2008',
      creation: { date: '2008' },
      exif: '2008:  :     :  :  ',
      xmp: '2008',
    },
    {
      name: 'an offset without a colon',
      text: '2008-10-22T16:28:39-0930',
      creation: { date: '2008-10-22', time: '16:28:39', offset: '-09:30' },
      exif: '2008:10:22 16:28:39',
      xmp: '2008-10-22T16:28:39-09:30',
    },
  ];
  for (const { name, text, creation, exif, xmp } of written) {
    it(`is read from ${name}`, () => expect(creationOf(text)).to.deep.equal(creation));
    it(`is written with the parts of ${name}`, () => {
      expect([exifDateOf(creation), xmpDateOf(creation)]).to.deep.equal([exif, xmp]);
    });
    it(`is the same again after EXIF with the parts of ${name}`, () => {
      const { date, time } = creationOf(exif) ?? {};
      expect({ date, time }).to.deep.equal({ date: creation.date, time: creation.time });
    });
  }

  const refused = [
    ['nothing', ''],
    ['blanks, as EXIF has for unknown', '    :  :     :  :  '],
    ['zeros, as cameras without a clock write', '0000:00:00 00:00:00'],
    ['a month of 13', '2008:13:22 16:28:39'],
    ['a day of 32', '2008:12:32 16:28:39'],
    ['an hour of 24', '2008:12:22 24:00:00'],
    ['a minute of 60', '2008:12:22 16:60:00'],
    ['a second of 61', '2008:12:22 16:00:61'],
    ['an offset of 15 hours', '2008-12-22T16:00:00+15:00'],
    ['words', 'yesterday'],
    ['a date with words behind it', '2008:12:22 16:28:39 or so'],
    ['markup', '2008"><evil/>'],
    ['half a megabyte of blanks and colons', `2008${': '.repeat(2 ** 18)}x`],
  ] as const;
  for (const [name, text] of refused) {
    it(`is not read from ${name}`, () => expect(creationOf(text)).to.equal(undefined));
  }

  const day = { date: '2008-10-22' };
  const second = { ...day, time: '16:28:39' };
  const refinements = [
    ['takes both', second, '045', '+02:00', { ...second, subSeconds: '045', offset: '+02:00' }],
    ['takes Z', second, '', 'Z', { ...second, offset: 'Z' }],
    ['leaves out words', second, 'x', 'UTC', second],
    ['leaves out an impossible offset', second, '', '+20:00', second],
    ['takes neither beside a day', day, '045', '+02:00', day],
  ] as const;
  for (const [name, creation, subSeconds, offset, refined] of refinements) {
    it(`${name} when sub-seconds and offset come from tags of their own`, () => {
      expect(refinedCreation(creation, subSeconds, offset)).to.deep.equal(refined);
    });
  }
});
