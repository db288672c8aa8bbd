import { expect } from 'chai';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { filesIn } from '../../src/jobs/job-folder.ts';
import { removeLeftovers } from '../../src/jobs/tool-leftovers.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { until } from '../support/until.ts';

describe('what a tool leaves that exceeded its limit of files', () => {
  const file = temporaryFolders();

  it('is removed, but not what was there and what the service knows', async () => {
    const folder = filesIn(file());
    await writeFile(file('old'), 'x');
    const { birthtimeMs } = await stat(file('old'));
    await until('the clock has moved on', async () => {
      await writeFile(file('clock'), '');
      return (await stat(file('clock'))).mtimeMs > birthtimeMs;
    });
    const sinceMs = (await stat(file('clock'))).mtimeMs;
    await mkdir(file('below'));
    for (const name of ['filler', 'below/filler']) await writeFile(file(name), 'x');
    for (const name of ['own', 'other']) await writeFile(folder.file(name), 'x');
    await removeLeftovers(folder, 'own', sinceMs);
    const left = (await readdir(file())).filter((name) => name !== 'clock');
    expect(left.toSorted()).to.deep.equal(['old', 'other']);
  });

  it('is nothing where the folder is gone', async () => {
    await removeLeftovers(filesIn(file('gone')), 'own', 0);
  });
});
