import { expect } from 'chai';
import { bytesOf } from '../../../src/image/bytes.ts';
import { alphaOf, withAlphaPieces } from '../../../src/image/webp/alpha.ts';
import { applied, riffChunk, vp8, vp8x, vp8xFlags, webpOf } from '../../support/image/builders.ts';

const alpha = (...data: readonly number[]): Buffer => riffChunk('ALPH', ...data);

describe('alphaOf', () => {
  const rows: readonly (readonly [string, Buffer, readonly number[] | undefined])[] = [
    ['nothing of an opaque picture', webpOf(vp8(4, 3)), undefined],
    [
      'the contents of its chunk without padding',
      webpOf(vp8x(vp8xFlags.alpha, 4, 3), alpha(1, 2, 3, 4, 5), vp8(4, 3)),
      [1, 2, 3, 4, 5],
    ],
  ];
  for (const [title, content, expected] of rows) {
    it(`is ${title}`, () => {
      const found = alphaOf(bytesOf(content));
      expect(found && [...found]).to.deep.equal(expected);
    });
  }
});

describe('withAlphaPieces', () => {
  const extended = (...data: readonly number[]) =>
    webpOf(vp8x(vp8xFlags.alpha, 300, 7), alpha(...data), vp8(300, 7));
  const exif = riffChunk('EXIF', 1, 2);
  const sources: readonly (readonly [string, Buffer])[] = [
    ['the simple form', webpOf(vp8(300, 7))],
    ['other alpha', extended(9, 9)],
    ['metadata', webpOf(vp8x(vp8xFlags.exif, 300, 7), vp8(300, 7), exif)],
  ];
  for (const [title, content] of sources) {
    for (const data of [
      [1, 2, 3],
      [1, 2, 3, 4],
    ]) {
      it(`gives a WebP of ${title} ${data.length} bytes of alpha`, () => {
        const pieces = withAlphaPieces(bytesOf(content), Uint8Array.from(data));
        expect(applied(pieces, content)).to.deep.equal(extended(...data));
      });
    }
  }

  it('refuses a file without a picture', () => {
    const pieces = () => withAlphaPieces(bytesOf(webpOf(exif)), Uint8Array.of(1));
    expect(pieces).to.throw('WebP has no image data.');
  });
});
