import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { scansText } from '../../../src/image/jpeg/scans.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';
import { noisy, scene } from '../../support/image/scenes.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('scans of a JPEG', () => {
  const file = temporaryFolders();
  const encode = (...args: readonly string[]): Buffer =>
    execFileSync('cjpeg', ['-quality', '80', ...args, file('photo.ppm')]);
  const pixelsOf = (jpeg: Buffer): Buffer => execFileSync('djpeg', { input: jpeg });

  const cases = [
    ['in colour', []],
    ['in grey', ['-grayscale']],
  ] as const;
  for (const [title, colours] of cases) {
    it(`make the pixels of those that are searched for in nearly as few bytes, ${title}`, () => {
      writeFileSync(file('drawn.png'), encodePng(noisy(scene({ width: 240, height: 180 }), 4)));
      execFileSync('vips', ['copy', file('drawn.png'), file('photo.ppm')]);
      const searched = encode(...colours, '-dc-scan-opt', '2');
      writeFileSync(file('scans'), scansText(colours.length > 0));
      const made = encode(...colours, '-scans', file('scans'));
      expect(pixelsOf(made).equals(pixelsOf(searched))).to.equal(true);
      expect(made.length).to.be.at.most(searched.length * 1.02);
    });
  }
});
