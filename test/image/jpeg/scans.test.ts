import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { bytesOf } from '../../../src/image/bytes.ts';
import { fixedScansText, scansTextOf } from '../../../src/image/jpeg/scans.ts';
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
    it(`make the same pixels and nearly as few bytes again, ${title}`, () => {
      writeFileSync(file('drawn.png'), encodePng(noisy(scene({ width: 240, height: 180 }), 4)));
      execFileSync('vips', ['copy', file('drawn.png'), file('photo.ppm')]);
      const searched = encode(...colours, '-dc-scan-opt', '2');
      for (const scans of [scansTextOf(bytesOf(searched))!, fixedScansText(colours.length > 0)]) {
        writeFileSync(file('scans'), scans);
        const again = encode(...colours, '-scans', file('scans'));
        expect(scansTextOf(bytesOf(again))).to.equal(scans);
        expect(pixelsOf(again).equals(pixelsOf(searched))).to.equal(true);
        expect(again.length).to.be.at.most(searched.length * 1.04);
      }
    });
  }

  it('are unknown for a baseline JPEG', () => {
    const photo = readFileSync(new URL('../../fixtures/photo.jpg', import.meta.url));
    const baseline = execFileSync('jpegtran', ['-revert', '-optimize'], { input: photo });
    expect(scansTextOf(bytesOf(baseline))).to.equal(undefined);
  });
});
