import { expect } from 'chai';
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { systemCodeOf } from '../src/errors.ts';
import { makeFolder } from '../src/make-folder.ts';
import { temporaryFolders } from './support/temporary-folders.ts';

describe('making a folder', () => {
  const inFolder = temporaryFolders();
  const codeOf = (path: string | Buffer): string | undefined => {
    try {
      makeFolder(path);
      return undefined;
    } catch (error) {
      return systemCodeOf(error);
    }
  };

  it('makes those above it too, and leaves what is there', () => {
    makeFolder(inFolder('a/b/c'), 0o700);
    makeFolder(inFolder('a/b/c'), 0o755);
    const modes = ['a', 'a/b', 'a/b/c'].map((name) => statSync(inFolder(name)).mode & 0o777);
    expect(modes).to.deep.equal([0o700, 0o700, 0o700]);
    makeFolder(`${inFolder('a')}/d/`);
    expect(statSync(inFolder('a/d')).isDirectory()).to.equal(true);
  });

  it('takes a path as bytes that are no UTF-8', () => {
    const path = Buffer.from(`${inFolder()}/\xff/\xfe`, 'latin1');
    makeFolder(path);
    expect(statSync(path).isDirectory()).to.equal(true);
  });

  it('takes a link to a folder for one', () => {
    mkdirSync(inFolder('folder'));
    symlinkSync(inFolder('folder'), inFolder('link'));
    makeFolder(inFolder('link/sub'));
    makeFolder(inFolder('link'));
    expect(statSync(inFolder('folder/sub')).isDirectory()).to.equal(true);
  });

  const refused: readonly (readonly [title: string, path: string, code: string])[] = [
    ['a file', 'file', 'EEXIST'],
    ['something in a file', 'file/sub/sub', 'ENOTDIR'],
    ['something in a link to nothing', 'dangling/sub', 'EEXIST'],
  ];
  for (const [title, path, code] of refused) {
    it(`refuses ${title}`, () => {
      writeFileSync(inFolder('file'), '');
      symlinkSync(inFolder('nothing'), inFolder('dangling'));
      expect(codeOf(inFolder(path))).to.equal(code);
    });
  }

  it('ends where the folder above says that it does not exist', () => {
    for (const path of ['/proc/x', '/proc/x/y', Buffer.from('/proc/x/y')])
      expect(codeOf(path)).to.equal('ENOENT');
  });
});
