import { expect } from 'chai';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createFilePurges } from '../../src/data/file-purges.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('purges in a file', () => {
  const inFolder = temporaryFolders();
  const path = (): string => inFolder('purges.json');
  let time = 0;
  const open = (): ReturnType<typeof createFilePurges> => createFilePurges(path(), () => time);

  it('are there after a restart, with another generation each time', async () => {
    const purges = open();
    expect(existsSync(path())).to.equal(false);
    expect(await purges.generationOf('a')).to.equal(undefined);
    await purges.purge('a', 1000);
    const first = await purges.generationOf('a');
    expect(await open().generationOf('a'))
      .to.be.a('string')
      .and.equal(first);
    await purges.purge('a', 1000);
    expect(await open().generationOf('a')).to.not.be.oneOf([first, undefined]);
  });

  it('are all stored when several come at once', async () => {
    const purges = open();
    const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
    await Promise.all(names.map((name) => purges.purge(name, 1000)));
    const again = open();
    for (const name of names) {
      expect(await again.generationOf(name)).to.equal(await purges.generationOf(name));
    }
  });

  it('are forgotten when their time is over', async () => {
    const purges = open();
    await purges.purge('old', 1000);
    time += 1000;
    await purges.purge('new', 1000);
    expect(readFileSync(path(), 'utf8')).to.include('new').and.not.include('old');
  });

  it('count although they cannot be stored, and say so', async () => {
    mkdirSync(path());
    writeFileSync(`${path()}/file`, '');
    expect(() => open()).to.throw('which has the purges, cannot be read');
    const elsewhere = createFilePurges(inFolder('gone/purges.json'), () => time);
    expect(await rejectionOf(elsewhere.purge('a', 1000))).to.include({ code: 'ENOENT' });
    expect(await elsewhere.generationOf('a')).to.be.a('string');
  });

  for (const [title, text] of [
    ['is damaged', '[["a",["b"'],
    ['is something else', '5'],
  ] as const) {
    it(`end the start where the file ${title}`, () => {
      writeFileSync(path(), text);
      expect(() => open()).to.throw('Remove it together with the outputs folder');
    });
  }
});
