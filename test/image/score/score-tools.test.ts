import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Raster } from '../../../src/image/raster.ts';
import { pixmapBytes } from '../../../src/image/pixmap.ts';
import { parsePixmap } from '../../support/image/parse-pixmap.ts';
import { gradients } from '../../support/image/gradients.ts';
import { scoreOf } from '../../support/image/measured.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { scene } from '../../support/image/scenes.ts';

const smooth = gradients(200, 160);
const pictures: readonly (readonly [string, Raster])[] = [
  ['a scene', scene({ width: 200, height: 160 })],
  ['gradients', { ...smooth, bands: 3 }],
];

describe('the score of the results of encoders', () => {
  const inFolder = temporaryFolders();

  /** The picture after a round trip through a JPEG or WebP of this quality. */
  const roundTrips: Readonly<Record<string, (quality: number) => void>> = {
    cjpeg: (quality) => {
      const [source, middle, result] = ['in.ppm', 'middle.jpg', 'out.ppm'].map(inFolder);
      execFileSync('cjpeg', ['-quality', `${quality}`, '-outfile', middle!, source!]);
      execFileSync('djpeg', ['-outfile', result!, middle!]);
    },
    cwebp: (quality) => {
      const [source, middle, result] = ['in.ppm', 'middle.webp', 'out.ppm'].map(inFolder);
      execFileSync('cwebp', ['-quiet', '-q', `${quality}`, source!, '-o', middle!]);
      execFileSync('dwebp', ['-quiet', middle!, '-ppm', '-o', result!]);
    },
  };

  for (const [tool, roundTrip] of Object.entries(roundTrips)) {
    for (const [title, picture] of pictures) {
      it(`rises with the quality of ${tool} on ${title}`, () => {
        writeFileSync(inFolder('in.ppm'), pixmapBytes(picture));
        const scores = [15, 40, 70, 92].map((quality) => {
          roundTrip(quality);
          return scoreOf(picture, parsePixmap(readFileSync(inFolder('out.ppm'))));
        });
        expect(scores).to.deep.equal(scores.toSorted((one, other) => one - other));
        expect(scores.at(-1)! - scores[0]!).to.be.above(10);
      });
    }
  }
});
