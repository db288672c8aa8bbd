import { expect } from 'chai';
import { bytesOf } from '../../../src/image/bytes.ts';
import { timingOf } from '../../../src/image/webp/animation.ts';
import { riffChunk, vp8, vp8x, webpOf } from '../../support/image/builders.ts';

const animation = 0x02;
const canvas = vp8x(animation, 4, 3);
const start = (...loops: readonly number[]): Buffer => riffChunk('ANIM', 0, 0, 0, 0, ...loops);
const frame = (...duration: readonly number[]): Buffer =>
  riffChunk('ANMF', 0, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, ...duration, 0, vp8(4, 3));

describe('the timing of an animated WebP', () => {
  const rows = [
    {
      name: 'durations of three bytes each',
      content: webpOf(canvas, start(0, 0), frame(100, 0, 0), frame(1, 2, 3)),
      expected: { durationsMs: [100, 0x030201], loops: 0 },
    },
    {
      name: 'a number of loops of two bytes',
      content: webpOf(canvas, start(4, 1), frame(0, 0, 0)),
      expected: { durationsMs: [0], loops: 260 },
    },
    {
      name: 'endless loops where the file does not tell',
      content: webpOf(canvas, frame(40, 0, 0)),
      expected: { durationsMs: [40], loops: 0 },
    },
    {
      name: 'endless loops where the file is cut short there',
      content: webpOf(canvas, riffChunk('ANIM', 0, 0, 0, 0), frame(40, 0, 0)),
      expected: { durationsMs: [40], loops: 0 },
    },
  ];
  for (const { name, content, expected } of rows) {
    it(`has ${name}`, () => {
      expect(timingOf(bytesOf(content))).to.deep.equal(expected);
    });
  }
});
