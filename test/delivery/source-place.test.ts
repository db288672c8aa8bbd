import { expect } from 'chai';
import { sourcePlaceOf, type SourceRules } from '../../src/delivery/source-place.ts';

const id = 'a'.repeat(40);
const rules: SourceRules = {
  sources: {
    shop: { url: 'https://cdn.example/' },
    part: { url: 'https://other.example/public/' },
    media: { store: 's', prefix: 'pictures/' },
    google: { store: 'g' },
    disk: { folder: '/srv/one' },
    second: { folder: '/srv/two' },
  },
  stores: {
    s: { service: 'objstore', bucket: 'bucket' },
    g: { service: 'cstore', bucket: 'bucket' },
  },
  outputs: true,
};

describe('sourcePlaceOf', () => {
  const places: readonly (readonly [source: string, place: object])[] = [
    ['https://cdn.example/a.jpg?b=c', { kind: 'web', url: 'https://cdn.example/a.jpg?b=c' }],
    ['https://CDN.example:443/a/./b', { kind: 'web', url: 'https://cdn.example/a/b' }],
    ['https://other.example/public/a', { kind: 'web', url: 'https://other.example/public/a' }],
    ['s3://bucket/pictures/a.jpg', { kind: 'object', store: 's', key: 'pictures/a.jpg' }],
    ['gs://bucket/a', { kind: 'object', store: 'g', key: 'a' }],
    ['local:///a/b.jpg', { kind: 'file', folders: ['/srv/one', '/srv/two'], path: 'a/b.jpg' }],
    [
      'local:///a..b/...jpg',
      { kind: 'file', folders: ['/srv/one', '/srv/two'], path: 'a..b/...jpg' },
    ],
    [`output:${id}`, { kind: 'output', id }],
  ];
  for (const [source, place] of places) {
    it(`finds ${source}`, () => {
      const { name, ...found } = sourcePlaceOf(source, rules);
      expect(found).to.deep.equal(place);
      expect(name).to.equal('url' in found ? found.url : source);
    });
  }

  const refused = [
    ...['http://cdn.example/a.jpg', 'https://cdn.example.evil/a', 'https://cdn.example@evil/a'],
    ...[
      'https://evil/https://cdn.example/',
      'https://other.example/a',
      'https://[',
      '//cdn.example/a',
    ],
    ...['https://other.example/public/../a', 'https://other.example/public/..%2fa'],
    ...['https://other.example/public/%2e%2e/a', 'https://other.example/public/%252e%252e%252fa'],
    ...['https://other.example/public/..%5ca', 'https://other.example/public/%25252e./a'],
    ...['s3://bucket/a.jpg', 's3://bucket/pictures/', 's3://bucket', 's3://other/pictures/a'],
    ...[
      'gs://other/a',
      's3://bucket/pictures/../a',
      'local:///',
      'local:///..',
      'local:///a/../../b',
    ],
    ...['local:///..%2fa', 'local:///a\0.jpg', 'local:///a/%2e%2e', 'file:///etc/passwd'],
    ...['output:', 'output:1', `output:${id}0`, 'data:image/png;base64,AA', '', 'a.jpg', '/a.jpg'],
  ];
  for (const source of refused) {
    it(`refuses ${JSON.stringify(source)}`, () => {
      expect(() => sourcePlaceOf(source, rules))
        .to.throw('Pictures of this source are not delivered.')
        .with.property('problem', 'invalid');
    });
  }

  it('allows nothing by default', () => {
    const none = { sources: {}, stores: {}, outputs: false };
    for (const [source] of places) {
      expect(() => sourcePlaceOf(source, none)).to.throw('not delivered');
    }
  });
});
