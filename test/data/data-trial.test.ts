import { expect } from 'chai';
import { rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dataTrial } from '../../src/data/data-trial.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('the trial of the data folder', () => {
  const file = temporaryFolders();

  it('finds what prevents a file in it, and leaves nothing', async () => {
    expect(await dataTrial(file())()).to.equal(undefined);
    expect(await readdir(file())).to.deep.equal([]);
    writeFileSync(file('plain'), '');
    expect(await dataTrial(file('plain'))()).to.equal(
      'The data folder cannot be written (ENOTDIR).',
    );
    rmSync(file('plain'));
    expect(await dataTrial(file('plain'))()).to.equal(
      'The data folder cannot be written (ENOENT).',
    );
  });
});
