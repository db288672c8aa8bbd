import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import { bytes, chunk, pngOf, strictSource, uint16, uint32 } from '../../support/image/builders.ts';
import { readFacts } from '../../../src/image/read-facts.ts';
import { factsOf } from '../../support/image/facts.ts';
import {
  displayP3Profile,
  exifWithOrientation,
  srgbProfile,
} from '../../support/image/metadata.ts';

const iccp = (profile: Uint8Array): Buffer => chunk('iCCP', 'name\0\0', deflateSync(profile));
const gama = (gamma: number): Buffer => chunk('gAMA', uint32(gamma));
const srgb = chunk('sRGB', 0);
const palette = chunk('PLTE', '\0\0\0\xff\xff\xff');
const control = (frames: number): Buffer => chunk('acTL', uint32(frames), uint32(0));
const frameOf = (x: number, width: number, height: number): readonly Buffer[] => [
  chunk('fcTL', ...[0, width, height, x, 0].map(uint32), new Uint8Array(6)),
  chunk('fdAT', uint32(1), 'data'),
];
const largeTexts = (count: number, name: string, head: string): readonly Buffer[] =>
  Array<Buffer>(count).fill(chunk(name, head, new Uint8Array(8000)));

describe('facts of a PNG', () => {
  it('are all read from the chunks', async () => {
    expect(await factsOf(pngOf({ width: 40, height: 30 }))).to.deep.equal({
      mediaType: 'image/png',
      width: 40,
      height: 30,
      orientation: 1,
      bitDepth: 8,
      colour: 'rgb',
      hasAlpha: false,
      frames: 1,
      isSingleFrame: false,
      lossless: true,
      iccProfile: 'none',
      gamma: 'standard',
      isProgressive: false,
      quantisation: [],
    });
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
    ...[
      { name: 'RGB with a tRNS cut short', options: { chunks: [chunk('tRNS', 0, 1)] } },
      { name: 'RGB with a long tRNS', options: { chunks: [chunk('tRNS', 0, 1, 0, 2, 0, 3, 0)] } },
      { name: 'grey with a long tRNS', options: { ...grey, chunks: [chunk('tRNS', 0, 3, 0)] } },
      {
        name: 'palette with a tRNS longer than it',
        options: { ...indexed, chunks: [palette, chunk('tRNS', 0, 0, 0)] },
      },
    ].map(({ name, options }) => ({ name, options, expected: { hasAlpha: false } })),
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
      expected: { orientation: 8, width: 3, height: 4 },
    },
    {
      name: 'eXIf with the prefix of JPEG',
      options: { chunks: [chunk('eXIf', 'Exif\0\0', exifWithOrientation(3))] },
      expected: { orientation: 3 },
    },
    { name: 'data behind IEND', options: { trailer: bytes('more') }, expected: { width: 4 } },
  ];
  for (const { name, options, expected } of cases) {
    it(`know ${name}`, async () => {
      expect(await factsOf(pngOf(options))).to.include(expected);
    });
  }

  it('take few reads, however many chunks there are', async () => {
    const source = strictSource(pngOf({ late: Array.from({ length: 1000 }, () => chunk('tIME')) }));
    await readFacts(source);
    expect(source.reads()).to.be.at.most(10);
  });
});
