import { expect } from 'chai';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { openSource } from '../../../src/bulk/files/open-source.ts';
import { createOriginals } from '../../../src/bulk/files/originals.ts';
import { rawOf } from '../../../src/bulk/raw-path.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('the originals of a run', () => {
  const inFolder = temporaryFolders();
  const path = (): string => rawOf(inFolder('a.jpg'));
  const names = (): readonly string[] => readdirSync(inFolder('originals'));
  const digest = 'a'.repeat(64);

  it('are kept under their digest, equal ones once', async () => {
    writeFileSync(inFolder('a.jpg'), 'abcd');
    const { keep, hasLinkTo } = createOriginals(rawOf(inFolder('originals')));
    using source = openSource(path());
    const sha256 = await source.sha256();
    await keep(source, path(), sha256);
    await keep(source, path(), sha256);
    expect(names()).to.deep.equal([sha256]);
    expect(readFileSync(inFolder(`originals/${sha256}`), 'utf8')).to.equal('abcd');
    expect(hasLinkTo(source, digest)).to.equal(false);
  });

  it('are never another file that came to the path meanwhile', async () => {
    mkdirSync(inFolder('originals'));
    writeFileSync(inFolder('a.jpg'), 'abcd');
    using source = openSource(path());
    writeFileSync(inFolder('new'), 'efgh');
    renameSync(inFolder('new'), inFolder('a.jpg'));
    const { keep } = createOriginals(rawOf(inFolder('originals')));
    const said = await keep(source, path(), digest).catch(({ message }: Error) => message);
    const kept = names().map((name) => readFileSync(inFolder(`originals/${name}`), 'utf8'));
    // A clone is one of the file that was opened, also when another one is at its path.
    expect([said, kept]).to.be.deep.oneOf([
      ['It was changed while it was compressed.', []],
      [undefined, ['abcd']],
    ]);
  });

  it('have no other names', () => {
    const { pathOf } = createOriginals(rawOf(inFolder('originals')));
    expect(() => pathOf('../secret')).to.throw('Its record is of no run.');
  });
});
