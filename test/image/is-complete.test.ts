import { expect } from 'chai';
import { bytesOf, type ByteSource } from '../../src/image/bytes.ts';
import { isComplete } from '../../src/image/is-complete.ts';
import { avifFile } from '../support/image/avif-builders.ts';
import { bytes, jpegOf, pngOf, vp8, webpOf } from '../support/image/builders.ts';

/** A file cannot be read at a negative offset. */
const noBytesBefore = (source: ByteSource): ByteSource => ({
  size: source.size,
  read: (offset, length) => {
    if (offset < 0) throw new RangeError(`read at ${offset}`);
    return source.read(offset, length);
  },
});

describe('a result is whole', () => {
  const results = [
    { mediaType: 'image/avif', content: avifFile() },
    { mediaType: 'image/jpeg', content: jpegOf() },
    { mediaType: 'image/png', content: pngOf() },
    { mediaType: 'image/webp', content: webpOf(vp8(4, 3)) },
  ];
  for (const { mediaType, content } of results) {
    it(`when it is a complete ${mediaType}`, () => {
      expect(isComplete(bytesOf(content), mediaType)).to.equal(true);
    });

    it(`and not when it is a ${mediaType} cut at any byte`, () => {
      for (let length = 0; length < content.length; length += 1) {
        const cut = noBytesBefore(bytesOf(content.subarray(0, length)));
        expect(isComplete(cut, mediaType), `cut at ${length}`).to.equal(false);
      }
    });

    it(`and not when it is the end of a ${mediaType}`, () => {
      expect(isComplete(bytesOf(content.subarray(1)), mediaType)).to.equal(false);
    });

    it(`and not when it is a ${mediaType} with something behind its end`, () => {
      expect(isComplete(bytesOf(bytes(content, 'more')), mediaType)).to.equal(false);
    });
  }

  it('and not when it is of another type than it should be', () => {
    expect(isComplete(bytesOf(pngOf()), 'image/jpeg')).to.equal(false);
    expect(isComplete(bytesOf(jpegOf()), 'image/png')).to.equal(false);
    expect(isComplete(bytesOf(jpegOf()), 'image/webp')).to.equal(false);
  });

  it('when a type without a check has any bytes', () => {
    expect(isComplete(bytesOf(bytes('gif')), 'image/gif')).to.equal(true);
    expect(isComplete(bytesOf(new Uint8Array(0)), 'image/gif')).to.equal(false);
  });
});
