import { expect } from 'chai';
import { sentenceOf } from '../../src/schema.ts';
import { objectHeadersOf } from '../../src/storage/object-headers.ts';

const date = 'Sat, 21 Nov 2026 10:00:00 GMT';

describe('headers of a stored object', () => {
  it('are read in any spelling', () => {
    const given = {
      'cache-CONTROL': 'public, max-age=31536000',
      'Content-disposition': 'attachment; filename="a.png"',
      EXPIRES: date,
      'x-amz-META-Author': 'Ann',
      'X-Goog-Meta-source': 'camera',
    };
    expect(objectHeadersOf(given, 'objstore')).to.deep.equal({
      problems: [],
      headers: {
        cacheControl: 'public, max-age=31536000',
        contentDisposition: 'attachment; filename="a.png"',
        expires: new Date(date),
        metadata: { author: 'Ann', source: 'camera' },
      },
    });
  });

  it('may be none', () => {
    expect(objectHeadersOf({}, 'cstore')).to.deep.equal({
      problems: [],
      headers: { metadata: {} },
    });
  });

  const names = 'Cache-Control, Content-Disposition, Expires, X-Amz-Meta-* or X-Goog-Meta-*';
  const refused: readonly (readonly [given: Record<string, string>, sentence: string])[] = [
    [
      { 'Content-Type': 'text/html' },
      `store.headers.Content-Type: expected one of ${names}, got an unknown name`,
    ],
    [
      { 'x-amz-acl': 'public-read' },
      `store.headers.x-amz-acl: expected one of ${names}, got an unknown name`,
    ],
    [
      { 'X-Amz-Meta-': 'a' },
      `store.headers.X-Amz-Meta-: expected one of ${names}, got an unknown name`,
    ],
    [
      { 'X-Amz-Meta-a b': 'a' },
      `store.headers.X-Amz-Meta-a b: expected one of ${names}, got an unknown name`,
    ],
    [
      { 'Cache-Control': 'a\r\nX-Amz-Acl: b' },
      'store.headers.Cache-Control: expected 1 to 1024 printable ASCII characters, got other text',
    ],
    [
      { 'Cache-Control': '' },
      'store.headers.Cache-Control: expected 1 to 1024 printable ASCII characters, got other text',
    ],
    [
      { 'X-Amz-Meta-Name': 'Zoë' },
      'store.headers.X-Amz-Meta-Name: expected 1 to 1024 printable ASCII characters, got other text',
    ],
    [
      { Expires: 'tomorrow' },
      `store.headers.Expires: expected a date such as ${date}, got "tomorrow"`,
    ],
    [
      { Expires: '2026-11-21' },
      `store.headers.Expires: expected a date such as ${date}, got "2026-11-21"`,
    ],
    [
      { 'Cache-Control': 'a', 'cache-control': 'b' },
      'store.headers.cache-control: expected it once, got it twice',
    ],
  ];
  for (const [given, sentence] of refused) {
    it(`are refused when they are ${JSON.stringify(given)}`, () => {
      expect(objectHeadersOf(given, 'objstore').problems.map(sentenceOf)).to.deep.equal([sentence]);
    });
  }

  it('have no Expires at Google', () => {
    const { problems } = objectHeadersOf({ Expires: date }, 'cstore');
    expect(problems.map(sentenceOf)).to.deep.equal([
      'store.headers.Expires: expected Cache-Control instead, since this storage has no such header, got it',
    ]);
  });
});
