import { expect } from 'chai';
import { bytesOf, lengthOf, type ByteSource } from '../../../src/image/bytes.ts';
import { withMetadata } from '../../../src/image/metadata/write.ts';
import { strippedPieces } from '../../../src/image/strip.ts';
import { isComplete } from '../../../src/image/is-complete.ts';
import { applied, strictSource, vp8l, webpOf } from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import { added, readFrom } from '../../support/image/metadata-builders.ts';
import {
  everything,
  heldBy,
  plainOf,
  results,
  wishes,
} from '../../support/image/metadata-samples.ts';

describe('adding metadata', () => {
  for (const { name, mediaType, content } of results) {
    for (const [wish, metadata] of wishes) {
      it(`puts ${wish} into a ${name}, to be read again`, async () => {
        const result = added(content, mediaType, metadata);
        expect(await readFrom(result)).to.deep.equal(heldBy(mediaType, metadata));
      });
    }

    it(`changes no fact of a ${name}, its orientation included`, async () => {
      const result = added(content, mediaType, everything);
      expect(await factsOf(result)).to.deep.equal(await factsOf(content));
      expect(isComplete(bytesOf(result), mediaType)).to.equal(true);
    });

    it(`can be undone in a ${name}`, async () => {
      const strip = async (file: Buffer): Promise<Buffer> =>
        applied(strippedPieces(strictSource(file), await factsOf(file)), file);
      const result = await strip(added(content, mediaType, everything));
      expect(result.equals(await strip(content))).to.equal(true);
    });

    it(`of nothing leaves a ${name} as it is`, () => {
      for (const nothing of [{}, { copyright: {} }]) {
        const pieces = withMetadata(bytesOf(content), mediaType, nothing);
        expect(pieces).to.deep.equal([{ kind: 'copy', offset: 0, length: content.length }]);
      }
    });

    it(`copies the pixels of a ${name} instead of reading them`, () => {
      const source = strictSource(content);
      const pieces = withMetadata(source, mediaType, everything);
      const copied = pieces.filter(({ kind }) => kind === 'copy');
      expect(copied).to.not.deep.equal([]);
      expect(lengthOf(pieces)).to.equal(applied(pieces, content).length);
    });
  }
});

describe('a file stays as it is', () => {
  const jpeg = plainOf('image/jpeg');
  const truncated = webpOf(vp8l(4, 3)).subarray(0, -4);
  const cases = [
    ['of another media type', 'image/avif', jpeg],
    ['of a type it is not', 'image/png', jpeg],
    ['of no segments', 'image/jpeg', Buffer.from('text')],
    ['cut short', 'image/webp', truncated],
    ['of a container without chunks', 'image/webp', webpOf()],
  ] as const;
  for (const [name, mediaType, content] of cases) {
    it(name, () => expect(added(content, mediaType, everything).equals(content)).to.equal(true));
  }

  it('unless reading it fails: that is no matter of the file', () => {
    const failing: ByteSource = {
      size: 100,
      read: () => {
        throw new Error('disk');
      },
    };
    expect(() => withMetadata(failing, 'image/jpeg', everything)).to.throw('disk');
  });
});

describe('metadata of one type', () => {
  const jpeg = added(plainOf('image/jpeg'), 'image/jpeg', everything);
  for (const mediaType of ['image/png', 'image/webp']) {
    it(`of a JPEG goes into ${mediaType} and back`, async () => {
      const there = added(plainOf(mediaType), mediaType, await readFrom(jpeg));
      const expected = heldBy(mediaType, heldBy('image/jpeg', everything));
      expect(await readFrom(there)).to.deep.equal(expected);
      const back = added(plainOf('image/jpeg'), 'image/jpeg', await readFrom(there));
      expect(await readFrom(back)).to.deep.equal(expected);
    });
  }
});
