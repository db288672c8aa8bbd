import { expect } from 'chai';
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { halvingCompressor } from '../../support/bulk/halving-compressor.ts';
import { happened, inPlace, outIn, runOver } from '../../support/bulk/running.ts';
import { undoOver } from '../../support/bulk/undoing.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('a folder that becomes a link to another one during a run', () => {
  const inFolder = temporaryFolders();
  const linked = 'It was moved, or a folder on the way to it became a link.';
  const swap = (): void => {
    renameSync(inFolder('photos/sub'), inFolder('moved'));
    symlinkSync(inFolder('private'), inFolder('photos/sub'));
  };
  beforeEach(() => {
    for (const folder of ['photos/sub', 'private'])
      mkdirSync(inFolder(folder), { recursive: true });
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) {
      writeFileSync(inFolder(`photos/sub/${name}`), `mine ${name}`);
      writeFileSync(inFolder(`private/${name}`), `not mine ${name}`);
    }
  });

  for (const where of ['in place', 'elsewhere'] as const) {
    it(`leads to none of its files, with results ${where}`, async () => {
      const destination = where === 'in place' ? inPlace : outIn(inFolder('results'));
      let isSwapped = false;
      const compressor = halvingCompressor({
        meanwhile: () => {
          if (!isSwapped) swap();
          isSwapped = true;
        },
      });
      const outcomes = await runOver([inFolder('photos')], destination, { compressor, atOnce: 1 });
      expect(happened(outcomes, inFolder('photos'))).to.include({
        'sub/b.jpg': `failed: ${linked}`,
        'sub/c.jpg': `failed: ${linked}`,
      });
      for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
        expect(readFileSync(inFolder(`private/${name}`), 'utf8')).to.equal(`not mine ${name}`);
    });
  }

  it('is not written to by an undo', async () => {
    await runOver([inFolder('photos')], inPlace);
    swap();
    renameSync(inFolder('moved/a.jpg'), inFolder('private/a.jpg'));
    expect(await undoOver(inFolder('photos'))).to.include({ 'a.jpg': `failed: ${linked}` });
    expect(readFileSync(inFolder('private/a.jpg'), 'utf8')).to.equal('mine ');
  });
});
