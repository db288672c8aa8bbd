import { expect } from 'chai';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { bytesOf, joined, rawOf } from '../../src/bulk/raw-path.ts';
import { createSelection } from '../../src/bulk/selection.ts';
import { filesBelow, type WalkOptions } from '../../src/bulk/walk.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('the walk through a tree', () => {
  const inFolder = temporaryFolders();
  const make = (...names: readonly string[]): void => {
    for (const name of names) {
      const path = joined(rawOf(inFolder()), name);
      mkdirSync(bytesOf(path.slice(0, path.lastIndexOf('/'))), { recursive: true });
      writeFileSync(bytesOf(path), 'x');
    }
  };
  const walk = async (options: Partial<WalkOptions> = {}): Promise<readonly string[]> => {
    const found: string[] = [];
    const selection = createSelection({ include: [], exclude: ['no'] });
    const files = filesBelow(rawOf(inFolder()), { selection, skipped: [], ...options });
    for await (const { path, relative } of files) {
      expect(path).to.equal(joined(rawOf(inFolder()), relative));
      found.push(relative);
    }
    return found;
  };

  it('gives files by the bytes of their names, folders in their place', async () => {
    make(
      'c.png',
      'a.jpg',
      'b/z.jpg',
      'b/a/y.jpg',
      'b.jpg',
      'A.jpg',
      'ä.jpg',
      'n\nl.jpg',
      'x\xff.jpg',
    );
    expect(await walk()).to.deep.equal([
      ...[
        'A.jpg',
        'a.jpg',
        'b.jpg',
        'b/a/y.jpg',
        'b/z.jpg',
        'c.png',
        'n\nl.jpg',
        'x\xff.jpg',
        'ä.jpg',
      ],
    ]);
  });

  it('enters neither links nor folders that are passed over', async () => {
    make('a.jpg', '.shrinkd/x.jpg', 'out/b.jpg', 'no/c.jpg', 'yes/no/d.jpg', 'yes/e.jpg');
    symlinkSync(inFolder('a.jpg'), inFolder('link.jpg'));
    symlinkSync(inFolder('yes'), inFolder('folder'));
    expect(await walk({ skipped: [rawOf(inFolder('out'))] })).to.deep.equal(['a.jpg', 'yes/e.jpg']);
  });

  it('does not give files that are made while it goes on', async () => {
    make('a.jpg', 'b.jpg', 's/c.jpg');
    const selection = createSelection({ include: [], exclude: [] });
    const found: string[] = [];
    for await (const { relative } of filesBelow(rawOf(inFolder()), { selection, skipped: [] })) {
      found.push(relative);
      make(`${relative}.webp`);
    }
    expect(found).to.deep.equal(['a.jpg', 'b.jpg', 's/c.jpg']);
  });

  it('names a folder that cannot be read, and files that were left unfinished', async () => {
    make('a.jpg', 's/b.jpg', 's/.shrinkd-1234');
    const problems: unknown[] = [];
    const leftovers: string[] = [];
    const options: Partial<WalkOptions> = {
      onLeftover: (path) => void leftovers.push(path),
      onProblem: (path, error) => void problems.push([path, (error as NodeJS.ErrnoException).code]),
    };
    const missing = filesBelow(rawOf(inFolder('missing')), {
      ...{ selection: createSelection({ include: [], exclude: [] }), skipped: [] },
      ...options,
    });
    expect(await Array.fromAsync(missing)).to.deep.equal([]);
    expect(await walk(options)).to.deep.equal(['a.jpg', 's/b.jpg']);
    expect(leftovers).to.deep.equal([rawOf(inFolder('s/.shrinkd-1234'))]);
    expect(problems).to.deep.equal([[rawOf(inFolder('missing')), 'ENOENT']]);
  });

  it('gives all files of a large folder', async () => {
    make(...Array.from({ length: 3000 }, (_, number) => `${number}.jpg`));
    expect(await walk()).to.have.lengthOf(3000);
  });
});
