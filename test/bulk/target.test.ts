import { expect } from 'chai';
import { type Destination, targetOf } from '../../src/bulk/target.ts';

const out: Destination = { kind: 'out', folder: '/out', isAppended: false };
const appended: Destination = { kind: 'out', folder: '/out', isAppended: true };

const rows: readonly (readonly [
  title: string,
  destination: Destination,
  relative: string,
  types: readonly [source: string, result: string],
  target: string | undefined,
])[] = [
  ['in place', { kind: 'in-place' }, 's/a.jpg', ['jpeg', 'jpeg'], '/in/s/a.jpg'],
  ['nowhere', { kind: 'nowhere' }, 's/a.jpg', ['jpeg', 'jpeg'], undefined],
  ['beside', { kind: 'beside' }, 's/a.jpg', ['jpeg', 'webp'], '/in/s/a.jpg.webp'],
  ['mirrored', out, 's/a.jpg', ['jpeg', 'jpeg'], '/out/s/a.jpg'],
  ['under a name that says another type', out, 'a.png', ['jpeg', 'jpeg'], '/out/a.png'],
  ['converted', out, 's/a.b.JPG', ['jpeg', 'webp'], '/out/s/a.b.webp'],
  ['converted, with an ending that suits', out, 'a.jpeg', ['png', 'jpeg'], '/out/a.jpeg'],
  ['converted, without an ending', out, 's.x/a', ['png', 'avif'], '/out/s.x/a.avif'],
  ['of a type of the configuration', out, 'a.png', ['png', 'jxl'], '/out/a.jxl'],
  ['mirrored with both endings', appended, 'a.jpg', ['jpeg', 'webp'], '/out/a.jpg.webp'],
];

describe('the place of a result', () => {
  for (const [title, destination, relative, [source, result], target] of rows) {
    it(`is found ${title}`, () => {
      const types = { sourceType: `image/${source}`, mediaType: `image/${result}` };
      const found = targetOf({ path: `/in/${relative}`, relative }, '', destination, types);
      expect(found).to.equal(target);
    });
  }

  it('is below the name of its tree where there are several', () => {
    const types = { sourceType: 'image/png', mediaType: 'image/png' };
    expect(targetOf({ path: '/in/t/a.png', relative: 'a.png' }, 't', out, types)).to.equal(
      '/out/t/a.png',
    );
  });
});
