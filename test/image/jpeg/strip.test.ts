import { expect } from 'chai';
import { strippedPieces } from '../../../src/image/strip.ts';
import {
  applied,
  bytes,
  jpegOf,
  segment,
  strictSource,
  type JpegOptions,
} from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import {
  colorantTags,
  displayP3Profile,
  exifSegment,
  exifWithOrientation,
  gammaCurve,
  iccSegments,
  matrixProfile,
  srgbProfile,
} from '../../support/image/metadata.ts';

const stripped = async (options: JpegOptions): Promise<Buffer> => {
  const content = jpegOf(options);
  return applied(strippedPieces(strictSource(content), await factsOf(content)), content);
};

const minimalJfif = segment(0xe0, 'JFIF\0', 1, 1, 0, 0, 1, 0, 1, 0, 0);
const exif = exifSegment(exifWithOrientation(6));
const minimalExif = segment(
  0xe1,
  bytes('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0'),
);
const adobe = segment(0xee, 'Adobe', 0, 100, 0, 0, 0, 0, 2);
const longAdobe = segment(0xee, 'Adobe', 0, 100, 0, 0, 0, 0, 2, 'more');

const secondScan = [segment(0xda, 1, 1, 0, 0, 63, 0), bytes(0x55, 0xff, 0, 0xff, 0xd0, 0x55)];

describe('a stripped JPEG', () => {
  const cases: readonly Readonly<{ name: string; options: JpegOptions; kept: JpegOptions }>[] = [
    { name: 'is itself when it has no metadata', options: {}, kept: {} },
    {
      name: 'keeps JFIF, without density and thumbnail',
      options: { segments: [segment(0xe0, 'JFIF\0', 1, 2, 1, 0, 72, 0, 72, 1, 1, 'rgb')] },
      kept: { segments: [minimalJfif] },
    },
    {
      name: 'has JFIF first even where it came late',
      options: { segments: [adobe, minimalJfif] },
      kept: { segments: [minimalJfif, adobe] },
    },
    {
      name: 'drops the JFIF extension',
      options: { segments: [minimalJfif, segment(0xe0, 'JFXX\0', 0x10, new Uint8Array(20))] },
      kept: { segments: [minimalJfif] },
    },
    {
      name: 'does not take the JFIF extension for JFIF',
      options: { segments: [segment(0xe0, 'JFXX\0', 0x10, new Uint8Array(20))] },
      kept: {},
    },
    {
      name: 'keeps the Adobe marker, and only what decoders read of it',
      options: { components: [1, 2, 3, 4], segments: [longAdobe] },
      kept: { components: [1, 2, 3, 4], segments: [adobe] },
    },
    {
      name: 'drops an APP14 of somebody else',
      options: { segments: [segment(0xee, 'Adone', 0, 100, 0, 0, 0, 0, 1)] },
      kept: {},
    },
    {
      name: 'drops an sRGB profile',
      options: { segments: iccSegments(srgbProfile) },
      kept: {},
    },
    {
      name: 'keeps another profile, all parts in order',
      options: { segments: [segment(0xfe, 'note'), ...iccSegments(displayP3Profile, 200)] },
      kept: { segments: iccSegments(displayP3Profile, 200) },
    },
    {
      name: 'puts the parts of a profile into order, each once',
      options: {
        segments: [
          ...iccSegments(displayP3Profile, 200).toReversed(),
          ...iccSegments(displayP3Profile, 200),
        ],
      },
      kept: { segments: iccSegments(displayP3Profile, 200) },
    },
    {
      name: 'keeps the orientation behind JFIF, in 36 bytes',
      options: { segments: [minimalJfif, exif] },
      kept: { segments: [minimalJfif, minimalExif] },
    },
    {
      name: 'drops EXIF of orientation 1',
      options: { segments: [exifSegment(exifWithOrientation(1))] },
      kept: {},
    },
    {
      name: 'drops comments and application segments behind the scan',
      options: { late: [segment(0xfe, 'note'), segment(0xee, 'Adobe', new Uint8Array(7)), exif] },
      kept: {},
    },
    {
      name: 'keeps tables and scans behind the first scan',
      options: { frameMarker: 0xc2, late: secondScan },
      kept: { frameMarker: 0xc2, late: secondScan },
    },
    {
      name: 'drops garbage, fill bytes and restart markers between segments',
      options: { segments: [segment(0xdd, 0, 0), bytes('garbage'), bytes(0xff, 0xd0, 0xff)] },
      kept: { segments: [segment(0xdd, 0, 0)] },
    },
    {
      name: 'drops further images and everything else behind its end',
      options: { trailer: bytes(jpegOf({ segments: [exif] }), 'trailing') },
      kept: {},
    },
  ];
  it('keeps the curve of a profile of RGB in a grey picture, as one of grey', async () => {
    const curve = gammaCurve(1.8);
    const rgb = matrixProfile(colorantTags.displayP3, curve);
    const content = await stripped({ components: [1], segments: iccSegments(rgb) });
    expect((await factsOf(content)).iccProfile).to.equal('other');
    expect(['mntrGRAY', 'mntrRGB', 'rXYZ'].map((mark) => content.includes(mark))).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect(content.includes(curve)).to.equal(true);
  });

  for (const { name, options, kept } of cases) {
    it(name, async () => {
      expect((await stripped(options)).toString('hex')).to.equal(jpegOf(kept).toString('hex'));
    });
  }

  it('copies neighbouring segments as one piece', async () => {
    const content = jpegOf({ segments: [segment(0xfe, 'note')] });
    const pieces = strippedPieces(strictSource(content), await factsOf(content));
    expect(pieces.map(({ kind }) => kind)).to.deep.equal(['bytes', 'copy']);
  });
});
