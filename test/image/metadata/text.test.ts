import { expect } from 'chai';
import { decodedText, noticeOf, urlOf, type Encoding } from '../../../src/image/metadata/text.ts';
import { bytes } from '../../support/image/builders.ts';

describe('a text of unknown encoding', () => {
  const cases: readonly (readonly [string, Uint8Array, Encoding | undefined, string])[] = [
    ['ASCII', bytes('(c) me'), undefined, '(c) me'],
    ['UTF-8', Buffer.from('© Zoë 写真'), undefined, '© Zoë 写真'],
    ['UTF-8 behind a byte order mark', Buffer.from('\ufeff© me'), undefined, '© me'],
    ['Latin-1', bytes('\xa9 Zo\xeb'), undefined, '© Zoë'],
    ['Windows-1252', bytes('\x93me\x94'), undefined, '“me”'],
    ['what calls itself Latin-1', Buffer.from('©'), 'latin-1', 'Â©'],
    ['what calls itself UTF-8', bytes('\xa9 me'), 'utf-8', '\ufffd me'],
  ];
  for (const [name, content, encoding, text] of cases) {
    it(`is read when it is ${name}`, () => expect(decodedText(content, encoding)).to.equal(text));
  }
});

describe('a notice', () => {
  const cases = [
    ['blanks around it', '  (c) me \n', '(c) me'],
    ['control characters', '(c)\x00\x1b[31m \x7fme\x9b', '(c)[31m me'],
    ['line ends of all kinds', 'a\r\nb\rc\nd\te', 'a\nb\nc\nd\te'],
    ['half a character and none', 'a\ud800b\uffffc', 'abc'],
    ['characters beyond 16 bits', '© 😀', '© 😀'],
  ] as const;
  for (const [name, text, cleaned] of cases) {
    it(`is cleaned of ${name}`, () => expect(noticeOf(text)).to.equal(cleaned));
  }

  it('is absent when there is nothing in it', () => expect(noticeOf(' \0\n ')).to.equal(undefined));

  it('may have 60,000 bytes of UTF-8 and is ignored beyond that, never cut', () => {
    expect(noticeOf('©'.repeat(30_000))).to.have.length(30_000);
    expect(noticeOf('©'.repeat(30_001))).to.equal(undefined);
  });
});

describe('a URL', () => {
  it('may have 2,048 bytes and is ignored beyond that', () => {
    expect(urlOf('a'.repeat(2048))).to.have.length(2048);
    expect(urlOf('a'.repeat(2049))).to.equal(undefined);
  });
});
