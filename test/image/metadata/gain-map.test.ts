import { expect } from 'chai';
import { bytesOf, pagedSource } from '../../../src/image/bytes.ts';
import { hasGainMap } from '../../../src/image/metadata/gain-map.ts';
import { av1, avifFile } from '../../support/image/avif-builders.ts';
import {
  bytes,
  jpegOf,
  segment,
  strictSource,
  uint16,
  uint32,
} from '../../support/image/builders.ts';
import { xmpOf, xmpSegment } from '../../support/image/metadata-builders.ts';

const named = (namespace: string): Buffer => xmpSegment(xmpOf(`xmlns:map="${namespace}"`));
const adobe = named('http://ns.adobe.com/hdr-gain-map/1.0/');
const apple = named('http://ns.apple.com/HDRGainMap/1.0/');
const iso = segment(0xe2, 'urn:iso:std:iso:ts:21496:-1\0', uint32(0));

/** A JPEG that lists a second one behind it, as Apple's cameras do, `times` times. */
const withSecond = (second: Buffer, times = 1): Buffer => {
  const index = (offset: number): Buffer =>
    segment(
      0xe2,
      'MPF\0',
      bytes('MM\0*', uint32(8), uint16(1), uint16(0xb002), uint16(7)),
      bytes(uint32(16 + 16 * times), uint32(26)),
      uint32(0),
      new Uint8Array(16),
      ...Array<Buffer>(times).fill(
        bytes(uint32(0), uint32(second.length), uint32(offset), uint32(0)),
      ),
    );
  const first = jpegOf({ segments: [index(0)] });
  // Offsets count from the TIFF header: behind SOI, marker, length and prefix.
  return bytes(jpegOf({ segments: [index(first.length - 10)] }), second);
};

describe('hasGainMap', () => {
  const rows = [
    ['a JPEG', false, jpegOf()],
    ['a JPEG with other XMP', false, jpegOf({ segments: [named('http://example.org/map/')] })],
    ["Ultra HDR by Adobe's XMP", true, jpegOf({ segments: [adobe] })],
    ['Ultra HDR by ISO 21496-1', true, jpegOf({ segments: [iso] })],
    ["Apple's, in the second image", true, withSecond(jpegOf({ segments: [apple] }))],
    ['a second image that is none', false, withSecond(jpegOf())],
    ['an index of an image that is missing', false, withSecond(Buffer.alloc(0))],
  ] as const;
  for (const [title, is, jpeg] of rows) {
    it(`is ${is} for ${title}`, () => {
      expect(hasGainMap(bytesOf(jpeg), 'image/jpeg')).to.equal(is);
    });
  }

  const packet = xmpSegment(xmpOf('', ' '.repeat(60_000)));
  const filled = bytes('\xff\xd8', Buffer.alloc(2e6, 0xff), jpegOf().subarray(2));
  const hostile = [
    ['packets of XMP', jpegOf({ segments: Array<Buffer>(100).fill(packet) })],
    ['the images that are listed', withSecond(filled, 8)],
  ] as const;
  for (const [title, jpeg] of hostile) {
    it(`does not read all of ${title}`, () => {
      const source = strictSource(jpeg);
      expect(hasGainMap(pagedSource(source), 'image/jpeg')).to.equal(false);
      // Without a limit 7 MB and 14 MB are read.
      expect(source.bytesRead()).to.be.below(2e6);
    });
  }

  it('finds the tmap item of an AVIF', () => {
    const items = [
      { id: 1, type: 'av01', data: av1 },
      { id: 2, type: 'tmap', data: Buffer.alloc(8) },
    ];
    const found = [avifFile(), avifFile({ items })].map((avif) =>
      hasGainMap(bytesOf(avif), 'image/avif'),
    );
    expect(found).to.deep.equal([false, true]);
  });
});
