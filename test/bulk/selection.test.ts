import { expect } from 'chai';
import { createSelection } from '../../src/bulk/selection.ts';

const files = [
  'a.jpg',
  'A.JPEG',
  'b.png',
  'c.webp',
  'd.avif',
  'e.gif',
  'jpg',
  'sub/a.jpg',
  'sub/x\ny.png',
  'sub/thumbs/t-150x150.jpg',
];

const rows: readonly (readonly [
  title: string,
  include: readonly string[],
  exclude: readonly string[],
  taken: readonly string[],
])[] = [
  [
    'pictures by their names',
    [],
    [],
    [
      'a.jpg',
      'A.JPEG',
      'b.png',
      'c.webp',
      'd.avif',
      'sub/a.jpg',
      'sub/x\ny.png',
      'sub/thumbs/t-150x150.jpg',
    ],
  ],
  ['a name anywhere', ['a.jpg'], [], ['a.jpg', 'sub/a.jpg']],
  ['a path from the top', ['sub/*.jpg'], [], ['sub/a.jpg']],
  ['a path with a dot before it', ['./a.jpg'], [], ['a.jpg']],
  ['several patterns', ['*.gif', '*.avif'], [], ['d.avif', 'e.gif']],
  [
    'all but names',
    [],
    ['*-[0-9]*x[0-9]*.{jpg,png}', '*.png'],
    ['a.jpg', 'A.JPEG', 'c.webp', 'd.avif', 'sub/a.jpg'],
  ],
  [
    'all but a folder',
    [],
    ['sub/thumbs/', '*.png'],
    ['a.jpg', 'A.JPEG', 'c.webp', 'd.avif', 'sub/a.jpg'],
  ],
];

describe('the selection of files', () => {
  for (const [title, include, exclude, taken] of rows) {
    it(`takes ${title}`, () => {
      const { takesFile } = createSelection({ include, exclude });
      expect(files.filter(takesFile)).to.deep.equal(taken);
    });
  }

  it('enters no folder that is excluded by its name or path', () => {
    const folders = ['sub', 'sub/thumbs', 'thumbs', 'other'];
    const entered = (exclude: readonly string[]): readonly string[] =>
      folders.filter(createSelection({ include: ['*.gif'], exclude }).takesFolder);
    expect(entered([])).to.deep.equal(folders);
    expect(entered(['thumbs'])).to.deep.equal(['sub', 'other']);
    expect(entered(['sub/**'])).to.deep.equal(['sub', 'thumbs', 'other']);
  });
});
