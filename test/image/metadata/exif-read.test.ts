import { expect } from 'chai';
import { bytesOf } from '../../../src/image/bytes.ts';
import { exifMetadataOf } from '../../../src/image/metadata/exif-read.ts';
import type { PreservedMetadata } from '../../../src/image/metadata/preserved.ts';
import { bytes, strictSource, uint32 } from '../../support/image/builders.ts';
import {
  ascii,
  exifBlock,
  gpsEntries,
  rationals,
  type Directories,
  type Entry,
} from '../../support/image/metadata-builders.ts';

const found = (block: Uint8Array): PreservedMetadata => exifMetadataOf(bytesOf(block));
const foundIn = (directories: Directories): PreservedMetadata => found(exifBlock(directories));

const location = {
  latitude: { degrees: [52, 1], minutes: [13, 1], seconds: [3000, 100], ref: 'N' },
  longitude: { degrees: [13, 1], minutes: [2250, 100], seconds: [0, 1], ref: 'W' },
};

describe('an EXIF block', () => {
  for (const littleEndian of [false, true]) {
    for (const prefix of ['', 'Exif\0\0']) {
      const name = `${littleEndian ? 'little' : 'big'}-endian${prefix === '' ? '' : ', behind its prefix'}`;
      it(`is read ${name}`, () => {
        const directories: Directories = {
          main: [ascii(0x010e, 'a picture'), ascii(0x8298, '(c) me')],
          exif: [
            ascii(0x9003, '2008:10:22 16:28:39'),
            ascii(0x9011, '+02:00'),
            ascii(0x9291, '045'),
          ],
          gps: gpsEntries(littleEndian),
        };
        expect(found(bytes(prefix, exifBlock(directories, littleEndian)))).to.deep.equal({
          copyright: { text: '(c) me' },
          creation: { date: '2008-10-22', time: '16:28:39', subSeconds: '045', offset: '+02:00' },
          location,
        });
      });
    }
  }

  const notices: readonly (readonly [string, Entry, string | undefined])[] = [
    ['photographer and editor', ascii(0x8298, 'me\0you'), 'me\nyou'],
    ['an editor alone', ascii(0x8298, ' \0you'), 'you'],
    ['garbage behind both', ascii(0x8298, 'me\0you\0garbage'), 'me\nyou'],
    ['UTF-8', ascii(0x8298, Buffer.from('© Zoë')), '© Zoë'],
    ['Latin-1', ascii(0x8298, '\xa9 Zo\xeb'), '© Zoë'],
    ['three characters, inside of the entry', ascii(0x8298, 'me!'), 'me!'],
    ['no terminator', [0x8298, 2, 5, bytes('by me')], 'by me'],
    ['the UTF-8 type of EXIF 3', [0x8298, 129, 5, bytes('by me')], 'by me'],
    ['bytes of no type', [0x8298, 7, 5, bytes('by me')], 'by me'],
    ['numbers', [0x8298, 3, 4, bytes('by me no')], undefined],
    ['blanks', ascii(0x8298, '      '), undefined],
    ['64 kilobytes', ascii(0x8298, 'a'.repeat(65_535)), undefined],
    ['60,000 bytes', ascii(0x8298, 'a'.repeat(60_000)), 'a'.repeat(60_000)],
  ];
  for (const [name, entry, text] of notices) {
    it(`has the copyright of ${name}`, () => {
      expect(foundIn({ main: [entry] })).to.deep.equal(
        text === undefined ? {} : { copyright: { text } },
      );
    });
  }

  it('says nothing of the thumbnail', () => {
    const second = exifBlock({ main: [ascii(0x8298, 'the thumbnail')] }).subarray(8);
    const first = exifBlock({ main: [] });
    first.writeUInt32BE(first.length, first.length - 4);
    expect(found(bytes(first, second))).to.deep.equal({});
  });

  it('has no place without a half of the globe', () => {
    expect(foundIn({ gps: gpsEntries().filter(([tag]) => tag !== 3) })).to.deep.equal({});
  });

  it('has a place whose writer left minutes and seconds undefined', () => {
    const latitude = rationals(2, [[52, 1], [0, 0], [0, 0]]); // oxfmt-ignore
    const gps = gpsEntries().map((entry) => (entry[0] === 2 ? latitude : entry));
    expect(foundIn({ gps }).location?.latitude).to.deep.equal({
      degrees: [52, 1],
      minutes: [0, 1],
      seconds: [0, 1],
      ref: 'N',
    });
  });

  const places: readonly (readonly [string, Entry])[] = [
    ['a division by 0', rationals(2, [[52, 0], [0, 1], [0, 1]])], // oxfmt-ignore
    ['degrees undefined', rationals(2, [[0, 0], [0, 1], [0, 1]])], // oxfmt-ignore
    ['more than 90 degrees', rationals(2, [[0xffff_ffff, 1], [0, 1], [0, 1]])], // oxfmt-ignore
    ['two numbers', rationals(2, [[52, 1], [13, 1]])], // oxfmt-ignore
    ['numbers of another type', [2, 4, 6, new Uint8Array(24)]],
  ];
  for (const [name, latitude] of places) {
    it(`has no place with ${name}`, () => {
      const gps = gpsEntries().map((entry) => (entry[0] === 2 ? latitude : entry));
      expect(foundIn({ gps })).to.deep.equal({});
    });
  }
});

describe('a hostile EXIF block', () => {
  const notice = exifBlock({ main: [ascii(0x8298, '(c) nobody knows')] });
  const changed = (at: number, value: Uint8Array): Buffer => {
    const block = Buffer.from(notice);
    block.set(value, at);
    return block;
  };
  const huge = uint32(0xffff_ffff);
  const pointer = (tag: number, at: number): Entry => [tag, 4, 1, uint32(at)];
  const cases: readonly (readonly [string, Uint8Array])[] = [
    ['nothing', bytes()],
    ['a prefix alone', bytes('Exif\0\0')],
    ['half a header', bytes('MM\0*\0\0')],
    ['no byte order', changed(0, bytes('XX'))],
    ['a first directory beyond it', changed(4, huge)],
    ['a first directory at its very end', changed(4, uint32(notice.length - 1))],
    ['a first directory in its header', changed(4, uint32(0))],
    ['a count of 2^32 - 1', changed(14, huge)],
    ['a value beyond it', changed(18, huge)],
    ['a value that ends beyond it', changed(18, uint32(notice.length - 4))],
    ['an unknown type', changed(12, bytes('\xff\xff'))],
    [
      'directories that are the first one again',
      exifBlock({ main: [pointer(0x8769, 8), pointer(0x8825, 8)] }),
    ],
    [
      'directories beyond it',
      exifBlock({ main: [pointer(0x8769, 2 ** 32 - 1), pointer(0x8825, 2 ** 31)] }),
    ],
    ['directories of a wrong type', exifBlock({ main: [ascii(0x8769, 'a'), ascii(0x8825, 'a')] })],
  ];
  for (const [name, block] of cases) {
    it(`says nothing with ${name}`, () => expect(found(block)).to.deep.equal({}));
  }

  it('has nothing read of a value of many kilobytes', () => {
    const source = strictSource(exifBlock({ main: [ascii(0x8298, 'a'.repeat(100_000))] }));
    expect(exifMetadataOf(source)).to.deep.equal({});
    expect(source.bytesRead()).to.be.below(1000);
  });

  it('is read as far as it goes when it claims 65,535 entries', () => {
    const block = changed(8, bytes('\xff\xff'));
    expect(found(block)).to.deep.equal({ copyright: { text: '(c) nobody knows' } });
  });
});
