import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { iccKindOf } from '../../../src/image/icc/header.ts';
import { screenCmykProfile } from '../../../src/image/icc/cmyk-profile.ts';
import type { PictureChange } from '../../../src/image/plan.ts';
import { compressing } from '../../support/engine/compressing.ts';
import { expectNear, levelsAt, type Levels } from '../../support/engine/making-pixels.ts';
import { pixelsOfContent, vips } from '../../support/image/pictures.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

const side = 32;

/** Amounts of cyan, magenta, yellow and black, side by side in the picture. */
const patches: readonly Levels[] = [
  [0, 0, 0, 0],
  [0, 0, 0, 255],
  [255, 255, 255, 255],
  [200, 190, 180, 220],
  [0, 0, 0, 128],
  [255, 0, 0, 0],
  [0, 255, 0, 0],
  [0, 0, 255, 0],
  [128, 128, 128, 128],
  [30, 140, 90, 70],
];

/** What browsers show (measured with Chromium 150). */
const shown = (patch: Levels): Levels => {
  const left = patch.map((ink) => 1 - ink / 255);
  return left.slice(0, 3).map((colour) => Math.round(colour * (left[3] ?? 1) * 255));
};

const changes: Readonly<Record<string, PictureChange>> = {
  compressed: {},
  'made smaller': { resize: { method: 'scale', width: (patches.length * side) / 2 } },
  'cut to an object': { resize: { method: 'thumb', width: 160, height: 16 } },
  'converted to PNG': { convert: ['image/png'] },
};

describe('a CMYK JPEG without a profile', () => {
  const file = temporaryFolders();
  const engine = compressing();

  const drawn = async (): Promise<Buffer> => {
    const width = patches.length * side;
    const row = Buffer.concat(patches.map((patch) => Buffer.alloc(side * 4, Buffer.from(patch))));
    await writeFile(file('inks.raw'), Buffer.concat(Array.from({ length: side }, () => row)));
    await vips('rawload', file('inks.raw'), file('bare.v'), `${width}`, `${side}`, '4');
    await vips('copy', file('bare.v'), file('inks.v'), '--interpretation', 'cmyk');
    await vips('copy', file('inks.v'), `${file('inks.jpg')}[Q=100,strip]`);
    return readFile(file('inks.jpg'));
  };

  for (const [how, change] of Object.entries(changes)) {
    it(`has the colours that browsers show, ${how}`, async () => {
      const { content, result } = await engine.compress(await drawn(), { change });
      const pixels = await pixelsOfContent(content, result.mediaType);
      const patchWidth = pixels.width / patches.length;
      for (const [index, patch] of patches.entries()) {
        const at = [Math.round((index + 0.5) * patchWidth), Math.round(pixels.height / 2)] as const;
        expectNear(levelsAt(pixels, ...at), shown(patch), 8);
      }
    });
  }

  it('is converted by a profile that decoders use', () => {
    expect(iccKindOf(screenCmykProfile(), 'cmyk')).to.equal('other');
  });
});
