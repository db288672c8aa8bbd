import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { isFrameMarker, segmentsOf, type Segment } from '../../../src/image/jpeg/segments.ts';
import { frameOf, type Frame } from '../../../src/image/jpeg/frame.ts';
import { bytes, strictSource } from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';

const [width, height] = [20, 12];

/** A picture of 20 x 12 pixels as cjpeg encodes it. `-revert` makes it take libjpeg's own defaults. */
const encoded = (...args: readonly string[]): Buffer => {
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, index) => (index * 37) % 256);
  return execFileSync('cjpeg', args, {
    input: bytes(`P6\n${width} ${height}\n255\n`, pixels),
    stdio: 'pipe',
  });
};

const frameSegmentOf = (jpeg: Uint8Array): Segment =>
  segmentsOf(strictSource(jpeg)).find(({ marker }) => isFrameMarker(marker)) ??
  expect.fail('the file has a frame header');

const ofColour = [
  { id: 1, across: 2, down: 2, table: 0 },
  { id: 2, across: 1, down: 1, table: 1 },
  { id: 3, across: 1, down: 1, table: 1 },
];
const ofGrey = [{ id: 1, across: 1, down: 1, table: 0 }];

/** Kind, its marker (ITU T.81, table B.1), and the options of cjpeg that make one. */
const kinds: readonly (readonly [string, number, Partial<Frame>, readonly string[]])[] = [
  ['baseline', 0xc0, {}, ['-revert', '-baseline']],
  [
    'baseline and grey',
    0xc0,
    { components: 1, colour: 'grey', layout: ofGrey },
    ['-revert', '-grayscale'],
  ],
  ['extended, its tables of 16 bits', 0xc1, {}, ['-revert', '-quality', '5']],
  ['progressive', 0xc2, { progressive: true }, ['-revert', '-progressive']],
  ['arithmetic', 0xc9, {}, ['-revert', '-arithmetic']],
  [
    'arithmetic and progressive',
    0xca,
    { progressive: true },
    ['-revert', '-arithmetic', '-progressive'],
  ],
];

describe('the frame header of a JPEG from cjpeg', () => {
  for (const [title, marker, expected, args] of kinds) {
    it(`is read where the file is ${title}`, async () => {
      const jpeg = encoded(...args);
      const segment = frameSegmentOf(jpeg);
      expect(segment.marker).to.equal(marker);
      expect(frameOf(segment)).to.deep.equal({
        ...{ width, height, bitDepth: 8, components: 3, colour: 'rgb', progressive: false },
        layout: ofColour,
        ...expected,
      });
      // The whole file is accepted, all scans of a progressive one included.
      expect(await factsOf(jpeg)).to.include({ width, height });
    });
  }
});
