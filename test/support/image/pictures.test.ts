import { writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Orientation } from '../../../src/image/facts.ts';
import { bounds } from '../e2e/corpus-expectations.ts';
import { colorantTags, matrixProfile, parametricCurve } from './metadata.ts';
import { gradients, writePpm } from './gradients.ts';
import { differenceOf, gridOf, pixelsOf, vips, type Pixels } from './pictures.ts';
import { temporaryFolders } from '../temporary-folders.ts';

describe('the comparison of pictures', () => {
  const inFolder = temporaryFolders();
  const picture = gradients(96, 96);
  const upright = gridOf(picture);

  const changed = (change: (value: number, index: number) => number): Pixels => ({
    ...picture,
    data: picture.data.map(change),
  });

  it('finds no difference in the same picture', () => {
    expect(differenceOf(upright, gridOf(picture))).to.deep.equal({ colour: 0, alpha: 0 });
  });

  it('measures levels of the channel that differs most', () => {
    const redder = changed((value, index) => (index % 3 === 0 ? Math.min(255, value + 4) : value));
    expect(differenceOf(upright, gridOf(redder)).colour).to.be.within(3.9, 4);
  });

  it('finds pictures of different sizes different', () => {
    expect(differenceOf(upright, gridOf(gradients(40, 96))).colour).to.equal(Infinity);
  });

  it('measures the difference of alpha', () => {
    const data = new Uint8Array(96 * 96 * 4).fill(255);
    const opaque = { ...picture, bands: 4, data };
    const fainter = { ...opaque, data: data.map((value, at) => (at % 4 === 3 ? 250 : value)) };
    expect(differenceOf(gridOf(opaque), gridOf(fainter)).alpha).to.equal(5);
  });

  for (const orientation of [2, 3, 4, 5, 6, 7, 8] as const) {
    it(`finds out a picture left in orientation ${orientation}`, () => {
      const turned = gridOf(picture, orientation);
      expect(differenceOf(upright, turned).colour).to.be.above(bounds.colour * 10);
    });
  }

  /** What `vips` makes of the picture with this operation, looked at as it is. */
  const afterVips = async (operation: string, ...args: readonly string[]): Promise<Pixels> => {
    await writePpm(inFolder('in.ppm'), picture);
    await vips(operation, inFolder('in.ppm'), inFolder('out.png'), ...args);
    return pixelsOf(inFolder('out.png'));
  };

  const turns: readonly (readonly [Orientation, readonly string[]])[] = [
    [1, ['copy']],
    [2, ['flip', 'horizontal']],
    [3, ['rot', 'd180']],
    [4, ['flip', 'vertical']],
    [6, ['rot', 'd270']],
    [8, ['rot', 'd90']],
  ];
  for (const [orientation, [operation, ...args]] of turns) {
    it(`turns orientation ${orientation} upright`, async () => {
      const turned = await afterVips(operation!, ...args);
      expect(differenceOf(gridOf(turned, orientation), upright).colour).to.equal(0);
    });
  }

  const profiles: readonly (readonly [string, Buffer | undefined])[] = [
    ['p3', undefined],
    ['adobe-rgb.icc', matrixProfile(colorantTags.adobeRgb, parametricCurve(2.2, 1, 0, 0, 0))],
  ];
  for (const [name, profile] of profiles) {
    it(`finds out colours of ${name} that were not converted`, async () => {
      const target = profile === undefined ? name : inFolder(name);
      if (profile !== undefined) await writeFile(target, profile);
      const unconverted = await afterVips('icc_transform', target, '--input-profile', 'srgb');
      expect(differenceOf(gridOf(unconverted), upright).colour).to.be.above(bounds.colour * 2);
      const converted = await pixelsOf(inFolder('out.png'), 'embedded');
      expect(differenceOf(gridOf(converted), upright).colour).to.be.below(1);
    });
  }

  it('finds out CMYK that was not converted', async () => {
    await writePpm(inFolder('in.ppm'), picture);
    await vips(
      'icc_transform',
      inFolder('in.ppm'),
      inFolder('out.jpg'),
      'cmyk',
      '--input-profile',
      'srgb', //
    );
    const byProfile = gridOf(await pixelsOf(inFolder('out.jpg'), 'embedded'));
    await vips('copy', inFolder('out.jpg'), inFolder('raw.v'), '--interpretation', 'srgb');
    await vips('extract_band', inFolder('raw.v'), inFolder('three.png'), '0', '--n', '3');
    const asRgb = gridOf(await pixelsOf(inFolder('three.png')));
    expect(differenceOf(byProfile, asRgb).colour).to.be.above(bounds.colour * 10);
  });
});
