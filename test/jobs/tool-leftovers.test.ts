import { expect } from 'chai';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createToolLeftovers } from '../../src/jobs/tool-leftovers.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { until } from '../support/until.ts';

describe('what a tool leaves that exceeded its limit of files', () => {
  const file = temporaryFolders();

  it('is removed, but not what was there and what other runs read and write', async () => {
    for (const name of ['source', 'pixels']) await writeFile(file(name), name);
    const { birthtimeMs } = await stat(file('pixels'));
    await until('the clock has moved on', async () => {
      await writeFile(file('clock'), '');
      return (await stat(file('clock'))).mtimeMs > birthtimeMs;
    });
    const sinceMs = (await stat(file('clock'))).mtimeMs;
    const leftovers = createToolLeftovers();
    const use = { folder: file(), input: 'pixels', output: 'own' };
    const run = leftovers.begin(use, sinceMs);
    const other = leftovers.begin({ folder: file(), input: 'frame', output: 'other' });
    leftovers.begin({ folder: file('elsewhere'), input: 'filler', output: 'filler' });
    await mkdir(file('below'));
    for (const name of ['own', 'other', 'frame', 'filler', 'below/filler']) {
      await writeFile(file(name), 'x');
    }
    await run.remove();
    const kept = (await readdir(file())).filter((name) => name !== 'clock');
    expect(kept.toSorted()).to.deep.equal(['frame', 'other', 'pixels', 'source']);
    other.end();
    await run.remove();
    run.end();
    expect((await readdir(file())).filter((name) => name !== 'clock').toSorted()).to.deep.equal([
      'pixels',
      'source',
    ]);
  });
});
