import { expect } from 'chai';
import { colorantsOf, srgbPrimaries, type Primaries } from '../../src/image/icc/colour-space.ts';
import { iccKindOf } from '../../src/image/icc/header.ts';
import { profileOfSpace } from '../../src/image/icc/made-profile.ts';
import { colorantTags } from '../support/image/metadata.ts';

const p3: Primaries = {
  white: srgbPrimaries.white,
  red: [0.68, 0.32],
  green: [0.265, 0.69],
  blue: [0.15, 0.06],
};

describe('colorants', () => {
  const published = [
    ['sRGB', srgbPrimaries, colorantTags.srgb],
    ['Display P3', p3, colorantTags.displayP3],
  ] as const;
  for (const [name, primaries, expected] of published) {
    it(`of ${name} are those of its published profile`, () => {
      const colorants = colorantsOf(primaries) ?? [];
      const differences = expected.flatMap((colour, index) =>
        colour.map((value, axis) => Math.abs(value - (colorants[index]?.[axis] ?? 0))),
      );
      expect(Math.max(...differences)).to.be.below(0.001);
    });
  }

  it('are none where two colours are the same', () => {
    expect(colorantsOf({ ...p3, green: p3.red })).to.equal(undefined);
  });
});

describe('a profile of a colour space', () => {
  it('is sRGB for sRGB, grey or not', () => {
    const space = { primaries: srgbPrimaries, transfer: 'srgb' } as const;
    expect(iccKindOf(profileOfSpace(space, false)!, 'rgb')).to.equal('srgb');
    expect(iccKindOf(profileOfSpace(space, true)!, 'grey')).to.equal('srgb');
  });

  it('is another for other primaries or another curve', () => {
    const spaces = [
      { primaries: p3, transfer: 'srgb' },
      { primaries: srgbPrimaries, transfer: 2.2 },
    ] as const;
    for (const space of spaces) {
      expect(iccKindOf(profileOfSpace(space, false)!, 'rgb')).to.equal('other');
    }
  });

  it('is none for primaries that span no colours', () => {
    const space = { primaries: { ...p3, blue: p3.red }, transfer: 1 };
    expect(profileOfSpace(space, false)).to.equal(undefined);
  });
});
