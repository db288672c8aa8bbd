import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { strippedPieces } from '../../../src/image/strip.ts';
import {
  applied,
  bytes,
  chunk,
  damagedChunk,
  pngOf,
  strictSource,
  uint32,
  type PngOptions,
} from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import {
  displayP3Profile,
  exifWithOrientation,
  srgbProfile,
} from '../../support/image/metadata.ts';

const stripped = async (options: PngOptions): Promise<Buffer> => {
  const content = pngOf(options);
  return applied(strippedPieces(strictSource(content), await factsOf(content)), content);
};

const iccp = (profile: Uint8Array): Buffer => chunk('iCCP', 'icc\0\0', deflateSync(profile));
const gamma = chunk('gAMA', uint32(60_000));
const primaries = chunk('cHRM', new Uint8Array(32));
const srgb = chunk('sRGB', 0);
const text = chunk('tEXt', 'a\0b');
const animation = chunk('acTL', uint32(2), uint32(0));
const frame = chunk('fcTL', new Uint8Array(26));
const frameData = chunk('fdAT', uint32(1), 'data');
const minimalExif = (orientation: number): Buffer =>
  chunk('eXIf', 'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0', orientation, new Uint8Array(6));

describe('a stripped PNG', () => {
  const cases: readonly Readonly<{ name: string; options: PngOptions; kept: PngOptions }>[] = [
    { name: 'is itself when it has no metadata', options: {}, kept: {} },
    {
      name: 'drops texts, times, physical size, background and unknown chunks',
      options: {
        chunks: [text, chunk('tIME', 'time'), chunk('pHYs', 'size'), chunk('bKGD', 'grey')],
        late: [chunk('zTXt', 'x'), chunk('iTXt', 'x'), chunk('prVt', 'x'), chunk('eXIf', 'x')],
        trailer: bytes('trailing'),
      },
      kept: {},
    },
    {
      name: 'keeps palette, transparency and significant bits',
      options: {
        colourType: 3,
        chunks: [chunk('sBIT', 5, 5, 5), chunk('PLTE', 1, 2, 3), text, chunk('tRNS', 7)],
      },
      kept: {
        colourType: 3,
        chunks: [chunk('sBIT', 5, 5, 5), chunk('PLTE', 1, 2, 3), chunk('tRNS', 7)],
      },
    },
    {
      name: 'keeps its animation',
      options: { chunks: [animation, text, frame], late: [frame, frameData, text] },
      kept: { chunks: [animation, frame], late: [frame, frameData] },
    },
    {
      name: 'keeps gamma and primaries where they decide the colours',
      options: { chunks: [gamma, primaries] },
      kept: { chunks: [gamma, primaries] },
    },
    {
      name: 'keeps sRGB and cICP',
      options: { chunks: [chunk('cICP', 12, 13, 0, 1), srgb, text] },
      kept: { chunks: [chunk('cICP', 12, 13, 0, 1), srgb] },
    },
    {
      name: 'drops an sRGB profile, and with it the gamma and primaries that it overruled',
      options: { chunks: [gamma, primaries, iccp(srgbProfile)] },
      kept: {},
    },
    {
      name: 'keeps another profile',
      options: { chunks: [gamma, iccp(displayP3Profile), text] },
      kept: { chunks: [gamma, iccp(displayP3Profile)] },
    },
    {
      name: 'drops a damaged profile, and keeps the gamma that decoders then use',
      options: { chunks: [gamma, chunk('iCCP', 'icc\0\0', 'damaged')] },
      kept: { chunks: [gamma] },
    },
    {
      name: 'keeps the orientation in a minimal chunk',
      options: { chunks: [text, chunk('eXIf', exifWithOrientation(5, true))] },
      kept: { chunks: [minimalExif(5)] },
    },
    {
      name: 'drops what decoders ignore: damaged, misplaced and repeated chunks',
      options: {
        chunks: [
          damagedChunk('eXIf', exifWithOrientation(5)),
          damagedChunk('gAMA', uint32(100_000)),
          chunk('sRGB', 255),
          damagedChunk('tRNS', 0, 1, 0, 2, 0, 3),
          damagedChunk('acTL', uint32(2), uint32(0)),
          frame,
          chunk('PLTE', 1, 2, 3),
          chunk('cICP', 12, 13, 0, 1),
          chunk('sBIT', 9, 9, 9),
        ],
        late: [chunk('eXIf', exifWithOrientation(6)), gamma, chunk('tRNS', 0, 1, 0, 2, 0, 3)],
      },
      kept: {},
    },
    {
      name: 'keeps the first usable chunk of a name',
      options: { chunks: [chunk('gAMA', 1), gamma, chunk('gAMA', uint32(100_000))] },
      kept: { chunks: [gamma] },
    },
    {
      name: 'puts a profile before the palette, with a name that every decoder takes',
      options: {
        colourType: 3,
        chunks: [
          chunk('PLTE', 1, 2, 3),
          chunk('iCCP', `${'a'.repeat(80)}\0\0`, deflateSync(displayP3Profile)),
        ],
      },
      kept: {
        colourType: 3,
        chunks: [
          chunk('iCCP', 'colours\0\0', deflateSync(displayP3Profile)),
          chunk('PLTE', 1, 2, 3),
        ],
      },
    },
    {
      name: 'cuts palette and transparency to the colours that pixels can name',
      options: {
        colourType: 3,
        bitDepth: 1,
        chunks: [chunk('PLTE', 1, 2, 3, 4, 5, 6, 7, 8, 9), chunk('tRNS', 0, 1, 2, 3)],
      },
      kept: {
        colourType: 3,
        bitDepth: 1,
        chunks: [chunk('PLTE', 1, 2, 3, 4, 5, 6), chunk('tRNS', 0, 1)],
      },
    },
    {
      name: 'keeps the bits of a transparent colour that pixels have',
      options: { chunks: [chunk('tRNS', 7, 1, 7, 2, 7, 3, 9)] },
      kept: { chunks: [chunk('tRNS', 0, 1, 0, 2, 0, 3)] },
    },
    {
      name: 'drops EXIF of orientation 1',
      options: { chunks: [chunk('eXIf', exifWithOrientation(1))] },
      kept: {},
    },
  ];
  for (const { name, options, kept } of cases) {
    it(name, async () => {
      expect((await stripped(options)).toString('hex')).to.equal(pngOf(kept).toString('hex'));
    });
  }

  it('ends whole where its own end is damaged', async () => {
    const content = pngOf();
    const ends = [damagedChunk('IEND'), chunk('IEND', 'more')];
    for (const end of ends) {
      const source = bytes(content.subarray(0, -12), end);
      const pieces = strippedPieces(strictSource(source), await factsOf(source));
      expect(applied(pieces, source).equals(content)).to.equal(true);
    }
  });

  it('copies neighbouring chunks as one piece', async () => {
    const content = pngOf({ chunks: [srgb], late: [text] });
    const pieces = strippedPieces(strictSource(content), await factsOf(content));
    expect(pieces.map(({ kind }) => kind)).to.deep.equal(['copy', 'bytes']);
  });
});
