import { expect } from 'chai';
import { otherServers } from '../../src/delivery/other-servers.ts';

const base = 'https://shop.example/';

/** The path of an address without a signature. */
const pathOf = (options: string, source: string): string =>
  `/${options}/plain/${encodeURIComponent(source)}`;

describe('addresses of Next.js', () => {
  const next = (query: string, site = base) => otherServers.next(`/_next/image${query}`, site);

  for (const [query, source] of [
    ['?url=%2Ftest.png&w=64&q=75', 'https://shop.example/test.png'],
    ['?q=75&w=64&url=https%3A%2F%2Fcdn.example%2Fa%20b.png', 'https://cdn.example/a b.png'],
    ['?url=%2Fa@b.png&w=64&q=75&dpl=x', 'https://shop.example/a@b.png'],
  ] as const) {
    it(`are read: ${query}`, () => {
      const path = pathOf('w:64/q:75', source);
      expect(next(query)).to.deep.equal({ signature: 'unsafe', path });
    });
  }

  /** The requests and the messages are those of its own test and code (image-optimizer/test/util.ts). */
  const refused: readonly (readonly [query: string, message: string])[] = [
    ['?w=64&q=75', '"url" parameter is required'],
    ['?url=%2Ftest.png&q=75', '"w" parameter (width) is required'],
    ['?url=%2Ftest.png&w=64', '"q" parameter (quality) is required'],
    ['?url=%2Ftest.png&url=%2Ftest.jpg&w=64&q=75', '"url" parameter cannot be an array'],
    ['?url=%2Ftest.png&w=64&w=128&q=75', '"w" parameter (width) cannot be an array'],
    ['?url=%2Ftest.png&w=64&q=75&q=100', '"q" parameter (quality) cannot be an array'],
    ['?url=%2Ftest.png&w=0&q=75', '"w" parameter (width) must be an integer greater than 0'],
    ['?url=%2Ftest.png&w=foo&q=75', '"w" parameter (width) must be an integer greater than 0'],
    ['?url=%2Ftest.png&w=3840px&q=75', '"w" parameter (width) must be an integer greater than 0'],
    ['?url=%2Ftest.png&w=64&q=foo', '"q" parameter (quality) must be an integer between 1 and 100'],
    ['?url=%2Ftest.png&w=64&q=0', '"q" parameter (quality) must be an integer between 1 and 100'],
    ['?url=%2Ftest.png&w=64&q=101', '"q" parameter (quality) must be an integer between 1 and 100'],
    ['?url=%2F%2Fexample.com&w=64&q=75', '"url" parameter cannot be a protocol-relative URL (//)'],
    ['', '"url" parameter is required'],
  ];
  for (const [query, message] of refused) {
    it(`are refused: ${query.slice(0, 60)}`, () => {
      expect(() => next(query)).to.throw(message);
    });
  }

  it('have no path where the site is not set', () => {
    expect(() => next('?url=%2Ftest.png&w=64&q=75', '')).to.throw('parameter is not allowed');
  });
});

describe('addresses of IPX', () => {
  const ipx = (path: string, site = base) => otherServers.ipx(`/_ipx/${path}`, site);

  /** Those before the empty row are of its own tests and its README. */
  const rows: readonly (readonly [path: string, options: string, source: string])[] = [
    ['_/nested/test.jpg', '', 'nested/test.jpg'],
    ['w_200/a.jpg', '/w:200', 'a.jpg'],
    ['w_200,f_webp/test.jpg', '/w:200/f:webp', 'test.jpg'],
    ['s_200x100&q=80/static/buffalo.png', '/s:200:100/q:80', 'static/buffalo.png'],
    ['', '', ''],
    ['resize_200/a.jpg', '/s:200:200', 'a.jpg'],
    ['width:5,height=6,fit_inside,format_auto/a.jpg', '/w:5/h:6/rt:fit/f:auto', 'a.jpg'],
    ['fit_fill,quality_5/a%20b.jpg?v=1', '/rt:force/q:5', 'a b.jpg'],
  ];
  for (const [path, options, source] of rows.filter(([text]) => text !== '')) {
    it(`are read: ${path}`, () => {
      const expected = pathOf(`rt:fill-down${options}`, `${base}${source}`);
      expect(ipx(path)).to.deep.equal({ signature: 'unsafe', path: expected });
    });
  }

  it('may name a whole address', () => {
    const { path } = ipx('w_5/https://cdn.example/a.jpg', '');
    expect(path).to.equal(pathOf('rt:fill-down/w:5', 'https://cdn.example/a.jpg'));
  });

  for (const [path, message] of [
    ['', 'Modifiers are missing'],
    ['w_5', 'Resource id is missing'],
    ['w_5/', 'Resource id is missing'],
    ['blur_5/a.jpg', 'blur_5 is not done here'],
    ['fit_outside/a.jpg', 'fit_outside is not done here'],
    ['fit_constructor/a.jpg', 'fit_constructor is not done here'],
    ['w_5%2Fbl:3/a.jpg', 'w: expected letters and digits'],
    ['w_%zz/a.jpg', 'not percent-encoded UTF-8'],
  ] as const) {
    it(`are refused: ${path.slice(0, 40)}`, () => {
      expect(() => ipx(path)).to.throw(message);
    });
  }
});
