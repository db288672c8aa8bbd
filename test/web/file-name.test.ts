import { expect } from 'chai';
import { attachmentOf, fileNameOf } from '../../src/web/file-name.ts';
import { entryNames, savedName } from '../support/web/client-names.ts';

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

  it('goes into a header in ASCII, and whole', () => {
    expect(attachmentOf('Füße "1" (a).png')).to.equal(
      `attachment; filename="F__e _1_ (a).png"; filename*=UTF-8''F%C3%BC%C3%9Fe%20%221%22%20%28a%29.png`,
    );
  });
});

describe('the names in the browser', () => {
  it('get the extension of the new type', () => {
    expect(savedName('photo.png', 'image/webp')).to.equal('photo.webp');
    expect(savedName('photo.jpeg', 'image/jpeg')).to.equal('photo.jpeg');
  });

  it('are once in an archive, and name no folder', () => {
    expect(
      entryNames(['a.png', 'A.png', 'a.png', '../a.png', 'x/../../b', 'c\\d\u0000', '\u202eg', '']),
    ).to.deep.equal(['a.png', 'A (2).png', 'a (3).png', '__a.png', 'x_.._.._b', 'c_d_', '_g', '_']);
  });
});
