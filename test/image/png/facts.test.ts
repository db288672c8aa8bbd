import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import {
  bytes,
  chunk,
  damagedChunk as damaged,
  pngOf,
  strictSource,
  uint16,
  uint32,
} from '../../support/image/builders.ts';
import { readFacts } from '../../../src/image/read-facts.ts';
import { factsOf, plainFacts } from '../../support/image/facts.ts';
import {
  displayP3Profile,
  exifWithOrientation,
  srgbProfile,
} from '../../support/image/metadata.ts';

const iccp = (profile: Uint8Array): Buffer => chunk('iCCP', 'name\0\0', deflateSync(profile));
const gama = (gamma: number): Buffer => chunk('gAMA', uint32(gamma));
const srgb = chunk('sRGB', 0);
const palette = chunk('PLTE', '\0\0\0\xff\xff\xff');
const largePalette = chunk('PLTE', new Uint8Array(15));
const transparent = chunk('tRNS', 0, 1, 0, 2, 0, 3);
const named = (name: string): Buffer => chunk('iCCP', `${name}\0\0`, deflateSync(displayP3Profile));
const control = (frames: number): Buffer => chunk('acTL', uint32(frames), uint32(0));
const frameOf = (x: number, width: number, height: number): readonly Buffer[] => [
  chunk('fcTL', ...[0, width, height, x, 0].map(uint32), new Uint8Array(6)),
  chunk('fdAT', uint32(1), 'data'),
];
const largeTexts = (count: number, name: string, head: string): readonly Buffer[] =>
  Array<Buffer>(count).fill(chunk(name, head, new Uint8Array(8000)));

describe('facts of a PNG', () => {
  it('are all read from the chunks', async () => {
    expect(await factsOf(pngOf({ width: 40, height: 30 }))).to.deep.equal(
      plainFacts({ mediaType: 'image/png', lossless: true }),
    );
  });

  const grey = { colourType: 0 };
  const indexed = { colourType: 3, bitDepth: 2 };
  const cases = [
    {
      name: '1-bit grey',
      options: { ...grey, bitDepth: 1 },
      expected: { colour: 'grey', bitDepth: 1 },
    },
    { name: '16-bit grey', options: { ...grey, bitDepth: 16 }, expected: { bitDepth: 16 } },
    { name: '16-bit RGB', options: { bitDepth: 16 }, expected: { colour: 'rgb', bitDepth: 16 } },
    {
      name: '2-bit palette',
      options: { ...indexed, chunks: [palette] },
      expected: { colour: 'palette', bitDepth: 2, hasAlpha: false },
    },
    {
      name: 'palette with a transparent entry',
      options: { ...indexed, chunks: [palette, chunk('tRNS', 255, 128)] },
      expected: { hasAlpha: true },
    },
    {
      name: 'palette with opaque tRNS',
      options: { ...indexed, chunks: [palette, chunk('tRNS', 255, 255)] },
      expected: { hasAlpha: false },
    },
    {
      name: 'grey with a transparent level',
      options: { ...grey, chunks: [chunk('tRNS', uint16(3))] },
      expected: { colour: 'grey', hasAlpha: true },
    },
    {
      name: 'RGB with a transparent colour',
      options: { chunks: [chunk('tRNS', 0, 1, 0, 2, 0, 3)] },
      expected: { hasAlpha: true },
    },
    // As Chromium 156 shows them.
    ...(
      [
        ['RGB with a tRNS cut short', { chunks: [chunk('tRNS', 0, 1)] }, false],
        [
          'RGB with one cut short, then a whole one',
          { chunks: [chunk('tRNS', 0, 1), chunk('tRNS', 0, 1, 0, 2, 0, 3)] },
          true,
        ],
        ['RGB with a long tRNS', { chunks: [chunk('tRNS', 0, 1, 0, 2, 0, 3, 0)] }, true],
        ['RGB with a damaged tRNS', { chunks: [damaged('tRNS', 0, 1, 0, 2, 0, 3)] }, false],
        ['RGB with a tRNS before a palette', { chunks: [transparent, palette] }, true],
        ['grey with a long tRNS', { ...grey, chunks: [chunk('tRNS', 0, 3, 0)] }, true],
        [
          'palette with a longer tRNS',
          { ...indexed, chunks: [palette, chunk('tRNS', 0, 0, 0)] },
          true,
        ],
        [
          'palette whose tRNS is clear only beyond it',
          { ...indexed, chunks: [palette, chunk('tRNS', 255, 255, 0)] },
          false,
        ],
        [
          'palette with a tRNS beyond all palettes',
          { ...indexed, chunks: [palette, chunk('tRNS', new Uint8Array(257))] },
          false,
        ],
        [
          'palette with a tRNS before it',
          { ...indexed, chunks: [chunk('tRNS', 0), palette] },
          false,
        ],
        [
          'palette with a tRNS before and behind it',
          { ...indexed, chunks: [chunk('tRNS', 255), palette, chunk('tRNS', 0)] },
          true,
        ],
        [
          'palette with a damaged tRNS',
          { ...indexed, chunks: [palette, damaged('tRNS', 0)] },
          false,
        ],
      ] as const
    ).map(([name, options, hasAlpha]) => ({ name, options, expected: { hasAlpha } })),
    ...[
      { name: '15 compressed texts', texts: [...largeTexts(15, 'zTXt', 'a\0\0')] },
      {
        name: 'hundreds of short ones',
        texts: [...Array<Buffer>(400).fill(chunk('zTXt', 'a\0\0'))],
      },
      { name: 'large texts that are not', texts: [...largeTexts(50, 'iTXt', 'a\0\0\0\0\0')] },
    ].map(({ name, texts }) => ({ name, options: { chunks: texts }, expected: { width: 4 } })),
    {
      name: 'tRNS behind the image data',
      options: { late: [chunk('tRNS', 0, 1, 0, 2, 0, 3)] },
      expected: { hasAlpha: false },
    },
    {
      name: 'grey and alpha',
      options: { colourType: 4 },
      expected: { colour: 'grey', hasAlpha: true },
    },
    {
      name: 'RGB and alpha',
      options: { colourType: 6 },
      expected: { colour: 'rgb', hasAlpha: true },
    },
    { name: 'an APNG', options: { chunks: [control(7)] }, expected: { frames: 7 } },
    {
      name: 'a damaged acTL',
      options: { chunks: [chunk('acTL', uint32(7))] },
      expected: { frames: 1 },
    },
    {
      name: 'acTL with a wrong checksum',
      options: { chunks: [damaged('acTL', uint32(7), uint32(0))] },
      expected: { frames: 1 },
    },
    { name: 'an APNG of one frame', options: { chunks: [control(1)] }, expected: { frames: 1 } },
    {
      name: 'an APNG of one frame behind the default image',
      options: { chunks: [control(1)], late: frameOf(0, 4, 3) },
      expected: { frames: 1, isSingleFrame: true },
    },
    {
      name: 'an APNG of one frame that is a part of the picture',
      options: { chunks: [control(1)], late: frameOf(0, 3, 3) },
      expected: { frames: 2, isSingleFrame: false },
    },
    {
      name: 'an APNG of one frame that is not inside of the picture',
      options: { chunks: [control(1)], late: frameOf(1, 4, 3) },
      expected: { frames: 1, isSingleFrame: false },
    },
    {
      name: 'an APNG of one frame without data',
      options: { chunks: [control(1)], late: frameOf(0, 4, 3).slice(0, 1) },
      expected: { frames: 1, isSingleFrame: false },
    },
    {
      name: 'an APNG whose frame is its default image',
      options: { chunks: [control(1), ...frameOf(0, 4, 3).slice(0, 1)] },
      expected: { frames: 1, isSingleFrame: false },
    },
    { name: 'an APNG of no frame', options: { chunks: [control(0)] }, expected: { frames: 1 } },
    {
      name: 'acTL behind the image data',
      options: { late: [control(7)] },
      expected: { frames: 1 },
    },
    {
      name: 'sRGB profile',
      options: { chunks: [iccp(srgbProfile)] },
      expected: { iccProfile: 'srgb' },
    },
    {
      name: 'P3 profile',
      options: { chunks: [iccp(displayP3Profile)] },
      expected: { iccProfile: 'other' },
    },
    {
      name: 'a profile that does not inflate',
      options: { chunks: [chunk('iCCP', 'name\0\0', 'not zlib')] },
      expected: { iccProfile: 'none' },
    },
    {
      name: 'a profile of an unknown compression method',
      options: { chunks: [chunk('iCCP', 'name\0\x01', deflateSync(displayP3Profile))] },
      expected: { iccProfile: 'none' },
    },
    {
      name: 'a profile with a wrong checksum',
      options: { chunks: [damaged('iCCP', 'name\0\0', deflateSync(displayP3Profile))] },
      expected: { iccProfile: 'none' },
    },
    ...[
      ['a space before its name', [named(' a')], 'other'],
      ['a name of 80 letters', [named('a'.repeat(80))], 'other'],
      ['a name of 81 letters', [named('a'.repeat(81))], 'none'],
      ['a place behind a palette', [palette, named('a')], 'other'],
      ['a damaged one before it', [damaged('iCCP', 'name'), named('a')], 'other'],
    ].map(([name, chunks, iccProfile]) => ({
      name: `a profile with ${String(name)}`,
      options: { chunks: chunks as Buffer[] },
      expected: { iccProfile: iccProfile as string },
    })),
    {
      name: 'a profile longer than is read',
      options: { chunks: [iccp(bytes(displayP3Profile, new Uint8Array(4_194_305)))] },
      expected: { iccProfile: 'other' },
    },
    {
      name: 'a profile without a name',
      options: { chunks: [chunk('iCCP', '\0\0', deflateSync(displayP3Profile))] },
      expected: { iccProfile: 'none' },
    },
    {
      name: 'a profile that inflates without end',
      options: { chunks: [iccp(new Uint8Array(5_000_000))] },
      expected: { iccProfile: 'none' },
    },
    {
      name: 'sRGB by cICP over a P3 profile',
      options: { chunks: [chunk('cICP', 1, 13, 0, 1), iccp(displayP3Profile)] },
      expected: { iccProfile: 'srgb' },
    },
    {
      name: 'P3 by cICP',
      options: { chunks: [chunk('cICP', 12, 13, 0, 1)] },
      expected: { iccProfile: 'none', gamma: 'other' },
    },
    {
      name: 'P3 by cICP over a profile',
      options: { chunks: [chunk('cICP', 12, 13, 0, 1), iccp(displayP3Profile)] },
      expected: { iccProfile: 'other', gamma: 'other' },
    },
    ...[
      ['PQ', [9, 16, 0, 1], 'unconvertible'],
      ['HLG', [9, 18, 0, 1], 'unconvertible'],
      ['DCI', [11, 17, 0, 1], 'unconvertible'],
      ['an unspecified curve', [1, 2, 0, 1], 'other'],
      ['unspecified primaries', [2, 13, 0, 1], 'other'],
      ['the range of video', [12, 13, 0, 0], 'other'],
      ['a matrix', [12, 13, 1, 1], 'other'],
      ['three bytes', [1, 13, 0], 'other'],
      ['sRGB', [1, 13, 0, 1], 'overruled'],
    ].map(([name, codes, gamma]) => ({
      name: `cICP of ${String(name)} over a linear gamma`,
      options: { chunks: [chunk('cICP', ...(codes as number[])), gama(100_000)] },
      expected: { gamma: gamma as string },
    })),
    ...[
      ['of P3', [68, 32, 26.5, 69, 15, 6], 'other'],
      ['of sRGB', [64, 33, 30, 60, 15, 6], 'standard'],
      ['of one colour', [64, 33, 64, 33, 15, 6], 'standard'],
      ['beyond one', [64, 33, 2520, 60, 15, 6], 'standard'],
      ['whose sums are beyond one', [68, 34, 60, 69, 15, 6], 'other'],
      ['of zeros', [0, 0, 0, 0, 0, 0], 'standard'],
    ].map(([name, numbers, gamma]) => ({
      name: `primaries ${String(name)} beside the gamma of sRGB`,
      options: {
        chunks: [
          gama(45_455),
          chunk('cHRM', ...[31.27, 32.9, ...(numbers as number[])].map((n) => uint32(n * 1000))),
        ],
      },
      expected: { gamma: gamma as string },
    })),
    {
      name: 'primaries of P3 without a gamma',
      options: {
        chunks: [
          chunk('cHRM', ...[31.27, 32.9, 68, 32, 26.5, 69, 15, 6].map((n) => uint32(n * 1000))),
        ],
      },
      expected: { gamma: 'standard' },
    },
    {
      name: 'linear gamma below an sRGB profile',
      options: { chunks: [gama(100_000), iccp(srgbProfile)] },
      expected: { gamma: 'overruled', iccProfile: 'srgb' },
    },
    { name: 'the sRGB chunk alone', options: { chunks: [srgb] }, expected: { iccProfile: 'none' } },
    { name: 'gamma of sRGB', options: { chunks: [gama(45_455)] }, expected: { gamma: 'standard' } },
    {
      name: 'gamma nearly of sRGB',
      options: { chunks: [gama(47_000)] },
      expected: { gamma: 'standard' },
    },
    { name: 'linear gamma', options: { chunks: [gama(100_000)] }, expected: { gamma: 'other' } },
    { name: 'gamma 6 % off', options: { chunks: [gama(48_200)] }, expected: { gamma: 'other' } },
    {
      name: 'gamma of 2 bytes',
      options: { chunks: [chunk('gAMA', 1, 1)] },
      expected: { gamma: 'standard' },
    },
    {
      name: 'gamma given twice by its first',
      options: { chunks: [gama(45_455), gama(100_000)] },
      expected: { gamma: 'standard' },
    },
    { name: 'gamma 0', options: { chunks: [gama(0)] }, expected: { gamma: 'standard' } },
    // As Chromium 156 shows them.
    ...[
      ['gamma', [gama(100_000)], 'other'],
      ['gamma behind a palette', [palette, gama(100_000)], 'other'],
      ['gamma with a wrong checksum', [damaged('gAMA', uint32(100_000))], 'standard'],
      ['gamma behind one of 0', [gama(0), gama(100_000)], 'other'],
      ['gamma behind one of 2 bytes', [chunk('gAMA', 1, 1), gama(100_000)], 'other'],
      [
        'gamma below an sRGB chunk of no known intent',
        [chunk('sRGB', 255), gama(100_000)],
        'other',
      ],
      ['gamma below an empty sRGB chunk', [chunk('sRGB'), gama(100_000)], 'other'],
      ['gamma below an sRGB chunk of 2 bytes', [chunk('sRGB', 0, 0), gama(100_000)], 'other'],
      ['gamma below a damaged sRGB chunk', [damaged('sRGB', 0), gama(100_000)], 'other'],
      ['gamma below an sRGB chunk behind a palette', [gama(100_000), palette, srgb], 'standard'],
      ['cICP', [chunk('cICP', 12, 13, 0, 1)], 'other'],
      ['cICP behind a palette', [palette, chunk('cICP', 12, 13, 0, 1)], 'standard'],
      ['cICP with a wrong checksum', [damaged('cICP', 12, 13, 0, 1)], 'standard'],
    ].map(([name, chunks, gamma]) => ({
      name: `${String(name)}, in RGB`,
      options: { chunks: chunks as Buffer[] },
      expected: { gamma: gamma as string },
    })),
    {
      name: 'gamma below sRGB',
      options: { chunks: [srgb, gama(100_000)] },
      expected: { gamma: 'standard' },
    },
    {
      name: 'gamma below a profile',
      options: { chunks: [gama(100_000), iccp(displayP3Profile)] },
      expected: { gamma: 'standard', iccProfile: 'other' },
    },
    {
      name: 'eXIf before the image data',
      options: { chunks: [chunk('eXIf', exifWithOrientation(6))] },
      expected: { orientation: 6, width: 3, height: 4 },
    },
    {
      name: 'eXIf behind the image data',
      options: { late: [chunk('eXIf', exifWithOrientation(8, true))] },
      expected: { orientation: 1, width: 4, height: 3 },
    },
    {
      name: 'eXIf with a wrong checksum, then a whole one',
      options: {
        chunks: [
          damaged('eXIf', exifWithOrientation(3)),
          chunk('eXIf', exifWithOrientation(6)),
          chunk('eXIf', exifWithOrientation(1)),
        ],
      },
      expected: { orientation: 6 },
    },
    {
      name: 'eXIf with the prefix of JPEG',
      options: { chunks: [chunk('eXIf', 'Exif\0\0', exifWithOrientation(3))] },
      expected: { orientation: 1 },
    },
    ...[
      ['a palette that only suggests colours', { chunks: [palette] }],
      ['a second palette behind the image data', { chunks: [palette], late: [palette] }],
      ['a palette of more colours than pixels can name', { ...indexed, chunks: [largePalette] }],
      ['a damaged chunk of no known name', { chunks: [damaged('abCd', 1)] }],
    ].map(([name, options]) => ({
      name: String(name),
      options: options as object,
      expected: { width: 4 },
    })),
    { name: 'data behind IEND', options: { trailer: bytes('more') }, expected: { width: 4 } },
  ];
  for (const { name, options, expected } of cases) {
    it(`hold for ${name}`, async () => {
      expect(await factsOf(pngOf(options))).to.include(expected);
    });
  }

  it('take few reads, however many chunks there are', async () => {
    const source = strictSource(pngOf({ late: Array.from({ length: 1000 }, () => chunk('tIME')) }));
    await readFacts(source);
    expect(source.reads()).to.be.at.most(10);
  });
});
