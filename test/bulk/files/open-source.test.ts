import { expect } from 'chai';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { halvingCompressor } from '../../support/bulk/halving-compressor.ts';
import { happened, inPlace, outIn, runOver } from '../../support/bulk/running.ts';
import { undoOver } from '../../support/bulk/undoing.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('a folder that becomes a link to another one during a run', () => {
  const inFolder = temporaryFolders();
  const names = ['a.jpg', 'b.jpg', 'c.jpg'];
  const linked = 'It was moved, or a folder on the way to it became a link.';
  const swap = (): void => {
    renameSync(inFolder('photos/sub'), inFolder('moved'));
    symlinkSync(inFolder('private'), inFolder('photos/sub'));
  };
  beforeEach(() => {
    for (const folder of ['photos/sub', 'private'])
      mkdirSync(inFolder(folder), { recursive: true });
    for (const name of names) {
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
      for (const name of names)
        expect(readFileSync(inFolder(`private/${name}`), 'utf8')).to.equal(`not mine ${name}`);
    });
  }

  for (const [title, destination] of [
    ['in place', inPlace],
    ['beside it', { kind: 'beside' }],
  ] as const) {
    it(`gets no unfinished file of a result ${title}, also where it is a folder again`, async () => {
      const compressor = halvingCompressor({ resultType: 'image/webp', meanwhile: swap });
      const check = async (): Promise<void> => {
        rmSync(inFolder('photos/sub'));
        renameSync(inFolder('moved'), inFolder('photos/sub'));
      };
      const outcomes = await runOver([inFolder('photos')], destination, {
        ...{ compressor: { ...compressor, check }, include: ['a.jpg'], atOnce: 1 },
      });
      expect(happened(outcomes, inFolder('photos'))).to.deep.equal({
        'sub/a.jpg': `failed: ${linked}`,
      });
      for (const folder of ['private', 'moved'])
        expect(readdirSync(inFolder(folder))).to.have.members(names);
    });
  }

  it('gets no file of a folder that was moved before its result was checked', async () => {
    const compressor = { ...halvingCompressor(), check: async () => swap() };
    const outcomes = await runOver([inFolder('photos')], inPlace, {
      ...{ compressor, include: ['a.jpg'] },
    });
    expect(happened(outcomes, inFolder('photos'))).to.deep.equal({
      'sub/a.jpg': 'failed: It was changed while it was compressed.',
    });
    for (const folder of ['private', 'moved'])
      expect(readdirSync(inFolder(folder))).to.have.members(names);
    expect(readFileSync(inFolder('moved/a.jpg'), 'utf8')).to.equal('mine a.jpg');
  });

  it('is not written to by an undo', async () => {
    await runOver([inFolder('photos')], inPlace);
    swap();
    renameSync(inFolder('moved/a.jpg'), inFolder('private/a.jpg'));
    expect(await undoOver(inFolder('photos'))).to.include({ 'a.jpg': `failed: ${linked}` });
    expect(readFileSync(inFolder('private/a.jpg'), 'utf8')).to.equal('mine ');
  });
});
