import { expect } from 'chai';
import { bytesOf } from '../../../src/image/bytes.ts';
import { alphaBytesOf } from '../../../src/image/webp/alpha-bytes.ts';
import { riffChunk, vp8, vp8x, webpOf } from '../../support/image/builders.ts';

const alphaFlag = 0x10;

describe('alphaBytesOf', () => {
  const rows: readonly (readonly [string, Buffer, number])[] = [
    ['0 without alpha', webpOf(vp8(4, 3)), 0],
    [
      'the bytes of its chunk without padding',
      webpOf(vp8x(alphaFlag, 4, 3), riffChunk('ALPH', 1, 2, 3, 4, 5), vp8(4, 3)),
      5,
    ],
  ];
  for (const [title, content, expected] of rows) {
    it(`is ${title}`, () => {
      expect(alphaBytesOf(bytesOf(content))).to.equal(expected);
    });
  }
});
