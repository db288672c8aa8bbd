import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { closeSync } from 'node:fs';
import { mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import {
  digestOf,
  openPlainFile,
  plainFileStream,
  realFileStream,
  writingPlainFile,
} from '../src/plain-files.ts';
import { rejectionOf } from './support/rejection.ts';
import { temporaryFolders } from './support/temporary-folders.ts';

describe('files in the folder of a job', () => {
  const file = temporaryFolders();
  const write = (path: string): Promise<void> => writeFile(path, 'new', { flag: writingPlainFile });
  beforeEach(() => writeFile(file('outside'), 'kept'));

  it('are read and written', async () => {
    await writeFile(file('inside'), 'much longer');
    await write(file('inside'));
    expect(await readFile(file('inside'), 'utf8')).to.equal('new');
    closeSync(openPlainFile(file('inside')));
    expect(await text(plainFileStream(file('inside')))).to.equal('new');
  });

  it('are digested without being held in memory', async () => {
    await writeFile(file('inside'), 'abc');
    // FIPS 180-4, the first example.
    expect(await digestOf(plainFileStream(file('inside')))).to.deep.equal({
      bytes: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
  });

  it('of a path without links lie where it says', async () => {
    await mkdir(file('folder'));
    await writeFile(file('folder/inside'), 'mine');
    await symlink(file('folder'), file('link'));
    const { signal } = new AbortController();
    const real = await realpath(file('folder'));
    expect(await text(realFileStream(`${real}/inside`, signal, 1000))).to.equal('mine');
    expect(() => realFileStream(file('link/inside'), signal, 1000))
      .to.throw()
      .with.property('code', 'ELOOP');
  });

  it('are not links, which could lead anywhere', async () => {
    await symlink(file('outside'), file('link'));
    for (const open of [openPlainFile, plainFileStream]) {
      expect(() => open(file('link')))
        .to.throw()
        .with.property('code', 'ELOOP');
    }
    expect(await rejectionOf(write(file('link')))).to.include({ code: 'ELOOP' });
    expect(await readFile(file('outside'), 'utf8')).to.equal('kept');
  });

  it('are not pipes, which could be waited for without end', async () => {
    execFileSync('mkfifo', [file('pipe')]);
    expect(() => openPlainFile(file('pipe'))).to.throw('not a plain file');
    expect(await rejectionOf(write(file('pipe')))).to.include({ code: 'ENXIO' });
  });
});
