import { expect } from 'chai';
import {
  addressIn,
  addressPartsOf,
  asSigned,
  checkLength,
  signedPathOf,
} from '../../src/delivery/target.ts';

/** The rows of these two tables are those of imgproxy's tests (handlers/path_test.go). */
describe('signedPathOf', () => {
  const plain = 'plain/http://example.com/image.jpg';
  const rows: readonly (readonly [string, string, string])[] = [
    ['', `/dummy/rs:fill:300:200/${plain}`, `/rs:fill:300:200/${plain}`],
    ['', `/dummy/rs:fill:300:200/${plain}?a=1&b=2`, `/rs:fill:300:200/${plain}`],
    ['/imgproxy', `/imgproxy/dummy/rs:fill:300:200/${plain}`, `/rs:fill:300:200/${plain}`],
    ['', '/dummy/w:1/plain/https:/a.example/b.jpg', '/w:1/plain/https://a.example/b.jpg'],
    [
      '',
      '/dummy/rs%3Afill%3A3%3A2/plain/https://a.example',
      '/rs:fill:3:2/plain/https://a.example',
    ],
    ['', '/dummy/rs%3Afill%3A300%3A200/abc/abc', '/rs:fill:300:200/abc/abc'],
    ['', '/dummy/w:1/..%2f..%2fetc/passwd', '/w:1/..%2f..%2fetc/passwd'],
    ['', '/dummy/w:1/../../etc/passwd', '/w:1/../../etc/passwd'],
    ['', '/dummy/w:1/%252e%252e/a', '/w:1/%252e%252e/a'],
  ];
  for (const [prefix, target, path] of rows) {
    it(`reads ${target}`, () => {
      expect(signedPathOf(target, prefix)).to.deep.equal({ signature: 'dummy', path });
    });
  }

  for (const target of ['/invalid_path_without_slash', '/', '/signature_only', '//a', '/a/', '']) {
    it(`refuses ${target || 'nothing'}`, () => {
      expect(() => signedPathOf(target, ''))
        .to.throw('Expected /SIGNATURE/OPTIONS/SOURCE.')
        .with.property('problem', 'invalid');
    });
  }
});

describe('addressIn', () => {
  for (const target of ['https://a.example/img/a', 'HTTP://a.example:80/img/a', '/img/a']) {
    it(`reads ${target}`, () => expect(addressIn(target)).to.equal('/img/a'));
  }
});

describe('checkLength', () => {
  it('refuses more than 8 kB', () => {
    checkLength('a'.repeat(8192));
    expect(() => checkLength('a'.repeat(8193)))
      .to.throw('expected at most 8192')
      .with.property('problem', 'invalid');
  });
});

describe('asSigned', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['plain/http:/example.com/image.jpg', 'plain/http://example.com/image.jpg'],
    ['plain/https:/example.com/image.jpg', 'plain/https://example.com/image.jpg'],
    ['plain/local:/image.jpg', 'plain/local:///image.jpg'],
    ['/rs:fill:3:2/plain/http:/example.com/a.jpg', 'rs:fill:3:2/plain/http://example.com/a.jpg'],
    ['/plain/http://example.com/image.jpg', 'plain/http://example.com/image.jpg'],
    ['/rs:fill:3:2/plain/example.com/image.jpg', 'rs:fill:3:2/plain/example.com/image.jpg'],
    ['', ''],
    ['/', ''],
    ['/http:/example.com/image.jpg', 'http:/example.com/image.jpg'],
    ['/plain/example.com/image.jpg', 'plain/example.com/image.jpg'],
    ['/plain/http:', 'plain/http:'],
    ['/plain/http:/test', 'plain/http://test'],
  ];
  for (const [path, signed] of rows) {
    it(`restores ${path || 'nothing'}`, () => expect(asSigned(path)).to.equal(signed));
  }
});

describe('addressPartsOf', () => {
  const source = 'http://images.dev/lorem/ipsum.jpg?param=value';
  const coded = Buffer.from(source).toString('base64url');
  const size = ['size:100:100'];
  const rows: readonly (readonly [string, string, object])[] = [
    ['Base64', `/size:100:100/${coded}.png`, { extension: 'png' }],
    ['Base64 without an extension', `/size:100:100/${coded}`, {}],
    ['Base64 with padding', `/size:100:100/${coded}==`, {}],
    [
      'Base64 in pieces',
      `/size:100:100/${coded.slice(0, 9)}/${coded.slice(9)}.png`,
      { extension: 'png' },
    ],
    [
      'a plain source',
      `/size:100:100/plain/${encodeURIComponent(source)}@png`,
      { extension: 'png' },
    ],
    [
      'a plain source without an extension',
      `/size:100:100/plain/${encodeURIComponent(source)}`,
      {},
    ],
    ['an empty extension', `/size:100:100/plain/${encodeURIComponent(source)}@`, {}],
  ];
  for (const [title, path, fields] of rows) {
    it(`reads ${title}`, () => {
      const parts = { options: size, source, extension: undefined, ...fields };
      expect(addressPartsOf(path)).to.deep.equal(parts);
    });
  }

  const refused: readonly (readonly [string, string])[] = [
    ['/size:100:100', 'names no source'],
    ['/size:100:100/', 'names no source'],
    ['/plain/@png', 'names no source'],
    ['/plain/a@b@c', 'several extensions'],
    [`/${coded}.a.b`, 'several extensions'],
    ['/a+b', 'not URL-safe Base64'],
    ['/a', 'not URL-safe Base64'],
    ['/plain/%zz', 'not percent-encoded'],
    ['/plain/%ff', 'not percent-encoded'],
  ];
  for (const [path, message] of refused) {
    it(`refuses ${path.slice(0, 20)}`, () => {
      expect(() => addressPartsOf(path))
        .to.throw(message)
        .with.property('problem', 'invalid');
    });
  }
});
