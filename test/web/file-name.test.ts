import { expect } from 'chai';
import { createEntryNames, fileNameOf } from '../../src/web/file-name.ts';

describe('the name of a saved file', () => {
  const cases: readonly (readonly [title: string, name: string, type: string, saved: string])[] = [
    ['stays', 'photo.jpg', 'image/jpeg', 'photo.jpg'],
    ['keeps an extension of the same type', 'photo.JPEG', 'image/jpeg', 'photo.JPEG'],
    ['gets the extension of its type', 'photo.png', 'image/webp', 'photo.webp'],
    ['keeps what is no extension of an image', 'v1.2', 'image/png', 'v1.2.png'],
    ['has no folder', '../../etc/passwd', 'image/png', 'passwd.png'],
    ['has no folder of Windows', 'C:\\pictures\\a.png', 'image/png', 'a.png'],
    ['has no control characters', 'a\r\nSet-Cookie\u0000.png', 'image/png', 'aSet-Cookie.png'],
    ['has no reversed text', 'a\u202egnp.exe', 'image/png', 'agnp.exe.png'],
    ['has no half of a character', 'a\ud800.png', 'image/png', 'a.png'],
    ['is not hidden', '...png', 'image/png', 'png.png'],
    ['is not empty', '', 'image/avif', 'image.avif'],
    ['is not empty without its signs', '<>?*', 'image/jpeg', 'image.jpg'],
    ['may have any letters', 'Füße 足.png', 'image/png', 'Füße 足.png'],
    ['is not too long', `${'a'.repeat(300)}.png`, 'image/png', `${'a'.repeat(200)}.png`],
  ];
  for (const [title, name, type, saved] of cases) {
    it(title, () => expect(fileNameOf(name, type)).to.equal(saved));
  }
});

describe('the path of an entry of an archive', () => {
  const cases: readonly (readonly [title: string, path: string, type: string, entry: string])[] = [
    ['keeps its folders', 'shop/red/a.png', 'image/png', 'shop/red/a.png'],
    ['gets the extension of its type', 'shop/photo.png', 'image/webp', 'shop/photo.webp'],
    ['leads out of no folder', 'x/../../b.png', 'image/png', 'x/b.png'],
    ['is not that of the system', '/etc/a.png', 'image/png', 'etc/a.png'],
    ['is none of Windows', 'C:\\..\\a.png', 'image/png', 'C/a.png'],
    ['has no characters that nobody sees', '\u202eg\u0000/\u202ea.png', 'image/png', 'g/a.png'],
    ['has no hidden folder', '.git/a.png', 'image/png', 'git/a.png'],
    ['is not empty', '', 'image/avif', 'image.avif'],
    ['is not too deep', `${'a/'.repeat(30)}b.png`, 'image/png', `${'a/'.repeat(20)}b.png`],
  ];
  for (const [title, path, type, entry] of cases) {
    it(title, () => expect(createEntryNames()(path, type)).to.equal(entry));
  }

  it('is there once, also where case does not count', () => {
    const entryName = createEntryNames();
    const paths = ['a.png', 'A.png', 'a.png', 'x/a.png', 'X/a.png', 'a.jpg', 'a.png'];
    expect(paths.map((path) => entryName(path, 'image/png'))).to.deep.equal([
      ...['a.png', 'A (2).png', 'a (3).png', 'x/a.png', 'X/a (2).png', 'a (4).png', 'a (5).png'],
    ]);
  });
});
