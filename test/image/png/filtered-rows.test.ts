import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import { filteredRowsOf } from '../../../src/image/png/filtered-rows.ts';
import { isLossyPngSource } from '../../../src/image/png/lossy.ts';
import { bytes, chunk, ihdr, pngSignature } from '../../support/image/builders.ts';

describe('a PNG of many pixels', () => {
  /** One whose header alone says how large it is. */
  const squareOf = (side: number, colourType: number): Uint8Array =>
    bytes(
      pngSignature,
      ihdr(side, side, 8, colourType),
      chunk('PLTE', Buffer.alloc(3)),
      chunk('IDAT', deflateSync(Buffer.alloc(1))),
      chunk('IEND'),
    );

  for (const [side, problem, isTaken] of [
    [7071, 'too little image data', true],
    [7072, 'of a kind that only sources are', false],
  ] as const) {
    it(`is ${isTaken ? 'read' : 'refused'} with ${side} pixels each way`, () => {
      expect(() => filteredRowsOf(squareOf(side, 3))).to.throw(problem);
      expect(isLossyPngSource(squareOf(side, 2))).to.equal(isTaken);
    });
  }
});
