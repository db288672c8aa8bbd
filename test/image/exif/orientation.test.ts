import { expect } from 'chai';
import { bytesOf } from '../../../src/image/bytes.ts';
import { orientationOf, uprightSize } from '../../../src/image/exif/orientation.ts';
import { orientationExif } from '../../../src/image/exif/write.ts';
import type { Orientation } from '../../../src/image/facts.ts';
import { bytes, uint32 } from '../../support/image/builders.ts';
import { exifOf, exifWithOrientation } from '../../support/image/metadata.ts';

const everyKind: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** The block with another count in its last entry. */
const withCount = (exif: Buffer, count: number): Buffer => {
  const changed = Buffer.from(exif);
  changed.writeUInt32BE(count, exif.length - 12);
  return changed;
};

describe('EXIF orientation', () => {
  for (const littleEndian of [true, false]) {
    for (const orientation of everyKind) {
      it(`reads ${orientation}, ${littleEndian ? 'little' : 'big'} end first`, () => {
        const exif = bytesOf(exifWithOrientation(orientation, littleEndian));
        expect(orientationOf(exif)).to.equal(orientation);
      });
    }
  }

  const sound = exifWithOrientation(6);
  const cases = [
    { name: 'a block with prefix', exif: bytes('Exif\0\0', sound), orientation: 6 },
    {
      name: 'a block with a prefix of another pad',
      exif: bytes('Exif\0\xff', sound),
      orientation: 6,
    },
    // As in Chromium 156: one SHORT alone counts.
    ...[1, 2, 4, 5, 6, 7, 8, 9].map((type) => ({
      name: `a value of type ${type}`,
      exif: exifOf([[0x0112, type, 6]]),
      orientation: 1,
    })),
    ...[1, 6].map((byte) => ({
      name: `${byte} in the only byte of a value`,
      exif: exifOf([[0x0112, 1, byte * 2 ** 24]]),
      orientation: 1,
    })),
    ...[0, 2, 3].map((count) => ({
      name: `a count of ${count}`,
      exif: withCount(sound, count),
      orientation: 1,
    })),
    {
      name: 'an entry of another type before the valid one',
      exif: exifOf([
        [0x0112, 1, 3],
        [0x0112, 3, 6],
      ]),
      orientation: 6,
    },
    {
      name: 'an orientation of 9 before the valid one',
      exif: exifOf([
        [0x0112, 3, 9],
        [0x0112, 3, 6],
        [0x0112, 3, 3],
      ]),
      orientation: 6,
    },
    { name: 'no orientation tag', exif: exifOf([[0x0110, 3, 6]]), orientation: 1 },
    { name: 'orientation 0', exif: exifWithOrientation(0), orientation: 1 },
    { name: 'orientation 9', exif: exifWithOrientation(9), orientation: 1 },
    { name: 'a value of another type', exif: exifOf([[0x0112, 2, 0x06000000]]), orientation: 1 },
    { name: 'no bytes', exif: bytes(), orientation: 1 },
    { name: 'an unknown byte order', exif: bytes('XX', sound.subarray(2)), orientation: 1 },
    { name: 'a wrong magic number', exif: bytes('MM\0+', sound.subarray(4)), orientation: 1 },
    {
      name: 'a directory beyond the end',
      exif: bytes('MM\0*', uint32(0xfffffff0), sound.subarray(8)),
      orientation: 1,
    },
    {
      name: 'more entries announced than there are',
      exif: bytes(sound.subarray(0, 8), 0xff, 0xff, sound.subarray(10)),
      orientation: 6,
    },
  ];
  for (const { name, exif, orientation } of cases) {
    it(`${name} gives ${orientation}`, () => {
      expect(orientationOf(bytesOf(exif))).to.equal(orientation);
    });
  }

  it("of a second directory is the thumbnail's and does not count", () => {
    const first = exifOf([[0x0110, 3, 1]]);
    const second = exifWithOrientation(6).subarray(8);
    const linked = bytes(first.subarray(0, first.length - 4), uint32(first.length), second);
    expect(orientationOf(bytesOf(linked))).to.equal(1);
  });

  it('cut anywhere gives the orientation or 1', () => {
    for (let length = 0; length < sound.length; length += 1) {
      const orientation = orientationOf(bytesOf(sound.subarray(0, length)));
      expect(orientation, `cut at ${length}`).to.be.oneOf([1, 6]);
    }
  });

  it('is read back from the smallest block', () => {
    for (const orientation of everyKind) {
      const exif = orientationExif(orientation);
      expect(exif.length).to.equal(26);
      expect(orientationOf(bytesOf(exif))).to.equal(orientation);
    }
  });

  it('turns width and height from 5 on', () => {
    const sizes = everyKind.map(
      (orientation) => uprightSize({ width: 3, height: 2 }, orientation).width,
    );
    expect(sizes).to.deep.equal([3, 3, 3, 3, 2, 2, 2, 2]);
  });
});
