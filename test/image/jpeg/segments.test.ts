import { expect } from 'chai';
import type { ByteSource } from '../../../src/image/bytes.ts';
import { markers, segmentsOf } from '../../../src/image/jpeg/segments.ts';
import { bytes, jpegOf } from '../../support/image/builders.ts';

/** Bytes that count how many searches begin in them. */
class SearchedBytes extends Uint8Array {
  static searches = 0;

  override indexOf(...search: Parameters<Uint8Array['indexOf']>): number {
    SearchedBytes.searches += 1;
    return super.indexOf(...search);
  }
}

const searched = (content: Uint8Array): ByteSource => ({
  size: content.length,
  read: (offset, length) => new SearchedBytes(content.subarray(offset, offset + length)),
});

describe('segmentsOf', () => {
  const jpeg = jpegOf();
  const count = 1000;
  const rows = [
    ['fill bytes', bytes('\xff\xd8', Buffer.alloc(count, 0xff), jpeg.subarray(2))],
    ['bytes that are escaped', bytes(jpeg.subarray(0, -2), '\xff\0'.repeat(count), '\xff\xd9')],
    ['restarts', bytes(jpeg.subarray(0, -2), '\xff\xd0'.repeat(count), '\xff\xd9')],
  ] as const;
  for (const [title, file] of rows) {
    it(`does not begin a search at each of ${count} ${title}`, () => {
      SearchedBytes.searches = 0;
      const last = [...segmentsOf(searched(file))].at(-1);
      expect(last?.marker).to.equal(markers.EOI);
      expect(SearchedBytes.searches).to.be.below(count / 10);
    });
  }
});
