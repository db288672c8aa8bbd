import { expect } from 'chai';
import { iccKindOf, longIccKindOf } from '../../src/image/icc/header.ts';
import { bytes, uint32 } from '../support/image/builders.ts';
import {
  colorantTags,
  displayP3Profile,
  gammaCurve,
  matrixProfile,
  parametricCurve,
  profileOf,
  srgbCurve,
  srgbProfile,
  tableCurve,
} from '../support/image/metadata.ts';

const { srgb, adobeRgb } = colorantTags;

const encodedToLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

const withByte = (profile: Buffer, offset: number, value: number): Buffer => {
  const changed = Buffer.from(profile);
  changed[offset] = value;
  return changed;
};

const colours: Readonly<Record<string, 'grey' | 'cmyk'>> = { GRAY: 'grey', CMYK: 'cmyk' };

describe('ICC profile', () => {
  const cases = [
    { name: 'sRGB matrix and parametric curve', kind: 'srgb', profile: srgbProfile },
    {
      name: 'sRGB with a long table',
      kind: 'srgb',
      profile: matrixProfile(srgb, tableCurve(1024, encodedToLinear)),
    },
    {
      name: 'sRGB with a short table',
      kind: 'srgb',
      profile: matrixProfile(srgb, tableCurve(42, encodedToLinear)),
    },
    {
      name: 'grey with the sRGB curve',
      kind: 'srgb',
      profile: profileOf({ colourSpace: 'GRAY', tags: { kTRC: srgbCurve } }),
    },
    { name: 'Display P3, which shares the curve', kind: 'other', profile: displayP3Profile },
    { name: 'Adobe RGB', kind: 'other', profile: matrixProfile(adobeRgb, gammaCurve(2.2)) },
    {
      name: 'sRGB primaries with gamma 2.2',
      kind: 'other',
      profile: matrixProfile(srgb, gammaCurve(2.2)),
    },
    {
      name: 'sRGB primaries with a table of gamma 2.2',
      kind: 'other',
      profile: matrixProfile(
        srgb,
        tableCurve(1024, (value) => value ** 2.2),
      ),
    },
    {
      name: 'sRGB primaries in linear light',
      kind: 'other',
      profile: matrixProfile(srgb, parametricCurve(1, 1, 0, 1, 0)),
    },
    {
      name: 'sRGB curves with one different',
      kind: 'other',
      profile: matrixProfile(srgb, srgbCurve, { gTRC: gammaCurve(1.8) }),
    },
    {
      name: 'sRGB matrix beside a look-up table',
      kind: 'other',
      profile: matrixProfile(srgb, srgbCurve, { A2B0: bytes('mft2', new Uint8Array(60)) }),
    },
    {
      name: 'a look-up table alone',
      kind: 'other',
      profile: profileOf({ tags: { A2B0: bytes('mAB ', new Uint8Array(60)) } }),
    },
    {
      name: 'grey gamma 2.2',
      kind: 'other',
      profile: profileOf({ colourSpace: 'GRAY', tags: { kTRC: gammaCurve(2.2) } }),
    },
    {
      name: 'CMYK',
      kind: 'other',
      profile: profileOf({
        colourSpace: 'CMYK',
        connectionSpace: 'Lab ',
        tags: { A2B0: bytes('mft1', new Uint8Array(60)) },
      }),
    },
    {
      name: 'sRGB with a colorant of another type',
      kind: 'none',
      profile: matrixProfile(srgb, srgbCurve, {
        rXYZ: bytes('text\0\0\0\0', uint32(0x6fa2), uint32(0x38f5), uint32(0x390)),
      }),
    },
    {
      name: 'sRGB numbers that lead to Lab',
      kind: 'other',
      profile: Buffer.from(srgbProfile.toString('latin1').replace('XYZ ', 'Lab '), 'latin1'),
    },
    {
      name: 'sRGB whose curve is cut short',
      kind: 'none',
      profile: matrixProfile(srgb, bytes('curv\0\0\0\0', uint32(5000), new Uint8Array(64))),
    },
    { name: 'a header alone, without tags', kind: 'none', profile: profileOf({}) },
    { name: 'no bytes', kind: 'none', profile: new Uint8Array(0) },
    { name: 'noise', kind: 'none', profile: new Uint8Array(500).fill(0xa5) },
    { name: 'no ICC signature', kind: 'none', profile: profileOf({ signature: 'acsq' }) },
    {
      name: 'a link between devices',
      kind: 'none',
      profile: Buffer.from(srgbProfile.toString('latin1').replace('mntr', 'link'), 'latin1'),
    },
    {
      name: 'a table of an unknown type',
      kind: 'none',
      profile: matrixProfile(srgb, srgbCurve, { A2B0: bytes('xxxx', new Uint8Array(60)) }),
    },
    {
      name: 'a parametric curve of an unknown function',
      kind: 'none',
      profile: matrixProfile(srgb, bytes('para\0\0\0\0', 0, 5, 0, 0, new Uint8Array(28))),
    },
    { name: 'a profile cut in its last curve', kind: 'none', profile: srgbProfile.subarray(0, -1) },
    { name: 'a profile with bytes behind it', kind: 'srgb', profile: bytes(srgbProfile, 'more') },
    { name: 'a profile cut in its header', kind: 'none', profile: srgbProfile.subarray(0, 131) },
    { name: 'a profile cut in its tag table', kind: 'none', profile: srgbProfile.subarray(0, 180) },
    { name: 'four thousand million tags', kind: 'none', profile: withByte(srgbProfile, 128, 0xff) },
  ];
  for (const { name, kind, profile } of cases) {
    it(`${name} is ${kind}`, () => {
      const colour = colours[Buffer.from(profile).toString('latin1', 16, 20)] ?? 'rgb';
      expect(iccKindOf(profile, colour)).to.equal(kind);
    });
  }

  const pixels = ['rgb', 'palette', 'grey', 'cmyk'] as const;
  const suited = [
    { name: 'RGB', profile: displayP3Profile, suits: ['rgb', 'palette'] },
    {
      name: 'grey',
      profile: profileOf({ colourSpace: 'GRAY', tags: { kTRC: gammaCurve(2.2) } }),
      suits: ['grey'],
    },
    {
      name: 'CMYK',
      profile: profileOf({
        colourSpace: 'CMYK',
        connectionSpace: 'Lab ',
        tags: { A2B0: bytes('mft1', new Uint8Array(60)) },
      }),
      suits: ['cmyk'],
    },
  ];
  for (const { name, profile, suits } of suited) {
    it(`of ${name} is ignored where the pixels are others`, () => {
      expect(pixels.filter((colour) => iccKindOf(profile, colour) === 'other')).to.deep.equal(
        suits,
      );
      expect(pixels.filter((colour) => longIccKindOf(profile, colour) === 'other')).to.deep.equal(
        suits,
      );
    });
  }

  it('cut anywhere never becomes sRGB by accident and never throws', () => {
    for (let length = 0; length < srgbProfile.length; length += 1) {
      expect(iccKindOf(srgbProfile.subarray(0, length), 'rgb')).to.not.equal('srgb');
    }
  });
});
